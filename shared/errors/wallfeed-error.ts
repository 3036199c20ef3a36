import type { ErrorCode } from './error-codes.ts';

/** One place where something is wrong. `line` counts a file's lines and `row` an SQL result's rows, `column` columns; all from 1. */
export interface Detail {
  readonly path?: string;
  readonly table?: string;
  readonly line?: number;
  readonly row?: number;
  readonly column?: number;
  readonly columnName?: string;
  readonly message: string;
  readonly hint?: string;
}

/** How many details one problem lists; the rest are counted in its message. */
export const DETAILS_LIMIT = 20;

export interface WallfeedErrorOptions {
  readonly cause?: unknown;
  /** Seconds after which asking again makes sense. */
  readonly retryAfter?: number;
}

/** The one error of the engine: a code of the table, a sentence for a person, and the places it is about. */
export class WallfeedError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly Detail[];
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details: readonly Detail[] = [], options: WallfeedErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'WallfeedError';
    this.code = code;
    this.details = details.slice(0, DETAILS_LIMIT);
    this.retryAfter = options.retryAfter;
  }
}

/** The same error, its places said to be in one table of several. */
export const inTable = (error: unknown, table: string): unknown => {
  if (!(error instanceof WallfeedError)) return error;
  const { code, message, details, cause, retryAfter } = error;
  return new WallfeedError(
    code,
    `Table ${table}: ${message}`,
    details.map((detail) => ({ table, ...detail })),
    {
      cause,
      ...(retryAfter !== undefined && { retryAfter }),
    },
  );
};
