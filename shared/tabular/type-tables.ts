import { describeDetail } from '../errors/describe-detail.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import { pluralize } from '../errors/pluralize.ts';
import { type Detail, MAX_DETAILS, WallfeedError } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { type CellFault, isCellFault } from './cell-fault.ts';
import type { Column } from './column.ts';
import { describeColumns, describeHeader, hasColumns, listNames, shownName } from './column-count.ts';
import type { FixedTable, FreeTable, RowCount, TableDefinition, TypedTables } from './define-table.ts';
import type { AnyRow } from './key-check.ts';
import type { Reading } from './reading.ts';
import { suggestOrder } from './suggest-order.ts';
import { type Cell, isCommaUnclear, type Table } from './table.ts';
import { type CellTyper, createCellTyper } from './type-cell.ts';

export interface TypingContext {
  /** The zone of times without an offset. */
  readonly timezone: string;
  /** The endpoint's options. `fill` replaces missing pairs of a pivot. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly reading?: Reading;
  /** Tables that are already typed with the same settings, to be reused. */
  readonly known?: WeakMap<Table, TypedTable>;
  /** Limits the time for typing, and the pairs that a `fill` completes. */
  readonly budget?: Budget;
}

/** The rows of a fixed table, or the rows and header of a free table. */
export type TypedTable =
  | readonly AnyRow[]
  | { readonly header: readonly string[]; readonly rows: readonly (readonly unknown[])[] };

type Fault = Detail & { readonly code: ErrorCode };

/** Returns the place of a cell for an error detail. Indexes start at 0. */
export const placeOf = (table: Table, row: number, column: number): Partial<Detail> => {
  const columnName = table.header[column];
  return {
    column: column + 1,
    ...(columnName !== undefined && { columnName: shownName(columnName) }),
    ...table.locate(row, column),
  } as Partial<Detail>;
};

/** Returns the place of a cell for a violation of a body, whose path is the body's own. A path in a document becomes its name. */
export const placeBesidePath = (table: Table, row: number, column: number): Partial<Detail> => {
  const { path, ...place } = placeOf(table, row, column);
  return { ...place, ...(path !== undefined && { columnName: path }) };
};

/** Memory of a row object, besides its cells, in cells. */
const CELLS_OF_A_ROW = 4;

/** Cells to type between two checks of the clock. */
const CELLS_BETWEEN_LOOKS = 100;

interface Cells {
  readonly columns: readonly Column<unknown>[];
  readonly names: readonly string[];
  readonly table: Table;
}

const createTypers = ({ columns, names, table }: Cells, timezone: string): readonly CellTyper[] =>
  columns.map((column, index) =>
    createCellTyper(column, shownName(names[index] ?? `column ${index + 1}`), {
      origin: table.origins?.[index] ?? 'text',
      decimal: table.decimal ?? '.',
      isCommaUnclear: isCommaUnclear(table),
      timezone,
    }),
  );

/** Types all cells; stops at the number of errors that a response lists. `finish` builds a row from its values. */
const typeCells = <FinishedRow>(
  { columns, names, table }: Cells,
  { timezone, budget = UNLIMITED }: TypingContext,
  faults: Fault[],
  finish: (values: readonly unknown[]) => FinishedRow,
): FinishedRow[] => {
  const typers = createTypers({ columns, names, table }, timezone);
  const refuse = (row: number, column: number, { fault: message, hint }: CellFault): void => {
    if (faults.length < MAX_DETAILS) faults.push({ code: 'TABLE_CELL', ...placeOf(table, row, column), message, hint });
  };
  const typeRow = (cells: readonly Cell[], row: number): unknown[] => {
    const values = new Array<unknown>(typers.length);
    for (let column = 0; column < typers.length; column++) {
      const value = (typers[column] as CellTyper)(cells[column] ?? null);
      if (typeof value !== 'object') {
        values[column] = value;
        continue;
      }
      if (isCellFault(value)) refuse(row, column, value);
      else values[column] = value;
      if (Array.isArray(value)) budget.hold({ cells: value.length });
    }
    return values;
  };
  budget.hold({ cells: table.rows.length * CELLS_OF_A_ROW });
  const rows: FinishedRow[] = [];
  const rowsBetweenLooks = Math.ceil(CELLS_BETWEEN_LOOKS / typers.length);
  for (let row = 0; row < table.rows.length && faults.length < MAX_DETAILS; row++) {
    if (row % rowsBetweenLooks === 0) budget.checkTime();
    rows.push(finish(typeRow(table.rows[row] as readonly Cell[], row)));
  }
  return rows;
};

