import type { Fault } from '../../local/emulators/server/faults.ts';

/** A lasting fault of a source, and the error that it causes. */
export interface SourceFault {
  readonly name: string;
  readonly fault: Fault;
  readonly status: number;
  readonly error: string;
  /** The hint of the error's first detail. */
  readonly hint: string;
  /** The cause in the log. A timeout names the deadline. */
  readonly cause?: string;
  readonly retryAfter?: string;
}

const always = { times: Number.POSITIVE_INFINITY };

const UNKNOWN = {
  status: 502,
  error: 'SOURCE_NOT_FOUND',
  hint: 'upload the file, or correct what the dashboard file names for this endpoint',
};
const DENIED = { status: 502, error: 'SOURCE_DENIED', hint: 'give the function’s role the right to read it' };
const BUSY = {
  status: 503,
  error: 'SOURCE_THROTTLED',
  hint: 'try again in a moment, and less often',
  retryAfter: '5',
};
const WAKING = {
  status: 503,
  error: 'SOURCE_RESUMING',
  hint: 'try again in about 15 seconds',
  retryAfter: '15',
};
const LATE = {
  status: 504,
  error: 'SOURCE_TIMEOUT',
  hint: 'make the query or the file smaller',
  retryAfter: '5',
};
const LOST = { ...LATE, hint: 'try again in a moment', cause: 'ECONNRESET' };
const CUT_SHORT = { status: 502, error: 'SOURCE_INVALID' };
const AGGREGATE = 'aggregate first: a component shows tens of rows, not thousands';
/**
 * Error for an endless object. The function refuses the object once it exceeds the memory, although S3 has not failed.
 */
const ENDLESS_RECORD = {
  status: 502,
  error: 'SOURCE_TOO_LARGE',
  hint: 'check that the file is CSV, name its delimiter, or correct its quotes',
};
const ENDLESS = { status: 502, error: 'SOURCE_TOO_LARGE', hint: AGGREGATE, cause: 'TooLarge' };
/** Fault that ends a call without any event in its client: neither a response nor an error. */
export const SWITCH_OF_PROTOCOLS = {
  raw: 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
} as const;
const SWITCHED = { name: 'a switch of protocols', fault: SWITCH_OF_PROTOCOLS, ...LATE, cause: 'TimeoutError' };
const REFUSED = { status: 502, error: 'SQL_FAILED', hint: 'run the query by hand against this database' };

/** Returns a PostgreSQL error as the Data API reports it. */
const state = (code: string, sentence: string): Fault => ({
  error: 'DatabaseErrorException',
  message: `${sentence}; SQLState: ${code}`,
});

/** Returns a reply with status 200 that is not a valid result. */
const malformed = (members: string): Fault => ({
  reply: `{"numberOfRecordsUpdated":0${members}}`,
  contentType: 'application/json',
});

