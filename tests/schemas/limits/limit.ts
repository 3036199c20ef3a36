import type { ErrorCode } from '../../../shared/errors/error-codes.ts';

/** What the interface demands of a shape, and how a reject of that shape shows that it is held. */
export interface Limit {
  /** `family/shape`. */
  readonly shape: string;
  readonly error: ErrorCode;
  /** Where in the body, `[]` for any index; of a table, its name. */
  readonly path: string;
  readonly message: RegExp;
  /** What must be refused: a document, rows, or each of them where left out. */
  readonly of?: 'document' | 'rows';
}

export type Limits = readonly Limit[];

/** Limits in our words, and what shows each. */
export type LimitsByWords = Readonly<Record<string, Limits>>;

/** What the body shows: documents can break it, and rows too unless their columns cannot say it. */
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