const checkRowCount = (
  { min = 0, max = Number.POSITIVE_INFINITY, reading: only }: RowCount,
  rows: number,
  reading: Reading | undefined,
): Fault[] => {
  if ((only !== undefined && only !== reading) || (rows >= min && rows <= max)) return [];
  const expected =
    min === max ? `exactly ${min}` : max === Number.POSITIVE_INFINITY ? `at least ${min}` : `at most ${max}`;
  const message = `the table has ${pluralize(rows, 'row')}; expected ${expected}`;
  return [{ code: 'TABLE_ROWS', message, hint: 'give as many rows as the component reads' }];
};

const asRow = (names: readonly string[], values: readonly unknown[]): AnyRow => {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index++) {
    if (values[index] !== undefined) row[names[index] as string] = values[index];
  }
  return row;
};

const checkKeys = (
  definition: FixedTable,
  table: Table,
  rows: readonly AnyRow[],
  { options, budget = UNLIMITED }: TypingContext,
): Fault[] => {
  const names = Object.keys(definition.columns);
  const fill = typeof options?.fill === 'number' ? options.fill : undefined;
  return definition.keys
    .flatMap(({ check }) => check(rows, fill, budget.cellsLeft()))
    .slice(0, MAX_DETAILS)
    .map(({ row, column, path, message, hint }) => ({
      code: path === undefined ? 'TABLE_KEYS' : 'BODY_INVALID',
      ...(path !== undefined && { path }),
      ...(row !== undefined && column !== undefined && placeOf(table, row, names.indexOf(column))),
      message,
      hint,
    }));
};

/** Replaces the errors of cells by one error, and returns true, if the columns of a file fit in another order. */
const adviseOrder = ({ columns, names, table }: Cells, { timezone }: TypingContext, faults: Fault[]): boolean => {
  const [first] = faults;
  if (!first?.column || table.origins) return false;
  const typers = createTypers({ columns, names, table }, timezone);
  const typed = columns.map((column, index) => ({
    name: names[index] ?? '',
    column,
    type: typers[index] as CellTyper,
  }));
  const advice = suggestOrder(typed, table, first.column - 1);
  if (!advice) return false;
  faults.splice(0, faults.length, { ...first, message: `${first.message}: ${advice.message}`, hint: advice.hint });
  return true;
};

/** True if a cell that should be a number is made of words. */
const isWord = (cell: Cell | undefined): boolean => /^\p{L}/u.test(String(cell ?? '')) && !/\d/.test(String(cell));

/** Changes the hint if the first row of a file has words in place of all its numbers, and no other row has a fault. */
const adviseHeader = ({ columns, table }: Cells, faults: Fault[]): void => {
  const [first] = faults;
  const line = table.rows.length > 1 ? table.locate(0, 0).line : undefined;
  const numbers = columns.flatMap(({ type }, index) => (type === 'number' ? [index] : []));
  const isHeader = numbers.length > 0 && numbers.every((index) => isWord(table.rows[0]?.[index]));
  if (!first || line === undefined || !isHeader || faults.some((fault) => fault.line !== line)) return;
  const hint = `if line ${line} is a second header, write csv: { file: ..., header: ${line} }, else write numbers`;
  faults.splice(0, faults.length, { ...first, hint });
};

