import type { ErrorCode } from '../../../shared/errors/wallfeed-error.ts';

/**
 * A limit that the interface sets, and the error of inputs that break the limit. Each limit must have a reject with this
 * error.
 */
export interface Limit {
  /** Folder of the shape: `family/shape`. */
  readonly shape: string;
  readonly error: ErrorCode;
  /** The place in the body, with `[]` for any index; for an error of a table, the table's name. */
  readonly path: string;
  readonly message: RegExp;
  /** The kind of input that must be refused; both kinds if left out. */
  readonly of?: 'document' | 'rows';
}

export type Limits = readonly Limit[];

/** Limits by a sentence that states them. */
export type LimitsByWords = Readonly<Record<string, Limits>>;

/** Declares a limit of the body. Both documents and rows can break the limit, unless `of` names one of them. */
export const body = (shape: string, path: string, message: RegExp, of?: Limit['of']): Limit => ({
  shape,
  error: 'BODY_INVALID',
  path,
  message,
  ...(of && { of }),
});

export const inDocument = (shape: string, path: string, message: RegExp): Limit =>
  body(shape, path, message, 'document');

export const inRows = (shape: string, error: ErrorCode, path: string, message: RegExp): Limit => ({
  shape,
  error,
  path,
  message,
  of: 'rows',
});

export const exactly = (count: number, shape: string, path: string, of?: Limit['of']): Limits => [
  body(shape, path, new RegExp(`at least ${count} `), of),
  body(shape, path, new RegExp(`at most ${count} `), of),
];
