import { isOverloaded } from '../aws/retry-call.ts';
import { noResponseCode, type ServiceFailure, serviceFailure } from '../aws/service-failure.ts';
import { WallfeedError } from '../errors/wallfeed-error.ts';
import { type Finding, type Findings, NAMES, SENTENCES, STATES } from './rds-data-errors.ts';
import { sourceError } from './source-error.ts';

const known = (findings: Findings, text: string): Finding | undefined =>
  findings.find(([pattern]) => pattern.test(text))?.[1];

/** The last one: what stands before it quotes the statement. */
const SQL_STATE = /^.*\bSQLState: ([0-9A-Z]{5})\b/s;

/** The SQLSTATE of a refused statement. PostgreSQL's sentence may quote data, so it never goes out. */
const stateFinding = ({ message }: ServiceFailure): Finding | undefined => {
  const [, state] = SQL_STATE.exec(message) ?? [];
  if (state === undefined) return undefined;
  const finding = known(STATES, state) ?? { code: 'SQL_FAILED' };
  const named = `SQLState ${state}`;
  return { ...finding, found: finding.found ? `${finding.found} (${named})` : named };
};

/** Finds the part of a result that the service cannot send. The rest of its sentence stays in the log. */
const UNSUPPORTED = /unsupported data type (?:OID )?\w{1,40}|multidimensional array/i;

const unsupportedFinding = ({ name, message }: ServiceFailure): Finding | undefined => {
  if (name !== 'UnsupportedResultException') return undefined;
  const [found] = UNSUPPORTED.exec(message) ?? [];
  return {
    code: 'SQL_FAILED',
    found: `the Data API cannot return its result${found ? ` (${found})` : ''}`,
    hint: 'cast the column in the query: column::text',
  };
};

/** Names of replies without an error of the service, such as the page of a proxy. */
const UNNAMED = /^(?:SyntaxError|TypeError|RangeError|Unknown|)$/;

const statusFinding = ({ name, status = 0 }: ServiceFailure): Finding => {
  if (status === 401 || status === 403) return { code: 'SOURCE_DENIED' };
  return status < 400 || UNNAMED.test(name) ? { code: 'SOURCE_INVALID' } : { code: 'SQL_FAILED' };
};

const findingOf = (error: unknown): Finding => {
  const service = serviceFailure(error);
  const named = known(NAMES, service.name);
  if (named) return named;
  if (isOverloaded(error)) return { code: 'SOURCE_THROTTLED' };
  const unanswered = noResponseCode(error);
  if (unanswered) return { code: unanswered };
  return (
    stateFinding(service) ?? known(SENTENCES, service.message) ?? unsupportedFinding(service) ?? statusFinding(service)
  );
};

/**
 * Throws the error again, and says of one that the service takes for the caller's fault that it may be over at the next
 * attempt: as its own client does, by `$retryable`.
 */
export const markRetryable = (error: unknown): never => {
  if (findingOf(error).code === 'SOURCE_THROTTLED') Object.assign(Object(error), { $retryable: {} });
  throw error;
};

/** A failed call of the Data API as the caller sees it. */
export const dataApiFailure = (error: unknown, signal: AbortSignal): WallfeedError => {
  const { cause } = Object(error);
  if (cause instanceof WallfeedError) return cause;
  const { code, found, hint }: Finding = signal.aborted ? { code: 'SOURCE_TIMEOUT' } : findingOf(error);
  return sourceError(code, error, found, hint ?? (code === 'SOURCE_INVALID' ? 'ask again' : undefined));
};
