import type { Promises } from '../config/promises.ts';
import type { Cell } from '../tabular/table.ts';
import { checkValues } from './check-values.ts';
import type { Finding, SourceFacts } from './finding.ts';

type Row = Readonly<Record<string, unknown>>;

type TypedTables = Readonly<Record<string, readonly unknown[] | { readonly rows: readonly unknown[] }>>;

/** Returns the rows of a table whose columns have names. Rows of other tables have no promises. */
const namedRows = (table: TypedTables[string]): readonly Row[] =>
  (Array.isArray(table) ? table : []).filter((row) => typeof row === 'object' && row !== null) as Row[];

const cellOf = (value: unknown): Cell =>
  typeof value === 'number' || typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? null
      : String(value);

const numberOf = (cell: string | number): number => (String(cell).trim() === '' ? Number.NaN : Number(cell));

/** Finds the facts about the rows that an endpoint gets, on which its promises depend. */
export const factsOfTables = (tables: TypedTables, { values = {} }: Promises, at: number): SourceFacts => {
  const named = Object.values(tables).map(namedRows);
  const found: Record<string, Finding> = {};
  for (const [name, promise] of Object.entries(values)) {
    const rows = named.find((some) => some.some((row) => Object.hasOwn(row, name))) ?? [];
    const finding = checkValues(promise, {
      name,
      cells: rows.map((row) => cellOf(row[name])),
      numberOf,
      isBlank: (cell) => cell === null || cell === '',
      placeOf: (row) => ({ row: row + 1 }),
    });
    if (finding) found[name] = finding;
  }
  return { at, rows: Math.max(0, ...named.map(({ length }) => length)), found };
};
