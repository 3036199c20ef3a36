import type { Column, Columns, Row } from './column.ts';
import type { KeyCheck } from './key-checks.ts';
import type { Reading } from './table.ts';

export interface RowCount {
  readonly min?: number;
  readonly max?: number;
  /** Absent if the limits apply to every reading. */
  readonly reading?: Reading;
}

/** Columns have a fixed number, order and type. Their names in the header are free. */
export interface FixedTable<C extends Columns = Columns> {
  readonly kind: 'fixed';
  readonly columns: C;
  readonly rowCount: RowCount;
  readonly keys: readonly KeyCheck[];
}

/** The header is data: a first column, and any number of further columns that share one type. */
export interface FreeTable<First = unknown, Rest = unknown> {
  readonly kind: 'free';
  readonly first: Column<First>;
  readonly rest: Column<Rest>;
  /** Columns of another type. The endpoint's option contains their names in the header. */
  readonly named?: { readonly option: string; readonly column: Column<unknown> };
  /** True if columns must have different names in the header. */
  readonly hasNames?: boolean;
  readonly columnCount: RowCount;
  readonly rowCount: RowCount;
}

export type TableDefinition = FixedTable | FreeTable;

export interface ChosenTable<
  Of extends Readonly<Record<string, TableDefinition>> = Readonly<Record<string, TableDefinition>>,
> {
  readonly kind: 'chosen';
  readonly option: string;
  readonly of: Of;
}

export type TableDefinitions = Readonly<Record<string, TableDefinition | ChosenTable>>;

export interface FreeRows<First = unknown, Rest = unknown> {
  readonly header: readonly string[];
  readonly rows: readonly (readonly [First, ...Rest[]])[];
}

export type Typed<T> =
  T extends FixedTable<infer C>
    ? readonly Row<C>[]
    : T extends FreeTable<infer First, infer Rest>
      ? FreeRows<First, Rest>
      : T extends ChosenTable<infer Of>
        ? Typed<Of[keyof Of]>
        : never;

export type TypedTables<T extends TableDefinitions> = { readonly [Name in keyof T]: Typed<T[Name]> };

/**
 * `keys` are checks across its rows, such as that a pivot has all its pairs, or that all rows of a group have the same
 * attribute.
 */
export const table = <const C extends Columns>(
  columns: C,
  { rowCount = {}, keys = [] }: { rowCount?: RowCount; keys?: readonly KeyCheck[] } = {},
): FixedTable<C> => ({ kind: 'fixed', columns, rowCount, keys });

/** Declares a table whose header is data. */
export const freeTable = <First, Rest>(
  first: Column<First>,
  rest: Column<Rest>,
  {
    columnCount = {},
    rowCount = {},
    ...more
  }: Partial<Pick<FreeTable, 'columnCount' | 'rowCount' | 'named' | 'hasNames'>> = {},
): FreeTable<First, Rest> => ({ kind: 'free', first, rest, columnCount, rowCount, ...more });

export const chosenTable = <const Of extends Readonly<Record<string, TableDefinition>>>(
  option: string,
  of: Of,
): ChosenTable<Of> => ({ kind: 'chosen', option, of });

export const ONE_ROW: RowCount = { min: 1, max: 1 };
