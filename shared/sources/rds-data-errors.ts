import {
  ACCESS_DENIED,
  type ErrorMapping,
  type ErrorMappings,
  EXPIRED_CREDENTIALS,
  findMapping,
} from '../aws/error-mapping.ts';
import { isOverloaded } from '../aws/retry-call.ts';
import { noResponseCode, type ServiceFailure, serviceFailure } from '../aws/service-errors.ts';
import { sourceError } from '../aws/source-error.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import type { Engine } from './engine.ts';

const RESUMING: ErrorMapping = { code: 'SOURCE_RESUMING', found: 'the database was paused and is resuming' };
const TOO_LARGE: ErrorMapping = {
  code: 'SOURCE_TOO_LARGE',
  found: 'the Data API returns at most 1 MiB, and 64 KB for each row',
};
const SWITCHED_OFF: ErrorMapping = {
  code: 'SOURCE_DENIED',
  found: 'the Data API of the cluster is switched off',
  hint: 'enable the Data API (HTTP endpoint) of the cluster',
};

/** The Data API refuses the call before the database gets the statement. */
const NOT_ACCEPTED: ErrorMapping = {
  code: 'SQL_FAILED',
  found: 'the Data API did not accept the call',
  hint: 'read the reason in the log, and check `database` in the dashboard file',
};

const NAMES: ErrorMappings = [
  [/^DatabaseResuming/, RESUMING],
  [
    /^InvalidResourceState/,
    {
      code: 'SOURCE_RESUMING',
      found: 'the cluster accepts no calls at the moment',
      hint: 'try again in about 15 seconds; if the error persists, check whether the cluster is stopped',
    },
  ],
  [/^StatementTimeout/, { code: 'SOURCE_TIMEOUT' }],
  [/^HttpEndpointNotEnabled/, SWITCHED_OFF],
  EXPIRED_CREDENTIALS,
  [
    /Secret/,
    {
      code: 'SOURCE_DENIED',
      found: 'the stored user and password of the database cannot be read',
      hint: 'allow the function’s role to read the stored user and password, and check that both exist',
    },
  ],
  ACCESS_DENIED,
  [
    /^(?:DatabaseNotFound|NotFound)/,
    {
      code: 'SOURCE_NOT_FOUND',
      found: 'there is no such cluster, or no such database in it',
      hint: 'correct `cluster` and `name` of the database in the dashboard file',
    },
  ],
  [/NotFound/, { code: 'SOURCE_NOT_FOUND' }],
  [/^TooLarge$/, TOO_LARGE],
];

/** Patterns of messages, for exceptions whose name says too little. */
const SENTENCES: ErrorMappings = [
  [/^Communications link failure|is resuming after being auto-paused/i, RESUMING],
  [/^HttpEndpoint is(?: not|n.t) enabled/i, SWITCHED_OFF],
  [/response size limit|row size|size limit/i, TOO_LARGE],
];

/**
 * Returns the error for the code of a refused statement. The message of the database may quote data, so it is not sent
 * to the client.
 */
const mapCode = ({ message }: ServiceFailure, { codes, errors, nameCodes }: Engine): ErrorMapping | undefined => {
  const found = codes.map((pattern) => pattern.exec(message)).find((match) => match !== null);
  if (!found) return undefined;
  const [, code = '', second] = found;
  const mapping = findMapping(errors, code) ?? { code: 'SQL_FAILED' };
  const named = nameCodes(code, second);
  return { ...mapping, found: mapping.found ? `${mapping.found} (${named})` : named };
};

/** Only this part of a message, which names an unsupported type, is sent to the client. */
const UNSUPPORTED =
  /unsupported data type (?:OID )?\w{1,40}|multidimensional array|infinite time in column .{1,60}(?=\.$)/i;

const mapUnsupported = ({ name, message }: ServiceFailure, { castHint }: Engine): ErrorMapping | undefined => {
  if (name !== 'UnsupportedResultException') return undefined;
  const [found] = UNSUPPORTED.exec(message) ?? [];
  return {
    code: 'SQL_FAILED',
    found: `the Data API cannot return the result${found ? ` (${found})` : ''}`,
    hint: /^infinite/i.test(found ?? '')
      ? 'leave infinite times out in the query: case when isfinite(at) then at end'
      : castHint,
  };
};

/** Replies that do not come from an AWS service, such as the HTML page of a proxy. */
const UNNAMED = /^(?:SyntaxError|TypeError|RangeError|Unknown|)$/;

const mapStatus = ({ name, status = 0 }: ServiceFailure): ErrorMapping => {
  if (status === 401 || status === 403) return { code: 'SOURCE_DENIED' };
  if (/^BadRequest/.test(name)) return NOT_ACCEPTED;
  return status < 400 || UNNAMED.test(name) ? { code: 'SOURCE_INVALID' } : { code: 'SQL_FAILED' };
};

/** The local stack reports a database that cannot be reached. */
const LOCAL = /^Local database: (.*)$/s;
const LOCAL_HINT = 'correct this on the machine that serves the dashboard';

const mapError = (error: unknown, engine: Engine): ErrorMapping => {
  const service = serviceFailure(error);
  const named = findMapping(NAMES, service.name);
  if (named) return named;
  const [, found] = LOCAL.exec(service.message) ?? [];
  if (found !== undefined) return { code: 'SOURCE_THROTTLED', found, hint: LOCAL_HINT };
  if (isOverloaded(error)) return { code: 'SOURCE_THROTTLED' };
  const unanswered = noResponseCode(error);
  if (unanswered) return { code: unanswered };
  return (
    mapCode(service, engine) ??
    findMapping(SENTENCES, service.message) ??
    mapUnsupported(service, engine) ??
    mapStatus(service)
  );
};

/**
 * Rethrows an error. Marks throttling as `$retryable`, as the AWS SDK does, because the Data API reports some
 * throttling as an error of the client.
 */
export const markRetryable = (error: unknown, engine: Engine): never => {
  if (mapError(error, engine).code === 'SOURCE_THROTTLED') Object.assign(Object(error), { $retryable: {} });
  throw error;
};

export const toDataApiError = (error: unknown, signal: AbortSignal, engine: Engine): WallfeedError => {
  const { cause } = Object(error);
  if (cause instanceof WallfeedError) return cause;
  const { code, found, hint }: ErrorMapping = signal.aborted ? { code: 'SOURCE_TIMEOUT' } : mapError(error, engine);
  return sourceError(code, error, found, hint ?? (code === 'SOURCE_INVALID' ? 'try again' : undefined));
};
