import type { WallfeedError } from '../errors/wallfeed-error.ts';
import { isOverloaded } from './call-source.ts';
import { type ServiceFailure, type SourceErrorCode, serviceFailure, sourceError } from './source-error.ts';

/** How a failure is told: `found` says more than its code does. */
interface Finding {
  readonly code: SourceErrorCode;
  readonly found?: string;
  readonly hint?: string;
}

/** Findings by what they are known by, in the order in which they are tried. */
type Findings = readonly (readonly [RegExp, Finding])[];

const RESUMING: Finding = { code: 'SOURCE_RESUMING', found: 'it was paused and is waking up' };
const TOO_LARGE: Finding = { code: 'SOURCE_TOO_LARGE', found: 'the Data API answers at most 1 MiB, and 64 KB a row' };
const SWITCHED_OFF: Finding = {
  code: 'SOURCE_DENIED',
  found: 'the Data API of its cluster is switched off',
  hint: 'enable the Data API (HTTP endpoint) of the cluster',
};

/** By the name of the error in the service's model, or at its front door. */
const NAMES: Findings = [
  [/^DatabaseResuming/, RESUMING],
  [
    /^InvalidResourceState/,
    {
      code: 'SOURCE_RESUMING',
      found: 'its cluster takes no calls at present',
      hint: 'ask again in about 15 seconds; if it stays, look whether the cluster is stopped',
    },
  ],
  [/^StatementTimeout/, { code: 'SOURCE_TIMEOUT' }],
  [/^HttpEndpointNotEnabled/, SWITCHED_OFF],
  [
    /^ExpiredToken/,
    {
      code: 'SOURCE_DENIED',
      found: 'its credentials have expired',
      hint: 'ask again; if it stays, renew the credentials that the function runs with',
    },
  ],
  [
    /Secret/,
    {
      code: 'SOURCE_DENIED',
      found: 'the secret of the database cannot be used',
      hint: 'give the function’s role the right to read the secret, and put user and password of the database into it',
    },
  ],
  [/AccessDenied|Forbidden|Credentials|UnrecognizedClient|Signature|AuthenticationToken/, { code: 'SOURCE_DENIED' }],
  [/NotFound/, { code: 'SOURCE_NOT_FOUND' }],
  [/^TooLarge$/, TOO_LARGE],
];

/** By PostgreSQL's SQLState, where the statement is not to blame, or the author can do better than run it by hand. */
const STATES: Findings = [
  [/^(?:57014|55P03)/, { code: 'SOURCE_TIMEOUT', found: 'the database stopped the query' }],
  [/^57P0[123]/, { code: 'SOURCE_RESUMING', found: 'it is starting, or stopping' }],
  [/^53[034]00/, { code: 'SOURCE_THROTTLED', found: 'the database has no connection left' }],
  [/^08/, { code: 'SOURCE_THROTTLED', found: 'the connection to the database broke' }],
  [/^(?:40001|40P01)/, { code: 'SOURCE_THROTTLED', found: 'the query met another one’s changes' }],
  [
    /^28/,
    {
      code: 'SOURCE_DENIED',
      found: 'the database does not let its user in',
      hint: 'put user and password of the database into the secret',
    },
  ],
  [
    /^3D000/,
    {
      code: 'SOURCE_NOT_FOUND',
      found: 'the cluster has no such database',
      hint: 'correct the name of the database, or create it',
    },
  ],
  [/^42501/, { code: 'SQL_FAILED', hint: 'grant the user of the secret the right to read what the query names' }],
];

/** By how a sentence of the service begins, or what of its own words it has, where its names say too little. */
const SENTENCES: Findings = [
  [/^Communications link failure|is resuming after being auto-paused/i, RESUMING],
  [/^HttpEndpoint is(?: not|n.t) enabled/i, SWITCHED_OFF],
  [/response size limit|row size|size limit/i, TOO_LARGE],
];

const known = (findings: Findings, text: string): Finding | undefined =>
  findings.find(([pattern]) => pattern.test(text))?.[1];

/** The last one: what stands before it quotes the statement. */
const SQL_STATE = /^.*\bSQLState: ([0-9A-Z]{5})\b/s;

/** What a refused statement may tell: the state of PostgreSQL, never its sentence. */
const stateFinding = ({ message }: ServiceFailure): Finding | undefined => {
  const [, state] = SQL_STATE.exec(message) ?? [];
  if (state === undefined) return undefined;
  const finding = known(STATES, state) ?? { code: 'SQL_FAILED' };
  const named = `SQLState ${state}`;
  return { ...finding, found: finding.found ? `${finding.found} (${named})` : named };
};

/** What of a result the service cannot send; the rest of its sentence stays in the log. */
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

/** Answers that name no error of the service: a proxy's page, a document that is none. */
const UNNAMED = /^(?:SyntaxError|TypeError|RangeError|Unknown|)$/;

const statusFinding = ({ name, status }: ServiceFailure): Finding => {
  if (status === undefined) return { code: 'SOURCE_TIMEOUT' };
  if (status === 401 || status === 403) return { code: 'SOURCE_DENIED' };
  return status < 400 || UNNAMED.test(name) ? { code: 'SOURCE_INVALID', hint: 'ask again' } : { code: 'SQL_FAILED' };
};

const findingOf = (error: unknown): Finding => {
  const service = serviceFailure(error);
  const named = known(NAMES, service.name);
  if (named) return named;
  if (isOverloaded(error)) return { code: 'SOURCE_THROTTLED' };
  return (
    stateFinding(service) ?? known(SENTENCES, service.message) ?? unsupportedFinding(service) ?? statusFinding(service)
  );
};

/**
 * Throws the error again, and says of one that the service takes for the caller's fault that it may be over at the next
 * attempt: as its own client does, by `$retryable`.
 */
export const markPassing = (error: unknown): never => {
  if (findingOf(error).code === 'SOURCE_THROTTLED') Object.assign(Object(error), { $retryable: {} });
  throw error;
};

/** A failed call of the Data API as the caller sees it. */
export const dataApiFailure = (error: unknown, signal: AbortSignal): WallfeedError => {
  const { code, found, hint }: Finding = signal.aborted ? { code: 'SOURCE_TIMEOUT' } : findingOf(error);
  return sourceError(code, error, found, hint);
};
