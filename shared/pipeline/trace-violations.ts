import { lengthsAlong, valueAt } from '../catalogue/find-violations.ts';
import { type Budget, UNLIMITED } from '../limits/budget.ts';
import type { ColumnType } from '../tabular/column.ts';
import type { FixedTable, FreeRows, FreeTable, TableDefinition } from '../tabular/define-table.ts';
import type { AnyRow } from '../tabular/key-checks.ts';

/** Markers have 15 significant digits. Sums and means have at most 12 digits, so they never look like a marker. */
const FIRST_MARKER = 100_000_000_000_007;
const MARKER_STEP = 1000;
const TEXT_MARKER = '\u0000mark ';

const numberMarker = (row: number): number => FIRST_MARKER + row * MARKER_STEP;
const textMarker = (row: number): string => `${TEXT_MARKER}${row}`;

/** Marks each element of a list. The list keeps its length, so that paths into the list lead to markers too. */
const markParts = (cell: unknown, marker: unknown): readonly unknown[] => [cell].flat().map(() => marker);

/** Markers by the type of the column. A marker can be recognized in the body. */
const markers: Readonly<Record<ColumnType, (row: number, cell: unknown) => unknown>> = {
  text: textMarker,
  freeText: textMarker,
  number: numberMarker,
  numberOrText: numberMarker,
  list: (row, cell) => markParts(cell, textMarker(row)),
  numberList: (row, cell) => markParts(cell, numberMarker(row)),
  time: numberMarker,
};

const readMarker = (value: unknown): number | undefined => {
  if (typeof value === 'string' && value.startsWith(TEXT_MARKER)) return Number(value.slice(TEXT_MARKER.length));
  if (typeof value !== 'number') return undefined;
  const row = (value - FIRST_MARKER) / MARKER_STEP;
  return Number.isInteger(row) && row >= 0 ? row : undefined;
};

/** Stops at the second marker, because then no single cell is the cause. */
const markersInside = (value: unknown): ReadonlySet<number> => {
  const rows = new Set<number>();
  const pending = [value];
  while (pending.length > 0 && rows.size < 2) {
    const next = pending.pop();
    const row = readMarker(next);
    if (row !== undefined) rows.add(row);
    else if (typeof next === 'object' && next !== null) for (const inside of Object.values(next)) pending.push(inside);
  }
  return rows;
};

/** Indexes start at 0. */
export interface Origin {
  readonly table: string;
  readonly row: number;
  readonly column: number;
}

type TypedTable = readonly AnyRow[] | FreeRows;
type TypedTables = Readonly<Record<string, TypedTable>>;
type Fold = (tables: TypedTables) => unknown;

/**
 * A cell is marked by its own row, or by the first row with the same cell, which keeps groups of equal cells together.
 */
type Marking = 'row' | 'first';

/** Returns, for each row, the index of the first row with the same cell. */
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
  const marker = markers[columns[name]?.type ?? 'text'];
  const firsts = marking === 'first' ? firstRows(rows, name) : undefined;
  return rows.map((row, index) =>
    row[name] === undefined ? row : { ...row, [name]: marker(firsts?.[index] ?? index, row[name]) },
  );
};

/**
 * Marks all cells of a free table. The fold passes the rows of such a table on unchanged, so a marker does not move
 * other cells.
 */
const markFree = ({ first, rest }: FreeTable, { header, rows }: FreeRows): FreeRows => ({
  header,
  rows: rows.map((cells, row) =>
    cells.map((cell, column) => {
      const type = Array.isArray(cell) ? 'list' : (column === 0 ? first : rest).type;
      return markers[type](row * header.length + column, cell);
    }),
  ) as unknown as FreeRows['rows'],
});

interface MarkedCells {
  readonly table: string;
  readonly marker: (marking: Marking) => TypedTable | undefined;
  readonly placeOf: (marker: number) => { readonly row: number; readonly column: number };
}

const markableCells = (table: string, definition: TableDefinition, typed: TypedTable): readonly MarkedCells[] => {
  if (definition.kind === 'free') {
    const free = typed as FreeRows;
    const { length } = free.header;
    const placeOf = (marker: number) => ({ row: Math.floor(marker / length), column: marker % length });
    return [{ table, marker: () => markFree(definition, free), placeOf }];
  }
  return Object.keys(definition.columns).map((_, column) => ({
    table,
    marker: (marking) => markFixed(definition, typed as readonly AnyRow[], column, marking),
    placeOf: (row) => ({ row, column }),
  }));
};

/** Folds marked tables. A marked table may be invalid, so errors of the fold are ignored. */
const foldMarked = (fold: Fold, tables: TypedTables): unknown => {
  try {
    return fold(tables);
  } catch {
    return undefined;
  }
};

interface Folded {
  readonly fold: Fold;
  readonly tables: TypedTables;
  readonly body: unknown;
}

const cellsBehind = (
  { fold, tables, body }: Folded,
  paths: readonly string[],
  { table, marker, placeOf }: MarkedCells,
): readonly (readonly Origin[])[] => {
  const foldWith = (marking: Marking): unknown => {
    const marked = marker(marking);
    return marked && foldMarked(fold, { ...tables, [table]: marked });
  };
  const leadsAlike = (path: string, marked: unknown) => lengthsAlong(path, marked) === lengthsAlong(path, body);
  const byRow = foldWith('row');
  const byFirst = paths.every((path) => leadsAlike(path, byRow)) ? undefined : foldWith('first');
  return paths.map((path) => {
    const marked = [byRow, byFirst].find((one) => leadsAlike(path, one));
    return Array.from(markersInside(valueAt(path, marked)), (found) => ({ table, ...placeOf(found) }));
  });
};

const onlyOne = (origins: readonly Origin[]): Origin | undefined => (origins.length === 1 ? origins[0] : undefined);

/** Measured: marking, folding and searching, as a multiple of all earlier work. */
const TRACE_SHARE = 1;

/**
 * Finds the cell that each path of a body comes from. A fold is pure, so folding again with marked cells shows where
 * each cell goes. The result is undefined for a path that comes from several cells or from no cell, or if time runs
 * out.
 */
export const traceViolations = (
  definitions: Readonly<Record<string, TableDefinition>>,
  tables: TypedTables,
  fold: Fold,
  paths: readonly string[],
  budget: Budget = UNLIMITED,
): readonly (Origin | undefined)[] => {
  const untraced = paths.map(() => undefined);
  if (!budget.hasTimeFor(TRACE_SHARE)) return untraced;
  const folded = { fold, tables, body: budget.work(() => foldMarked(fold, tables)) };
  const found: ReturnType<typeof cellsBehind>[] = [];
  for (const [table, definition] of Object.entries(definitions)) {
    const typed = tables[table];
    for (const cells of typed ? markableCells(table, definition, typed) : []) {
      if (!budget.hasTimeFor(TRACE_SHARE)) return untraced;
      found.push(budget.work(() => cellsBehind(folded, paths, cells)));
    }
  }
  return paths.map((_, index) => onlyOne(found.flatMap((behind) => behind[index] ?? [])));
};
