import type { ErrorCode } from './error-codes.ts';

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
  /** Number of rows from which an aggregated cell was computed. `line` is then the line of the first row. */
  readonly rows?: number;
  readonly message: string;
  readonly hint?: string;
}

/** Maximum number of details in an error response. */
export const MAX_DETAILS = 20;

export interface WallfeedErrorOptions {
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
