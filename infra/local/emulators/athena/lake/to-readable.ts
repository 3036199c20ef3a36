import { mkdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { type Connection, listPaths, quoteText, readRows } from '../../../../trino/dialect/duckdb.ts';
import { athenaType, duckDbType, LakeError, type LakeFile, type LakeTable, type ReadTypes } from './find-tables.ts';

/** The Parquet files from which a table is read. */
export interface ReadableTable {
  readonly name: string;
  readonly partitions: readonly string[];
  readonly files: readonly ReadableFile[];
  readonly declared?: ReadTypes;
}

interface ReadableFile {
  /** The Parquet file. */
  readonly path: string;
  /** Size of the CSV file from which the Parquet file was converted. Absent if the lake itself contains the Parquet file. */
  readonly csvBytes?: number;
}

/** Returns the columns of a table's CSV files, with the types of the table, or else with types that fit every row. */
const sniffColumns = async (connection: Connection, { files, partitions, declared }: LakeTable): Promise<string> => {
  const paths = listPaths(files.map(({ path }) => path));
  const sniff = declared ? 'all_varchar = true, header = true' : 'sample_size = -1, files_to_sniff = -1';
  const options = `hive_partitioning = false, ${sniff}`;
  const rows = await readRows(connection, `describe select * from read_csv(${paths}, ${options})`);
  const columns = rows.filter(([name = '']) => !partitions.includes(name.toLowerCase()));
  const typeOf = (name: string, type: string): string =>
    declared ? (duckDbType(declared.types.columns[name.toLowerCase()] ?? 'string') ?? type) : type;
  return `{${columns.map(([name = '', type = '']) => `${quoteText(name)}: ${quoteText(typeOf(name, type))}`).join(', ')}}`;
};

/** Returns the path of a converted file, which keeps the folders of its partitions. */
const convertedPath = (folder: string, table: LakeTable, { path, fingerprint }: LakeFile): string => {
  const partitions = path.split(sep).filter((part) => part.includes('='));
  const unique = Buffer.from(`${path} ${fingerprint}`).toString('base64url');
  return join(folder, table.name, ...partitions, `${unique.slice(-120)}.parquet`);
};

const UNFIT = /Error when converting column "([^"]*)"\. Could not convert string "([^"]*)" to '([^']+)'/;

/** Runs work on a CSV file. A value that does not fit its type fails with the line of the file. */
const placed = async <Result>({ path: file }: LakeFile, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const { message } = error as Error;
    const [, column, value, type] = UNFIT.exec(message) ?? [];
    const [, line = 1] = /CSV Error on Line: (\d+)/.exec(message) ?? [];
    if (column === undefined) throw error;
    const found = `'${value}' is no ${athenaType(type ?? '')} in the column ${column}`;
    const hint = 'correct the value, or the type in the types file';
    throw new LakeError('HIVE_BAD_DATA', found, { file, line: Number(line) }, hint);
  }
};

const convert = async (connection: Connection, folder: string, table: LakeTable): Promise<readonly ReadableFile[]> => {
  const columns = await sniffColumns(connection, table);
  const files: ReadableFile[] = [];
  for (const file of table.files) {
    const path = convertedPath(folder, table, file);
    await mkdir(dirname(path), { recursive: true });
    const source = `read_csv(${quoteText(file.path)}, columns = ${columns}, header = true, hive_partitioning = false)`;
    await placed(file, () =>
      readRows(connection, `copy (select * from ${source}) to ${quoteText(path)} (format parquet)`),
    );
    files.push({ path, csvBytes: file.bytes });
  }
  return files;
};

/**
 * Returns the Parquet files of a table. Converts CSV files to Parquet files in `folder`, so that the plan of a query
 * names the files and columns that it reads.
 * @throws Error with Trino's error name if the rows of a CSV file have different columns.
 */
export const toReadable = async (connection: Connection, folder: string, table: LakeTable): Promise<ReadableTable> => {
  const { name, partitions, format, declared } = table;
  const shared = { name, partitions, ...(declared && { declared }) };
  if (format === 'parquet' || table.files.length === 0)
    return { ...shared, files: table.files.map(({ path }) => ({ path })) };
  try {
    return { ...shared, files: await convert(connection, folder, table) };
  } catch (error) {
    if (error instanceof LakeError) throw error;
    throw new Error(`HIVE_BAD_DATA: the CSV files of ${name} cannot be read: ${(error as Error).message}`);
  }
};
