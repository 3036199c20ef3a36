import { type ErrorCode, WallfeedError } from '../../errors/wallfeed-error.ts';

/** A failure of a call in words. No part of it may come from the answer of the host. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly cause?: unknown;
  /** Seconds after which the call may be repeated. */
  readonly retryAfter?: number;
}

export const failed = (host: string, { code, message, hint, cause, retryAfter }: Failure): WallfeedError =>
  new WallfeedError(code, `The host ${host} gave no rows: ${message}.`, [{ message, hint }], {
    cause,
    ...(retryAfter !== undefined && { retryAfter }),
  });

const TIMED_OUT = { code: 'SOURCE_TIMEOUT', hint: 'ask for less at once, or raise `timeout`' } as const;
const UNREACHABLE = { code: 'SOURCE_TIMEOUT', hint: 'check that the host is up, and that functions reach it' } as const;
const CERTIFICATE = { code: 'SOURCE_DENIED' } as const;
const RENEW = 'renew the certificate of the host';

/** Node's codes for certificates that do not hold. */
const CERTIFICATES: Readonly<Record<string, Pick<Failure, 'message' | 'hint'>>> = {
  CERT_HAS_EXPIRED: { message: 'its certificate has expired', hint: RENEW },
  CERT_NOT_YET_VALID: { message: 'its certificate is not valid yet', hint: RENEW },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    message: 'its certificate is for another name',
    hint: 'write the name of the certificate in `url`, or give the host a certificate for its name',
  },
  CERT_REVOKED: { message: 'its certificate was revoked', hint: RENEW },
};

/** The codes of authorities that Node does not know. */
const UNKNOWN_AUTHORITY = /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_(?:UNTRUSTED|CHAIN|SIGNATURE|REJECTED)/;

const NAMES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name cannot be resolved now',
  ECONNREFUSED: 'it refused the connection',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
};

const codeOf = (error: unknown): string => String(Object(error).code ?? '');

/** Returns the failure of a call through a proxy, which only this machine uses, and no function on AWS. */
const proxyFailure = (error: unknown): Failure =>
  Object(error).statusCode === 407
    ? {
        code: 'SOURCE_DENIED',
        message: 'the proxy of this machine asks for a user and a password, or refuses those that it got',
        hint: 'write them into `HTTPS_PROXY`, as http://user:password@proxy:8080',
      }
    : {
        code: 'SOURCE_DENIED',
        message: 'the proxy of this machine opened no connection to it',
        hint: 'allow the host there, or name it in `NO_PROXY`',
      };

/** Returns the failure of a call without a whole answer. */
export const connectionFailure = (error: unknown): Failure => {
  const code = codeOf(error);
  const certificate = CERTIFICATES[code];
  if (certificate !== undefined) return { ...CERTIFICATE, ...certificate, cause: error };
  if (UNKNOWN_AUTHORITY.test(code)) {
    const message = 'its certificate is from an authority that is not known';
    return {
      ...CERTIFICATE,
      message,
      hint: 'name the certificate of your authority: `authority: ssm:/…`',
      cause: error,
    };
  }
  if (code === 'ERR_PROXY_TUNNEL') return { ...proxyFailure(error), cause: error };
  if (/^(?:EPROTO|ERR_SSL)/.test(code)) {
    const message = 'it does not speak TLS as expected';
    return { code: 'SOURCE_INVALID', message, hint: 'check the port, and write `plain: true` for http', cause: error };
  }
  if (code.startsWith('HPE_')) {
    const message = 'its answer is not HTTP';
    return { code: 'SOURCE_INVALID', message, hint: 'check the address and the port', cause: error };
  }
  if (code.startsWith('Z_')) {
    const message = 'its answer is gzip, and is damaged';
    return { code: 'SOURCE_INVALID', message, hint: 'check the server and what is before it', cause: error };
  }
  const name = NAMES[code];
  if (name !== undefined) return { ...UNREACHABLE, message: name, cause: error };
  if (/TIMEOUT|TimeoutError|ABORT/i.test(code + Object(error).name))
    return { ...TIMED_OUT, message: 'it did not answer in time', cause: error };
  return { ...UNREACHABLE, message: 'the connection broke off', cause: error };
};

const REFUSED: Failure = {
  code: 'SOURCE_REFUSED',
  message: 'it refused the request',
  hint: 'check `query`, `body` and `headers`; the log has the beginning of the answer',
};

const DENIED: Failure = {
  code: 'SOURCE_DENIED',
  message: 'it did not accept the credentials',
  hint: 'check `auth` or `login`, the secrets that they name, and what they may read',
};

const STATUSES: Readonly<Record<number, Failure>> = {
  401: DENIED,
  403: DENIED,
  407: DENIED,
  404: { code: 'SOURCE_NOT_FOUND', message: 'it has nothing at this address', hint: 'check `url` and `path`' },
  410: { code: 'SOURCE_NOT_FOUND', message: 'the address is gone', hint: 'check `url` and `path`' },
  408: { ...TIMED_OUT, message: 'it ended the request because of its time' },
  413: { ...REFUSED, message: 'the request is too large for it' },
  504: { ...TIMED_OUT, message: 'a server behind it did not answer in time' },
};

const THROTTLED: Failure = {
  code: 'SOURCE_THROTTLED',
  message: 'it refuses calls for now',
  hint: 'lengthen `cache`, or set `rate` to what the host allows',
};

/** Seconds of the pause after an answer that names none. */
const USUAL_PAUSE_SECONDS = 1;

export const statusFailure = (status: number, retryAfter: number | undefined): Failure => {
  const pause = { retryAfter: retryAfter ?? USUAL_PAUSE_SECONDS };
  const cause = { name: `HTTP ${status}`, $metadata: { httpStatusCode: status } };
  if (status === 429) return { ...THROTTLED, ...pause, cause };
  const known = STATUSES[status];
  if (known) return { ...known, message: `${known.message} (status ${status})`, cause };
  if (status >= 500)
    return { ...THROTTLED, message: `it failed with status ${status}`, hint: 'try again in a moment', ...pause, cause };
  return { ...REFUSED, message: `${REFUSED.message} with status ${status}`, cause };
};

/** Returns the seconds that a header `Retry-After` asks to wait; undefined if it names no time. */
export const pauseOf = (header: string | undefined, now: number): number | undefined => {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) ? Math.max(1, seconds) : undefined;
};
