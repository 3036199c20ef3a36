import type { ErrorCode } from '../errors/error-codes.ts';
import type { Detail } from '../errors/wallfeed-error.ts';
import type { Budget } from '../limits/budget.ts';
import type { AnyRow } from './key-check.ts';
import type { Reading } from './reading.ts';
import type { Table } from './table.ts';

/** The rows of a fixed table, or the rows and header of a free table. */
export type TypedTable =
  | readonly AnyRow[]
  | { readonly header: readonly string[]; readonly rows: readonly (readonly unknown[])[] };

export interface TypingContext {
  /** The time zone for times without an offset. */
  readonly timezone: string;
  /** The endpoint's options. The option `fill` replaces missing pairs of a pivot. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly reading?: Reading;
  /** Tables that were already typed with the same settings. */
  readonly known?: WeakMap<Table, TypedTable>;
  /** Limits the time for typing, and the number of pairs that a `fill` adds. */
  readonly budget?: Budget;
}

/** One error of a table, with its code. */
export type TableFault = Detail & { readonly code: ErrorCode };
