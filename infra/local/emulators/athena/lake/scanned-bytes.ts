import { type Connection, listPaths, quoteText, readRows } from '../../../../trino/dialect/duckdb.ts';
import { nodesOf, type SerializedPlan } from '../../../../trino/dialect/judge-plan.ts';

/** A scan in DuckDB's plan. The plan has many more members. */
interface Scan {
  readonly function_data: { readonly files: readonly string[]; readonly names: readonly string[] };
  readonly column_indexes: readonly { readonly index: number }[];
}

const isScan = (node: object): node is Scan =>
  'function_data' in node && Array.isArray((node.function_data as Partial<Scan['function_data']> | null)?.files);

/** The sizes of CSV files, by the paths of the Parquet files that were made of them. Athena reads such files completely. */
export type CsvSizes = ReadonlyMap<string, number>;

const bytesOf = async (
  connection: Connection,
  { function_data: { files, names }, column_indexes }: Scan,
  sizes: CsvSizes,
): Promise<number> => {
  const columns = column_indexes.flatMap(({ index }) => names[index] ?? []).map(quoteText);
  const stored = files.filter((path) => !sizes.has(path));
  const ofCsv = files.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
  if (stored.length === 0 || columns.length === 0) return ofCsv;
  const [[bytes] = []] = await readRows(
    connection,
    `select sum(total_compressed_size)::varchar from parquet_metadata(${listPaths(stored)})
     where split_part(path_in_schema, ', ', 1) in (${columns.join(', ')})`,
  );
  return ofCsv + Number(bytes);
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
export const countScannedBytes = async (connection: Connection, sql: string, sizes: CsvSizes): Promise<number> => {
  const plan = await readPlan(connection, sql, true);
  if (plan.error) throw new Error(plan.error_message ?? 'The plan cannot be read');
  let total = 0;
  for (const node of nodesOf(plan.plans)) if (isScan(node)) total += await bytesOf(connection, node, sizes);
  return total;
};
