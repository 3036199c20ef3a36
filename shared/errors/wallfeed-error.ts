import { causeName } from './cause-name.ts';

/**
 * The error codes of requests, each with its HTTP status and its meaning. A test compares this list with the table in
 * shared/README.md.
 */
export const errorCodes = {
  REQUEST_INVALID: { status: 400, meaning: 'a parameter is missing, malformed, or given twice with different text' },
  TOKEN_MISSING: { status: 401, meaning: 'the endpoint has a token, and the request has no digest' },
  TOKEN_MISMATCH: { status: 401, meaning: 'the digest does not match this request and the configured token' },
  TOKEN_EXPIRED: { status: 401, meaning: 'currentTime is further from the clock than maxSkew' },
  KEY_MISSING: { status: 401, meaning: 'the endpoint has an API key, and the request has none' },
  KEY_MISMATCH: { status: 401, meaning: 'the API key does not match the configured key' },
  ENDPOINT_UNKNOWN: { status: 404, meaning: 'no endpoint has this URL' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'the endpoint does not take this method; the header Allow has its methods',
  },
  REQUEST_TOO_LARGE: { status: 413, meaning: 'the request body is over 65 536 bytes' },
  CONTENT_TYPE_UNSUPPORTED: { status: 415, meaning: 'the body is neither JSON nor a form' },
  INTERNAL: { status: 500, meaning: 'an error in Wallfeed itself; the log shows the error under the request id' },
  DASHBOARD_INVALID: {
    status: 502,
    meaning: 'the local stack does not serve the endpoint, because dashboard.yml has an error',
  },
  SOURCE_NOT_FOUND: { status: 502, meaning: 'the file, bucket or database does not exist' },
  SOURCE_DENIED: { status: 502, meaning: 'the function may not read the source' },
  SOURCE_INVALID: { status: 502, meaning: 'the source cannot be read as CSV, JSON or the result of a query' },
  SOURCE_TOO_LARGE: {
    status: 502,
    meaning: 'the source is over its limit of bytes, rows or cells, or over the function’s memory',
  },
  SQL_FAILED: { status: 502, meaning: 'the database refused the query' },
  TABLE_COLUMNS: { status: 502, meaning: 'the table lacks a column or has too many, or a row has too many cells' },
  TABLE_CELL: { status: 502, meaning: 'a cell is blank, is not in the map, or does not have its column’s type' },
  TABLE_ROWS: { status: 502, meaning: 'the table has too few or too many rows' },
  TABLE_KEYS: { status: 502, meaning: 'a pair is missing or given twice, or rows of one group contradict each other' },
  BODY_INVALID: { status: 502, meaning: 'the body breaks a limit or rule of the component' },
  BODY_TOO_LARGE: { status: 502, meaning: 'the response is over the 6 MB that a function may send' },
  TOKEN_UNAVAILABLE: { status: 503, meaning: 'the configured token or API key cannot be read' },
  SOURCE_THROTTLED: { status: 503, meaning: 'the source is refusing calls for now' },
  SOURCE_RESUMING: { status: 503, meaning: 'the database is resuming or starting' },
  SOURCE_TIMEOUT: { status: 504, meaning: 'the source did not answer in time, or the connection to it failed' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** One error with its place. `line` is set for files, `row` for SQL results. All numbers start at 1. */
export interface Detail {
  readonly path?: string;
  readonly table?: string;
  /** The file's name in the dashboard file, if a table consists of several files. */
  readonly file?: string;
  readonly line?: number;
  readonly row?: number;
  readonly column?: number;
  readonly columnName?: string;
  /**
   * Number of rows from which an aggregated cell was computed. The `line` of such a cell is the line of the first row.
   */
  readonly rows?: number;
  readonly message: string;
  readonly hint?: string;
}

/** Maximum number of details in an error response. */
export const MAX_DETAILS = 20;

interface WallfeedErrorOptions {
  readonly cause?: unknown;
  /** Seconds after which the client may retry. */
  readonly retryAfter?: number;
}

/** An error with a stable code, a message for people, and the places of the errors. */
export class WallfeedError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly Detail[];
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details: readonly Detail[] = [], options: WallfeedErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'WallfeedError';
    this.code = code;
    this.details = details;
    this.retryAfter = options.retryAfter;
  }
}

const withPlace = (error: unknown, name: string, place: Pick<Detail, 'table' | 'file'>): unknown => {
  if (!(error instanceof WallfeedError)) return error;
  const { code, message, details, cause, retryAfter } = error;
  return new WallfeedError(
    code,
    `${name}: ${message}`,
    details.map((detail) => ({ ...place, ...detail })),
    {
      cause,
      ...(retryAfter !== undefined && { retryAfter }),
    },
  );
};

/** Copies an error and adds the table's name to its details. */
export const inTable = (error: unknown, table: string): unknown => withPlace(error, `Table ${table}`, { table });

/** Copies an error and adds the file's name to its details. */
export const inFile = (error: unknown, file: string): unknown => withPlace(error, `File ${file}`, { file });

interface Texts {
  readonly message: string;
  readonly details: readonly Detail[];
}

/**
 * Copies an error for a cache. The copied texts do not keep the source file in memory, and only the name of the cause
 * remains.
 */
export const toCacheableError = ({ code, message, details, cause, retryAfter }: WallfeedError): WallfeedError => {
  const copy: Texts = JSON.parse(JSON.stringify({ message, details } satisfies Texts));
  const name = causeName(cause);
  return new WallfeedError(code, copy.message, copy.details, {
    ...(name !== undefined && { cause: { name } }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
};

const placeOf = ({ table, file, line, row, column, columnName, rows }: Detail): readonly string[] => [
  ...(table === undefined ? [] : [`table ${table}`]),
  ...(file === undefined ? [] : [`file ${file}`]),
  ...(line === undefined ? [] : [`line ${line}`]),
  ...(row === undefined ? [] : [`row ${row}`]),
  ...(column === undefined ? [columnName ?? []].flat() : [`column ${column}${columnName ? ` (${columnName})` : ''}`]),
  ...(rows === undefined || rows < 2 ? [] : [`first of ${rows} rows`]),
];

/** Writes a detail as a sentence: `line 3, column 2 (value): '12x' is not a number`. */
export const describeDetail = (detail: Detail): string => {
  const place = placeOf(detail);
  const subject = detail.path === undefined ? '' : `${detail.path || 'it'} `;
  const message = `${subject}${detail.message}`;
  return place.length > 0 ? `${place.join(', ')}: ${message}` : message;
};
