import { causeName } from './cause-name.ts';

export const errorCodes = {
  REQUEST_INVALID: 400,
  TOKEN_MISSING: 401,
  TOKEN_MISMATCH: 401,
  TOKEN_EXPIRED: 401,
  KEY_MISSING: 401,
  KEY_MISMATCH: 401,
  ENDPOINT_UNKNOWN: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TOO_LARGE: 413,
  CONTENT_TYPE_UNSUPPORTED: 415,
  INTERNAL: 500,
  DASHBOARD_INVALID: 502,
  SOURCE_NOT_FOUND: 502,
  SOURCE_DENIED: 502,
  SOURCE_INVALID: 502,
  SOURCE_TOO_LARGE: 502,
  SQL_FAILED: 502,
  TABLE_COLUMNS: 502,
  TABLE_CELL: 502,
  TABLE_ROWS: 502,
  TABLE_KEYS: 502,
  BODY_INVALID: 502,
  BODY_TOO_LARGE: 502,
  TOKEN_UNAVAILABLE: 503,
  SOURCE_THROTTLED: 503,
  SOURCE_RESUMING: 503,
  SOURCE_REFUSED: 502,
  SOURCE_TIMEOUT: 504,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorCodes;

/** `line` is set for files, `row` for SQL results. All numbers start at 1. */
export interface Detail {
  readonly path?: string;
  readonly table?: string;
  /** The name in the dashboard file. Set if a table consists of several files. */
  readonly file?: string;
  readonly line?: number;
  readonly row?: number;
  readonly column?: number;
  readonly columnName?: string;
  /** Number of rows from which an aggregated cell was computed. Its `line` is the line of the first row. */
  readonly rows?: number;
  readonly message: string;
  readonly hint?: string;
}

export const MAX_DETAILS = 20;

interface WallfeedErrorOptions {
  readonly cause?: unknown;
  readonly retryAfter?: number;
}

/** The code is stable, the message is for people. */
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

export const inTable = (error: unknown, table: string): unknown => withPlace(error, `Table ${table}`, { table });

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
