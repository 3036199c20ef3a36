import type { Columns, ColumnType } from '../tabular/column.ts';
import type { FreeRows, TableDefinition } from '../tabular/define-table.ts';
import type { AnyRow } from '../tabular/key-check.ts';
import { valueAt } from './body-path.ts';

/** The cell that a violation comes from; indexes from 0. */
export interface Origin {
  readonly table: string;
  readonly row: number;
  readonly column: number;
}

type TypedTable = readonly AnyRow[] | FreeRows;
type TypedTables = Readonly<Record<string, TypedTable>>;

/** Marks are no value that a table holds, and no sum or mean of marks is one: those have 12 significant digits, marks 15. */
const FIRST_MARK = 100_000_000_000_007;
const MARK_STEP = 1000;
const TEXT_MARK = '\u0000mark ';

const numberMark = (row: number): number => FIRST_MARK + row * MARK_STEP;
const textMark = (row: number): string => `${TEXT_MARK}${row}`;

const marks: Readonly<Record<ColumnType, (row: number) => unknown>> = {
  text: textMark,
  freeText: textMark,
  number: numberMark,
  numberOrText: numberMark,
  list: (row) => [textMark(row)],
  numberList: (row) => [numberMark(row)],
  time: numberMark,
};

const readMark = (value: unknown): number | undefined => {
  if (typeof value === 'string' && value.startsWith(TEXT_MARK)) return Number(value.slice(TEXT_MARK.length));
  if (typeof value !== 'number') return undefined;
  const row = (value - FIRST_MARK) / MARK_STEP;
  return Number.isInteger(row) && row >= 0 ? row : undefined;
};

/** The rows whose marks stand anywhere inside a value. */
const marksInside = (value: unknown): ReadonlySet<number> => {
  const rows = new Set<number>();
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    const row = readMark(next);
    if (row !== undefined) rows.add(row);
    else if (typeof next === 'object' && next !== null) for (const inside of Object.values(next)) pending.push(inside);
  }
  return rows;
};

const markFixed = (rows: readonly AnyRow[], column: string, columns: Columns): readonly AnyRow[] => {
  const mark = marks[columns[column]?.type ?? 'text'];
  return rows.map((row, index) => (row[column] === undefined ? row : { ...row, [column]: mark(index) }));
};

const markFree = ({ header, rows }: FreeRows, column: number, type: ColumnType): FreeRows => ({
  header,
  rows: rows.map((cells, index) => cells.with(column, marks[type](index)) as [unknown, ...unknown[]]),
});

/** The table once for each of its columns, with every cell of that column marked by its row; none for the keys of a pivot. */
const markedTables = (definition: TableDefinition, typed: TypedTable): readonly (TypedTable | undefined)[] => {
  if (definition.kind === 'fixed') {
    const rows = typed as readonly AnyRow[];
    const keys = new Set(definition.keys.flatMap(({ keyedBy }) => keyedBy));
    return Object.keys(definition.columns).map((column) =>
      keys.has(column) ? undefined : markFixed(rows, column, definition.columns),
    );
  }
  const free = typed as FreeRows;
  return free.header.map((_, column) =>
    markFree(free, column, (column === 0 ? definition.first : definition.rest).type),
  );
};

/** A marked table may break what typing promises to a fold; one that fails on it shows nothing. */
const foldMarked = (fold: (tables: TypedTables) => unknown, tables: TypedTables): unknown => {
  try {
    return fold(tables);
  } catch {
    return undefined;
  }
};

/**
 * Finds the one cell that each path of a body comes from: a fold is pure, so folding again with the cells of one column
 * marked shows where they go. Where no cell or more than one is behind a path, there is none to name.
 */
export const traceViolations = (
  definitions: Readonly<Record<string, TableDefinition>>,
  tables: TypedTables,
  fold: (tables: TypedTables) => unknown,
  paths: readonly string[],
): readonly (Origin | undefined)[] => {
  const found = paths.map((): Origin[] => []);
  for (const [table, definition] of Object.entries(definitions)) {
    const typed = tables[table];
    if (!typed) continue;
    for (const [column, marked] of markedTables(definition, typed).entries()) {
      if (!marked) continue;
      const body = foldMarked(fold, { ...tables, [table]: marked });
      paths.forEach((path, index) => {
        for (const row of marksInside(valueAt(path, body))) found[index]?.push({ table, row, column });
      });
    }
  }
  return found.map((origins) => (origins.length === 1 ? origins[0] : undefined));
};
