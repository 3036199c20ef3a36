import type { Fault } from '../../../infra/local/emulators/server/faults.ts';

export interface SourceFault {
  readonly name: string;
  readonly fault: Fault;
  readonly status: number;
  readonly error: string;
  readonly hint: string;
  /** In the log. A timeout names the deadline. */
  readonly cause?: string;
  readonly retryAfter?: string;
}

export const always = { times: Number.POSITIVE_INFINITY };

export const UNKNOWN = {
  status: 502,
  error: 'SOURCE_NOT_FOUND',
  hint: 'upload the file, or correct what the dashboard file names for this endpoint',
};
export const DENIED = { status: 502, error: 'SOURCE_DENIED', hint: 'give the function’s role the right to read it' };
export const BUSY = {
  status: 503,
  error: 'SOURCE_THROTTLED',
  hint: 'try again in a moment, and less often',
  retryAfter: '5',
};
export const LATE = {
  status: 504,
  error: 'SOURCE_TIMEOUT',
  hint: 'make the query or the file smaller',
  retryAfter: '5',
};
export const LOST = { ...LATE, hint: 'try again in a moment', cause: 'ECONNRESET' };
export const CUT_SHORT = { status: 502, error: 'SOURCE_INVALID' };
/** S3 does not fail, but the function refuses an endless object at the memory limit. */
const ENDLESS_RECORD = {
  status: 502,
  error: 'SOURCE_TOO_LARGE',
  hint: 'check that the file is CSV, name its `delimiter`, or correct its quotes',
};
/** Ends a call without any event in its client: neither a response nor an error. */
export const SWITCH_OF_PROTOCOLS = {
  raw: 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
} as const;
export const SWITCHED = { name: 'a switch of protocols', fault: SWITCH_OF_PROTOCOLS, ...LATE, cause: 'TimeoutError' };

export const objectFaults: readonly SourceFault[] = [
  { name: 'AccessDenied', fault: { error: 'AccessDenied' }, ...DENIED, cause: 'AccessDenied' },
  { name: 'NoSuchKey', fault: { error: 'NoSuchKey' }, ...UNKNOWN, cause: 'NoSuchKey' },
  {
    name: 'NoSuchBucket',
    fault: { error: 'NoSuchBucket' },
    ...UNKNOWN,
    hint: 'correct `bucket` in the dashboard file, or make the bucket again and upload the files',
    cause: 'NoSuchBucket',
  },
  { name: 'InternalError', fault: { error: 'InternalError' }, ...BUSY, cause: 'InternalError' },
  { name: 'SlowDown', fault: { error: 'SlowDown' }, ...BUSY, cause: 'SlowDown' },
  {
    name: 'SlowDown for 11 s',
    fault: { error: 'SlowDown', retryAfter: 11 },
    ...BUSY,
    retryAfter: '11',
    cause: 'SlowDown',
  },
  { name: 'no response', fault: { hang: true }, ...LATE, cause: 'TimeoutError' },
  SWITCHED,
  { name: 'no body', fault: { stall: 0 }, ...LATE, cause: 'TimeoutError' },
  { name: 'half a body, then silence', fault: { stall: 9 }, ...LATE, cause: 'TimeoutError' },
  { name: 'a body that arrives byte by byte', fault: { drip: 1, every: 200 }, ...LATE, cause: 'TimeoutError' },
  { name: 'a response that arrives too late', fault: { delay: 600_000 }, ...LATE, cause: 'TimeoutError' },
  {
    name: 'a body cut short',
    fault: { cut: 9 },
    ...CUT_SHORT,
    hint: 'try again; if the error persists, upload the file again',
    cause: 'CutShort',
  },
  { name: 'a lost connection', fault: { drop: true }, ...LOST },
  {
    name: 'an HTML page of a proxy',
    fault: { reply: '<html>Bad gateway</html>', status: 502 },
    ...BUSY,
    cause: 'HTTP 502',
  },
  {
    name: 'a response with a part of the object',
    fault: { reply: 'name,value', status: 206 },
    ...CUT_SHORT,
    hint: 'try again; if the error persists, upload the file again',
    cause: 'HTTP 206',
  },
  {
    name: 'a redirect while a bucket is new',
    fault: { reply: '<Error><Code>TemporaryRedirect</Code></Error>', status: 307, contentType: 'application/xml' },
    ...CUT_SHORT,
    hint: 'try again in some minutes: S3 redirects requests while a bucket is new or has moved',
    cause: 'TemporaryRedirect',
  },
  { name: 'an endless object', fault: { endless: 200 }, ...ENDLESS_RECORD },
  { name: 'an endless error response', fault: { endless: 403 }, ...DENIED, cause: 'TooLarge' },
].map(({ fault, ...rest }) => ({ ...rest, fault: { ...always, ...fault } as Fault }));
