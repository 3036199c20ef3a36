import type { Envelope } from '../config/dashboard-config.ts';

const SUCCESS = 'success';

const WRAPPERS: Readonly<Record<Envelope, (data: unknown) => object>> = {
  code: (data) => ({ code: 200, msg: SUCCESS, data }),
  status: (data) => ({ status: 0, msg: SUCCESS, data }),
};

const ENVELOPE_KEYS = new Set(['code', 'status', 'msg', 'data']);

/** An envelope has `data` and no other keys than its own. */
const isEnvelope = (body: unknown): body is { readonly data: unknown } =>
  typeof body === 'object' &&
  body !== null &&
  Object.hasOwn(body, 'data') &&
  Object.keys(body).every((key) => ENVELOPE_KEYS.has(key));

/** If the body already is an envelope, takes its data first, so that no response has two envelopes. */
export const wrapBody = (body: unknown, envelope: Envelope): object =>
  WRAPPERS[envelope](isEnvelope(body) ? body.data : body);