/** The faults of S3. */
export const objectFaults: readonly SourceFault[] = [
  { name: 'AccessDenied', fault: { error: 'AccessDenied' }, ...DENIED, cause: 'AccessDenied' },
  { name: 'NoSuchKey', fault: { error: 'NoSuchKey' }, ...UNKNOWN, cause: 'NoSuchKey' },
  { name: 'NoSuchBucket', fault: { error: 'NoSuchBucket' }, ...UNKNOWN, cause: 'NoSuchBucket' },
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

/** The faults of the RDS Data API. */
export const databaseFaults: readonly SourceFault[] = [
  {
    name: 'DatabaseResumingException',
    fault: { error: 'DatabaseResumingException' },
    ...WAKING,
    cause: 'DatabaseResumingException',
  },
  { name: 'ThrottlingException', fault: { error: 'ThrottlingException' }, ...BUSY, cause: 'ThrottlingException' },
  {
    name: 'StatementTimeoutException',
    fault: { error: 'StatementTimeoutException' },
    ...LATE,
    cause: 'StatementTimeoutException',
  },
  {
    name: 'a result that is too large',
    fault: { error: 'UnsupportedResultException', message: 'The result exceeds the size limit 1 MB.' },
    status: 502,
    error: 'SOURCE_TOO_LARGE',
    hint: 'aggregate first: a component shows tens of rows, not thousands',
    cause: 'UnsupportedResultException',
  },
  {
    name: 'an SQLState',
    fault: {
      error: 'DatabaseErrorException',
      message: 'ERROR: relation "secret_orders" does not exist; Position: 15; SQLState: 42P01',
    },
    ...REFUSED,
    cause: 'DatabaseErrorException: relation secret_orders',
  },
  {
    name: 'a statement that the database stops',
    fault: state('57014', 'ERROR: canceling statement due to statement timeout'),
    ...LATE,
    cause: 'DatabaseErrorException',
  },
  {
    name: 'a database that is starting',
    fault: state('57P03', 'FATAL: the database system is starting up'),
    ...WAKING,
    cause: 'DatabaseErrorException',
  },
  {
    name: 'a database without free connections',
    fault: state('53300', 'FATAL: sorry, too many clients already'),
    ...BUSY,
    cause: 'DatabaseErrorException',
  },
  {
    name: 'a Data API that is switched off',
    fault: { error: 'HttpEndpointNotEnabledException' },
    ...DENIED,
    hint: 'enable the Data API (HTTP endpoint) of the cluster',
    cause: 'HttpEndpointNotEnabledException',
  },
  {
    name: 'a cluster that is stopped',
    fault: { error: 'InvalidResourceStateException' },
    ...WAKING,
    hint: 'try again in about 15 seconds; if the error persists, check whether the cluster is stopped',
    cause: 'InvalidResourceStateException',
  },
  {
    name: 'credentials that have expired',
    fault: { error: 'ExpiredTokenException' },
    ...DENIED,
    hint: 'try again; if the error persists, renew the credentials of the function',
    cause: 'ExpiredTokenException',
  },
  {
    name: 'AccessDeniedException',
    fault: { error: 'AccessDeniedException' },
    ...DENIED,
    cause: 'AccessDeniedException',
  },
  {
    name: 'SecretsErrorException',
    fault: { error: 'SecretsErrorException' },
    ...DENIED,
    hint: 'allow the function’s role to read them, and check that both are stored',
    cause: 'SecretsErrorException',
  },
  {
    name: 'DatabaseNotFoundException',
    fault: { error: 'DatabaseNotFoundException' },
    ...UNKNOWN,
    cause: 'DatabaseNotFoundException',
  },
  {
    name: 'DatabaseUnavailableException',
    fault: { error: 'DatabaseUnavailableException' },
    ...BUSY,
    cause: 'DatabaseUnavailableException',
  },
  {
    name: 'InternalServerErrorException',
    fault: { error: 'InternalServerErrorException' },
    ...BUSY,
    cause: 'InternalServerErrorException',
  },
  {
    name: 'ServiceUnavailableError',
    fault: { error: 'ServiceUnavailableError' },
    ...BUSY,
    cause: 'ServiceUnavailableError',
  },
  { name: 'no response', fault: { hang: true }, ...LATE, cause: 'TimeoutError' },
  SWITCHED,
  { name: 'half a body, then silence', fault: { stall: 9 }, ...LATE, cause: 'TimeoutError' },
  { name: 'a response that arrives too late', fault: { delay: 600_000 }, ...LATE, cause: 'TimeoutError' },
  { name: 'an endless response', fault: { endless: 200 }, ...ENDLESS },
  { name: 'a body cut short', fault: { cut: 9 }, ...CUT_SHORT, hint: 'try again', cause: 'ECONNRESET' },
  { name: 'a lost connection', fault: { drop: true }, ...LOST },
  {
    name: 'an HTML page of a proxy',
    fault: { reply: '<html>Bad gateway</html>', status: 502 },
    ...BUSY,
    cause: 'HTTP 502',
  },
  ...Object.entries({
    'a result whose rows are text': ',"columnMetadata":[{"label":"a"}],"records":"secret"',
    'a result without rows': ',"columnMetadata":[{"label":"a"}]',
    'a row that is too short': ',"columnMetadata":[{"label":"a"}],"records":[[]]',
    'a value that is null': ',"columnMetadata":[{"label":"a"}],"records":[[null]]',
  }).map(([name, members]) => ({
    name,
    fault: malformed(members),
    ...CUT_SHORT,
    hint: 'try again; if the error persists, check that the endpoint is the RDS Data API',
    cause: 'UnreadableResult',
  })),
].map(({ fault, ...rest }) => ({ ...rest, fault: { ...always, ...fault } as Fault }));
