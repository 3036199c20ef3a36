import type { FixedTable, FreeRows, FreeTable, TableDefinition } from '../tabular/define-table.ts';
import type { AnyRow } from '../tabular/key-check.ts';
import { lengthsAlong, valueAt } from './body-path.ts';
import { marks, marksInside } from './marks.ts';

/** The cell that a violation comes from; indexes from 0. */
export interface Origin {
  readonly table: string;
  readonly row: number;
  readonly column: number;
}

type TypedTable = readonly AnyRow[] | FreeRows;
type TypedTables = Readonly<Record<string, TypedTable>>;

/** A cell is marked by its own row or, where that would take a group apart, by the first row with the same cell. */
type Marking = 'row' | 'first';

/** The first row with the same cell, for each row. */
const firstRows = (rows: readonly AnyRow[], column: string): readonly number[] => {
  const first = new Map<string, number>();
  return rows.map((row, index) => {
    const cell = JSON.stringify([row[column]]);
    const before = first.get(cell) ?? index;
    first.set(cell, before);
    return before;
  });
};

const markFixed = (
  { columns, keys }: FixedTable,
  rows: readonly AnyRow[],
  column: number,
  marking: Marking,
): TypedTable | undefined => {
  const name = Object.keys(columns)[column] ?? '';
  if (keys.some(({ keyedBy }) => keyedBy.includes(name))) return undefined;
  const mark = marks[columns[name]?.type ?? 'text'];
  const firsts = marking === 'first' ? firstRows(rows, name) : undefined;
  return rows.map((row, index) =>
    row[name] === undefined ? row : { ...row, [name]: mark(firsts?.[index] ?? index, row[name]) },
  );
};

const markFree = ({ first, rest }: FreeTable, { header, rows }: FreeRows, column: number): TypedTable => {
  const mark = marks[(column === 0 ? first : rest).type];
  return {
    header,
    rows: rows.map((cells, index) => cells.with(column, mark(index, cells[column])) as [unknown, ...unknown[]]),
  };
};

/** The table with every cell of a column marked; none for the keys of a pivot. */
const markColumn = (
  definition: TableDefinition,
  typed: TypedTable,
  column: number,
  marking: Marking,
): TypedTable | undefined =>
  definition.kind === 'fixed'
    ? markFixed(definition, typed as readonly AnyRow[], column, marking)
    : markFree(definition, typed as FreeRows, column);

const columnCount = (definition: TableDefinition, typed: TypedTable): number =>
  definition.kind === 'fixed' ? Object.keys(definition.columns).length : (typed as FreeRows).header.length;

/** The rows are folded again for each column: in a wider table no cell is looked for. */
const MOST_COLUMNS = 100;

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
  const body = foldMarked(fold, tables);
  const leadsAlike = (path: string, marked: unknown) => lengthsAlong(path, marked) === lengthsAlong(path, body);
  const found = paths.map((): Origin[] => []);
  for (const [table, definition] of Object.entries(definitions)) {
    const typed = tables[table];
    const columns = typed ? columnCount(definition, typed) : 0;
    if (!typed || columns > MOST_COLUMNS) continue;
    for (let column = 0; column < columns; column++) {
      const bodyOf = (marking: Marking): unknown => {
        const marked = markColumn(definition, typed, column, marking);
        return marked && foldMarked(fold, { ...tables, [table]: marked });
      };
      const byRow = bodyOf('row');
      const byFirst = paths.every((path) => leadsAlike(path, byRow)) ? undefined : bodyOf('first');
      paths.forEach((path, index) => {
        const traced = leadsAlike(path, byRow) ? byRow : leadsAlike(path, byFirst) ? byFirst : undefined;
        for (const row of marksInside(valueAt(path, traced))) found[index]?.push({ table, row, column });
      });
    }
  }
  return found.map((origins) => (origins.length === 1 ? origins[0] : undefined));
};
