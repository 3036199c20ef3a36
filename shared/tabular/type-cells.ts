import type { Detail, ErrorCode } from '../errors/wallfeed-error.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { type CellFault, isCellFault, placeOf } from './cell-fault.ts';
import type { Column } from './column.ts';
import { shownName } from './column-count.ts';
import type { AnyRow } from './key-checks.ts';
import { areMarksOpen, containsMark, findUnclearMark } from './number-marks.ts';
import { areUnlike, formOf, type NumberForm, otherForm } from './one-form.ts';
import { type Cell, isCommaUnclear, type Reading, type Table } from './table.ts';
import { type CellTyper, createCellTyper } from './type-cell.ts';

export type TypedTable =
  | readonly AnyRow[]
  | { readonly header: readonly string[]; readonly rows: readonly (readonly unknown[])[] };

export interface TypingContext {
  /** Zone of times without an offset. */
  readonly timezone: string;
  /** The option `fill` replaces missing pairs of a pivot. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly reading?: Reading;
  /** Tables that were typed with the same settings. */
  readonly known?: WeakMap<Table, TypedTable>;
  /** Limits the typing, and the pairs that a `fill` adds. */
  readonly budget?: Budget;
}

export type TableFault = Detail & { readonly code: ErrorCode };

/** Memory of a row object without its cells. */
const CELLS_OF_A_ROW = 4;

const CELLS_BETWEEN_LOOKS = 100;

export interface Cells {
  readonly columns: readonly Column<unknown>[];
  readonly names: readonly string[];
  readonly table: Table;
}

/**
 * Uses Array.from, because `map` may create another internal kind of array. V8 would then have to compile the loop over
 * all rows again.
 */
export const createTypers = ({ columns, names, table }: Cells, timezone: string): readonly CellTyper[] =>
  Array.from(columns, (column, index) => {
    const origin = table.origins?.[index] ?? 'text';
    const type = createCellTyper(column, shownName(names[index] ?? `column ${index + 1}`), {
      origin,
      decimal: table.decimal ?? '.',
      isCommaUnclear: isCommaUnclear(table),
      timezone,
    });
    return column.type === 'number' && origin === 'text' && !areUnlike(names) ? inOneForm(type) : type;
  });

function* textsIn({ rows }: Table, column: number): Iterable<string> {
  for (const cells of rows) yield String(cells[column] ?? '');
}

/** Refuses each number that is not written like the numbers above it: all or none of a column are in percent. */
const inOneForm = (type: CellTyper): CellTyper => {
  let first: NumberForm | undefined;
  return (cell) => {
    const value = type(cell);
    if (typeof value !== 'number' || typeof cell !== 'string' || value === 0) return value;
    const form = formOf(cell);
    first ??= form;
    return form === first ? value : otherForm(form, cell);
  };
};

const NUMBERS = new Set<string>(['number', 'numberList', 'numberOrText']);

/** Refuses columns of numbers that may be read in two ways. */
const refuseUnclear = ({ columns, table }: Cells, faults: TableFault[]): void => {
  if (!areMarksOpen(table)) return;
  for (const [index, { type }] of columns.entries()) {
    if (!NUMBERS.has(type) || !table.rows.some((cells) => containsMark(String(cells[index] ?? '')))) continue;
    const found = findUnclearMark(textsIn(table, index), table);
    if (!found) continue;
    const { fault: message, hint } = found.fault;
    faults.push({ code: 'TABLE_CELL', ...placeOf(table, found.at, index), message, hint });
  }
};

/** The array is used again for the next row. */
type RowTyper = (cells: readonly Cell[], row: number) => readonly unknown[];

const createRowTyper = (
  typers: readonly CellTyper[],
  budget: Budget,
  refuse: (row: number, column: number, fault: CellFault) => void,
): RowTyper => {
  const values = new Array<unknown>(typers.length);
  const typeObject = (value: unknown, row: number, column: number): unknown => {
    if (isCellFault(value)) {
      refuse(row, column, value);
      return undefined;
    }
    if (Array.isArray(value)) budget.hold({ cells: value.length });
    return value;
  };
  return (cells, row) => {
    for (let column = 0; column < typers.length; column++) {
      const value = (typers[column] as CellTyper)(cells[column] ?? null);
      values[column] = typeof value === 'object' ? typeObject(value, row, column) : value;
    }
    return values;
  };
};

/**
 * Stops at the maximum number of errors. `finish` builds a row from its values. It must copy the values, because the
 * same array is used for the next row.
 */
export const typeCells = <FinishedRow>(
  { columns, names, table }: Cells,
  { timezone, budget = UNLIMITED }: TypingContext,
  faults: TableFault[],
  finish: (values: readonly unknown[]) => FinishedRow,
): FinishedRow[] => {
  const { maxDetails } = budget;
  const typers = createTypers({ columns, names, table }, timezone);
  const typeRow = createRowTyper(typers, budget, (row, column, { fault: message, hint }) => {
    if (faults.length < maxDetails) faults.push({ code: 'TABLE_CELL', ...placeOf(table, row, column), message, hint });
  });
  refuseUnclear({ columns, names, table }, faults);
  budget.hold({ cells: table.rows.length * CELLS_OF_A_ROW });
  const rows: FinishedRow[] = [];
  const rowsBetweenLooks = Math.ceil(CELLS_BETWEEN_LOOKS / typers.length);
  // Not a `for` loop: V8 would optimize it together with all functions that it calls, which costs more than it saves.
  table.rows.every((cells, row) => {
    if (row % rowsBetweenLooks === 0) budget.checkTime();
    rows.push(finish(typeRow(cells, row)));
    return faults.length < maxDetails;
  });
  return rows;
};