const typeFixed = (
  definition: FixedTable,
  table: Table,
  context: TypingContext,
  faults: Fault[],
): readonly AnyRow[] => {
  const names = Object.keys(definition.columns);
  const columns = Object.values(definition.columns);
  const rows = typeCells({ columns, names, table }, context, faults, (values) => asRow(names, values));
  if (faults.length === 0) faults.push(...checkKeys(definition, table, rows, context));
  else {
    const hasOrder = adviseOrder({ columns, names, table }, context, faults);
    if (!hasOrder) adviseHeader({ columns, names, table }, faults);
  }
  return rows;
};

const namesIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns the columns of a free table, including those that get another type by an option. */
export const freeColumns = (
  { first, rest, named }: FreeTable,
  header: readonly string[],
  options: TypingContext['options'],
) => {
  const special = new Set(named ? namesIn(options?.[named.option]) : []);
  return header.map((name, index) => (named && special.has(name) ? named.column : index === 0 ? first : rest));
};

const checkNamed = ({ named }: FreeTable, header: readonly string[], options: TypingContext['options']): Fault[] =>
  (named ? namesIn(options?.[named.option]) : [])
    .filter((name) => !header.includes(String(name)))
    .map((name) => ({
      code: 'TABLE_COLUMNS',
      message: `${named?.option} names '${name}', and no column is called that`,
      hint: `name columns of the header: ${listNames(header)}`,
    }));

const typeFree = (definition: FreeTable, table: Table, context: TypingContext, faults: Fault[]) => {
  const { header } = table;
  const { options } = context;
  faults.push(...checkNamed(definition, header, options));
  const columns = freeColumns(definition, header, options);
  return { header, rows: typeCells({ columns, names: header, table }, context, faults, (values) => values) };
};

const checkColumns = (definition: TableDefinition, table: Table): Fault[] => {
  const { header } = table;
  if (hasColumns(definition, header.length)) return [];
  const message = `the table has ${describeHeader(header)}; ${describeColumns(definition)}`;
  return [{ code: 'TABLE_COLUMNS', message, hint: 'give exactly these columns, in this order; their names are free' }];
};

const typeTable = (definition: TableDefinition, table: Table, context: TypingContext) => {
  const known = context.known?.get(table);
  if (known) return { faults: [], typed: known };
  const faults: Fault[] = [
    ...checkColumns(definition, table),
    ...checkRowCount(definition.rowCount, table.rows.length, context.reading),
  ];
  if (faults.length > 0) return { faults, typed: undefined };
  const typed =
    definition.kind === 'fixed'
      ? typeFixed(definition, table, context, faults)
      : typeFree(definition, table, context, faults);
  if (faults.length === 0) context.known?.set(table, typed);
  return { faults, typed };
};

/**
 * Types tables as the shape declares them. Skips tables that the endpoint omits.
 * @throws WallfeedError TABLE_COLUMNS, TABLE_ROWS, TABLE_CELL, TABLE_KEYS or BODY_INVALID: the first kind found, with all its errors up to the limit.
 */
export const typeTables = <T extends Readonly<Record<string, TableDefinition>>>(
  definitions: T,
  tables: Readonly<Record<string, Table>>,
  context: TypingContext,
): TypedTables<T> => {
  const several = Object.keys(definitions).length > 1;
  const results = Object.entries(definitions).flatMap(([name, definition]) => {
    const table = tables[name];
    return table ? [{ name, ...typeTable(definition, table, context) }] : [];
  });
  const faults = results.flatMap(({ name, faults }) =>
    faults.map((fault) => ({ ...(several && { table: name }), ...fault })),
  );
  const [first] = faults;
  if (first)
    throw new WallfeedError(
      first.code,
      `The table does not fit the component: ${describeDetail(first)}.`,
      faults.map(({ code: _, ...detail }) => detail),
    );
  return Object.fromEntries(results.map(({ name, typed }) => [name, typed])) as TypedTables<T>;
};
