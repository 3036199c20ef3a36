import type { Fault } from '../../../infra/local/emulators/server/faults.ts';
import { always, BUSY, CUT_SHORT, DENIED, LATE, LOST, type SourceFault, SWITCHED, UNKNOWN } from './source-faults.ts';

const AGGREGATE = 'aggregate first: a component shows tens of rows, not thousands';
const WAKING = {
  status: 503,
  error: 'SOURCE_RESUMING',
  hint: 'try again in about 15 seconds',
  retryAfter: '15',
};
const REFUSED = { status: 502, error: 'SQL_FAILED', hint: 'run the query by hand against this database' };
const ENDLESS = { status: 502, error: 'SOURCE_TOO_LARGE', hint: AGGREGATE, cause: 'TooLarge' };

const state = (code: string, sentence: string): Fault => ({
  error: 'DatabaseErrorException',
  message: `${sentence}; SQLState: ${code}`,
});

const malformed = (members: string): Fault => ({
  reply: `{"numberOfRecordsUpdated":0${members}}`,
  contentType: 'application/json',
});

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
    hint: 'allow the function’s role to read the stored user and password, and check that both exist',
    cause: 'SecretsErrorException',
  },
  {
    name: 'DatabaseNotFoundException',
    fault: { error: 'DatabaseNotFoundException' },
    ...UNKNOWN,
    hint: 'correct `cluster` and `name` of the database in the dashboard file',
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
    hint: 'try again; if the error persists, check that no proxy answers in place of the RDS Data API',
    cause: 'UnreadableResult',
  })),
].map(({ fault, ...rest }) => ({ ...rest, fault: { ...always, ...fault } as Fault }));
