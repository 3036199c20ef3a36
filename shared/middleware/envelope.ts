import type { Envelope } from '../config/dashboard-config.ts';

const SUCCESS = 'success';

const WRAPPERS: Readonly<Record<Envelope, (data: unknown) => object>> = {
  code: (data) => ({ code: 200, msg: SUCCESS, data }),
  status: (data) => ({ status: 0, msg: SUCCESS, data }),
};

const ENVELOPE_KEYS = new Set(['code', 'status', 'msg', 'data']);

/** True for an object with `data` that has no other keys than those of an envelope. */
const isEnvelope = (body: unknown): body is { readonly data: unknown } =>
  typeof body === 'object' &&
  body !== null &&
  Object.hasOwn(body, 'data') &&
  Object.keys(body).every((key) => ENVELOPE_KEYS.has(key));

/**
 * Puts a body into an envelope. If the body already is an envelope, takes its data first, so that no response has two
 * envelopes.
 */
export const wrapBody = (body: unknown, envelope: Envelope): object =>
  WRAPPERS[envelope](isEnvelope(body) ? body.data : body);
