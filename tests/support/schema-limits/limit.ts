import type { ErrorCode } from '../../../shared/errors/wallfeed-error.ts';

/** The interface sets each limit, and a reject must have this error. */
export interface Limit {
  /** Such as `family/shape`. */
  readonly shape: string;
  readonly error: ErrorCode;
  /** In the body, with `[]` for any index; for an error of a table, the table's name. */
  readonly path: string;
  readonly message: RegExp;
  /** Both kinds if left out. */
  readonly of?: 'document' | 'rows';
}

export type Limits = readonly Limit[];

/** By a sentence that states the limits. */
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
