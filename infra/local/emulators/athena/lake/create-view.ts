import type { Connection } from '../duckdb.ts';
import { listPaths, quoteName, readRows } from './sql-text.ts';
import type { ReadableTable } from './to-readable.ts';

/** DuckDB's column types that Athena does not have, each with an expression that converts a column. */
const CONVERSIONS: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^TIMESTAMP WITH TIME ZONE$/, (name) => `timezone('UTC', ${name})`],
  [/^TIMESTAMP_/, (name) => `cast(${name} as timestamp)`],
  [/^(?:UTINYINT|USMALLINT|UINTEGER|UBIGINT|HUGEINT)$/, (name) => `cast(${name} as bigint)`],
  [/^(?:ENUM|UUID|JSON)/, (name) => `cast(${name} as varchar)`],
];

const columnOf = (name: string, type: string): string => {
  const conversion = CONVERSIONS.find(([pattern]) => pattern.test(type))?.[1];
  return `${conversion ? conversion(quoteName(name)) : quoteName(name)} as ${quoteName(name.toLowerCase())}`;
};

/** Returns the call that reads a table. Columns that a partition lacks are NULL in its rows. */
const sourceOf = ({ files, partitions }: ReadableTable): string =>
  `read_parquet(${listPaths(files.map(({ path }) => path))}, union_by_name = true, hive_partitioning = ${partitions.length > 0})`;

/**
 * Creates or replaces the view of a table. `name` is qualified and in quotes. Column names are in lower case, as in
 * Glue.
 */
export const createView = async (connection: Connection, name: string, table: ReadableTable): Promise<void> => {
  const source = sourceOf(table);
  const columns = await readRows(connection, `describe select * from ${source}`);
  const selected = columns.map(([column = '', type = '']) => columnOf(column, type)).join(', ');
  await readRows(connection, `create or replace view ${name} as select ${selected} from ${source}`);
};
