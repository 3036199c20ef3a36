import { causeName } from '../../../shared/errors/cause-name.ts';

/** A response with its duration; status 0 if there was no response. */
export interface Exchange {
  readonly httpStatus: number;
  /** Milliseconds until the body had arrived. */
  readonly ms: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The reason why there was no response, in one sentence. */
  readonly failure?: string;
}

/** Timeout of a request: a little more than the 30 s after which API Gateway gives up. */
const TIMEOUT_MS = 35_000;

/** An origin that no dashboard allows by name. A page of this origin may read a response only if all pages may. */
export const FOREIGN_ORIGIN = 'http://wall.invalid';

const explain = (error: unknown, url: string): string => {
  const { host } = new URL(url);
  if ((error as Error).name === 'TimeoutError') return `${host} did not respond within ${TIMEOUT_MS / 1000} s.`;
  const cause = causeName((error as Error).cause ?? error);
  return `${host} cannot be reached (${cause}). Check the address and the network.`;
};

const exchange = async (url: string, init: RequestInit): Promise<Exchange> => {
  const startedAt = performance.now();
  const passed = (): number => performance.now() - startedAt;
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await response.text();
    return { httpStatus: response.status, ms: passed(), headers: Object.fromEntries(response.headers), text };
  } catch (error) {
    return { httpStatus: 0, ms: passed(), headers: {}, text: '', failure: explain(error, url) };
  }
};

/** Sends a request as a component does. */
export const sendRequest = (url: string, body: string, origin = FOREIGN_ORIGIN): Promise<Exchange> =>
  exchange(url, { method: 'POST', headers: { 'content-type': 'application/json', origin }, body });

/** Sends a CORS preflight, with which a browser asks whether pages of an origin may send requests. */
export const sendPreflight = (url: string, origin: string): Promise<Exchange> =>
  exchange(url, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  });
