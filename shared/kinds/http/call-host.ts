import type { Deadline } from '../../aws/deadline.ts';
import { retryCall } from '../../aws/retry-call.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import { type Resolve, type SentRequest, sendRequest } from './connect.ts';
import { connectionFailure, failed, pauseOf, statusFailure } from './failures.ts';
import { parseUrl } from './fill-request.ts';
import { MAX_ANSWER_BYTES, receive } from './receive.ts';
import { logAnswer } from './secrets.ts';
import type { HostConfig } from './source.ts';
import { takeTurn } from './take-turns.ts';

/** An answer with the status 200, or another one below 300. */
export interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  /** The address that answered, which differs from the one that was asked after a redirect. */
  readonly url: URL;
}

export interface CallContext {
  readonly host: HostConfig;
  readonly deadline: Deadline;
  /** Maximum size of the answer. Default: that of all answers together. */
  readonly maxBytes?: number;
  /** Values that the log must not have. */
  readonly secrets: readonly string[];
  readonly resolve?: Resolve | undefined;
}

const MAX_REDIRECTS = 3;
const DEFAULT_TIMEOUT_MS = 10_000;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Redirects after which the method and the body stay the same. */
const KEEPING: ReadonlySet<number> = new Set([307, 308]);

const refuse = (host: HostConfig, message: string, hint: string): WallfeedError =>
  failed(host.name, { code: 'SOURCE_REFUSED', message, hint, cause: { name: 'RedirectRefused' } });

/** Returns the request to the place of a redirect. @throws WallfeedError SOURCE_REFUSED. */
const follow = (request: SentRequest, status: number, location: string, host: HostConfig): SentRequest => {
  const url = parseUrl(location, request.url);
  if (url?.origin !== request.url.origin)
    throw refuse(host, 'it redirects to another host, port or scheme', 'write the address that answers itself');
  if (request.method === 'GET') return { ...request, url };
  if (KEEPING.has(status) && request.isRepeatable) return { ...request, url };
  throw refuse(host, 'it redirects a POST', 'write the address that answers itself');
};

/** Creates the error of a status after which the call may succeed, in the form that retries know. */
const temporary = (status: number, retryAfter: number | undefined): Error =>
  Object.assign(new Error(`HTTP ${status}`), {
    name: 'HostFailed',
    $metadata: { httpStatusCode: status },
    $response: { headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  });

const isTemporary = (status: number, retryAfter: number | undefined): boolean =>
  status === 502 || status === 503 || status === 504 || (status === 429 && retryAfter !== undefined);

const RESET = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|EAI_AGAIN)$/;

/** Sends a request once, and follows its redirects. */
const attempt = async (request: SentRequest, context: CallContext, signal: AbortSignal): Promise<HostAnswer> => {
  const { host, secrets, maxBytes = MAX_ANSWER_BYTES, resolve } = context;
  let current = request;
  for (let redirects = 0; ; redirects += 1) {
    await takeTurn(host, context.deadline);
    const response = await sendRequest(current, host, signal, resolve);
    const { statusCode: status = 0, headers } = response;
    if (REDIRECTS.has(status) && headers.location !== undefined) {
      response.destroy();
      if (redirects === MAX_REDIRECTS)
        throw refuse(host, 'it redirects more than three times', 'write the address that answers itself');
      current = follow(current, status, headers.location, host);
      continue;
    }
    const body = await receive(response, host, maxBytes);
    if (status >= 200 && status < 300) return { status, headers, body, url: current.url };
    const retryAfter = pauseOf(headers['retry-after'], Date.now());
    logAnswer(host, status, body, secrets);
    if (request.isRepeatable && isTemporary(status, retryAfter)) throw temporary(status, retryAfter);
    throw failed(host.name, statusFailure(status, retryAfter));
  }
};

const toError = (error: unknown, { host, deadline }: CallContext): WallfeedError => {
  if (error instanceof WallfeedError) return error;
  const { $metadata, $response } = Object(error);
  if ($metadata)
    return failed(host.name, statusFailure($metadata.httpStatusCode, pauseOf($response.headers['retry-after'], 0)));
  return failed(host.name, connectionFailure(deadline.signal.aborted ? deadline.signal.reason : error));
};

/**
 * Calls a host, with retries if the host may get the request twice.
 * @throws WallfeedError SOURCE_*: the host failed, refused the call, or has an address that may not be called.
 */
export const callHost = async (request: SentRequest, context: CallContext): Promise<HostAnswer> => {
  const { host, deadline } = context;
  const once = async (signal: AbortSignal): Promise<HostAnswer> => {
    const own = AbortSignal.any([signal, AbortSignal.timeout(host.timeoutMs ?? DEFAULT_TIMEOUT_MS)]);
    try {
      return await attempt(request, context, own);
    } catch (error) {
      if (own.aborted && !(error instanceof WallfeedError)) throw toError(own.reason, context);
      const isRetried = Object(error).$metadata !== undefined || RESET.test(String(Object(error).code));
      if (isRetried && request.isRepeatable) throw error;
      throw toError(error, context);
    }
  };
  try {
    return await retryCall(once, deadline);
  } catch (error) {
    throw toError(error, context);
  }
};
