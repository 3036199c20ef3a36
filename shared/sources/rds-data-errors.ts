import type { SourceErrorCode } from './source-error.ts';

/** How a failure of the Data API is told: `found` says more than its code does. */
export interface Finding {
  readonly code: SourceErrorCode;
  readonly found?: string;
  readonly hint?: string;
}

/** Findings by what they are known by, in the order in which they are tried. */
export type Findings = readonly (readonly [RegExp, Finding])[];

const RESUMING: Finding = { code: 'SOURCE_RESUMING', found: 'it was paused and is waking up' };
const TOO_LARGE: Finding = { code: 'SOURCE_TOO_LARGE', found: 'the Data API answers at most 1 MiB, and 64 KB a row' };
const SWITCHED_OFF: Finding = {
  code: 'SOURCE_DENIED',
  found: 'the Data API of its cluster is switched off',
  hint: 'enable the Data API (HTTP endpoint) of the cluster',
};

/** By the name of the error in the service's model, or at its front door. */
export const NAMES: Findings = [
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
      found: 'the stored user and password of the database cannot be read',
      hint: 'give the function’s role the right to read them, and see that both are stored',
    },
  ],
  [/AccessDenied|Forbidden|Credentials|UnrecognizedClient|Signature|AuthenticationToken/, { code: 'SOURCE_DENIED' }],
  [/NotFound/, { code: 'SOURCE_NOT_FOUND' }],
  [/^TooLarge$/, TOO_LARGE],
];

/** By PostgreSQL's SQLState, where the statement is not to blame, or the author can do better than run it by hand. */
export const STATES: Findings = [
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
      hint: 'correct the user and password that are stored for the database',
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
  [/^42501/, { code: 'SQL_FAILED', hint: 'grant the user of the database the right to read what the query names' }],
];

/** By how a sentence of the service begins, or what of its own words it has, where its names say too little. */
export const SENTENCES: Findings = [
  [/^Communications link failure|is resuming after being auto-paused/i, RESUMING],
  [/^HttpEndpoint is(?: not|n.t) enabled/i, SWITCHED_OFF],
  [/response size limit|row size|size limit/i, TOO_LARGE],
];
