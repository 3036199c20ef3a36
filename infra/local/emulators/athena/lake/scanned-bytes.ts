import type { Connection } from '../../../../trino/dialect/duckdb.ts';
import type { SerializedPlan } from '../../../../trino/dialect/judge-plan.ts';
import { listPaths, quoteText } from './sql-text.ts';
import type { ReadableTable } from './to-readable.ts';

interface ColumnIndex {
  readonly index: number;
}

/** A scan in DuckDB's plan. The plan has many more members. */
interface Scan {
  readonly function_data: { readonly files: readonly string[]; readonly names: readonly string[] };
  readonly column_indexes: readonly ColumnIndex[];
}

const isScan = (node: object): node is Scan =>
  'function_data' in node && Array.isArray((node.function_data as Partial<Scan['function_data']> | null)?.files);

/** Finds the scans of files anywhere in a plan. */
const findScans = (node: unknown): readonly Scan[] => {
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(findScans);
  return isScan(node) ? [node, ...inner] : inner;
};

/** The stored size of each column of a Parquet file, or of a whole CSV file, which a query always reads completely. */
export type FileSizes = { readonly csvBytes: number } | { readonly columns: ReadonlyMap<string, number> };

const SIZES = `select file_name, split_part(path_in_schema, ', ', 1), sum(total_compressed_size)::varchar from parquet_metadata(`;

const readColumnSizes = async (
  connection: Connection,
  paths: readonly string[],
): Promise<ReadonlyMap<string, FileSizes>> => {
  const result = await connection.runAndReadAll(`${SIZES}${listPaths(paths)}) group by all`);
  const rows = result.getRowsJson() as readonly (readonly [string, string, string])[];
  const columns = Map.groupBy(rows, ([file]) => file);
  return new Map(
    Array.from(columns, ([file, sizes]) => [
      file,
      { columns: new Map(sizes.map(([, name, size]) => [name, Number(size)])) },
    ]),
  );
};

/** Reads the sizes of a table's files. */
export const readFileSizes = async (
  connection: Connection,
  { files }: ReadableTable,
): Promise<ReadonlyMap<string, FileSizes>> => {
  const converted = files.flatMap(({ path, csvBytes }) =>
    csvBytes === undefined ? [] : [[path, { csvBytes }] as const],
  );
  if (converted.length === files.length) return new Map(converted);
  return readColumnSizes(
    connection,
    files.map(({ path }) => path),
  );
};

const columnsOf = ({ function_data: { names }, column_indexes }: Scan): readonly string[] =>
  [...new Set(column_indexes.map(({ index }) => index))].flatMap((index) => names[index] ?? []);

const bytesOf = (scan: Scan, sizes: ReadonlyMap<string, FileSizes>): number => {
  const columns = columnsOf(scan);
  return scan.function_data.files
    .map((path) => sizes.get(path))
    .reduce((total, file) => {
      if (file === undefined) return total;
      if ('csvBytes' in file) return total + file.csvBytes;
      return columns.reduce((sum, name) => sum + (file.columns.get(name) ?? 0), total);
    }, 0);
};

/** Reads the plan of a query. */
export const readPlan = async (connection: Connection, sql: string, optimize: boolean): Promise<SerializedPlan> => {
  const plan = await connection.runAndReadAll(`select json_serialize_plan(${quoteText(sql)}, optimize := ${optimize})`);
  return JSON.parse(String(plan.getRowsJson()[0]?.[0])) as SerializedPlan;
};

/**
 * Returns the number of bytes that a query reads: the stored size of the columns in its plan, in the partitions that
 * match its filters. Also counts row groups that Trino might skip by their statistics.
 */
export const countScannedBytes = async (
  connection: Connection,
  sql: string,
  sizes: ReadonlyMap<string, FileSizes>,
): Promise<number> => {
  const plan = await readPlan(connection, sql, true);
  if (plan.error) throw new Error(plan.error_message ?? 'The plan cannot be read');
  return findScans(plan.plans).reduce((total, scan) => total + bytesOf(scan, sizes), 0);
};
