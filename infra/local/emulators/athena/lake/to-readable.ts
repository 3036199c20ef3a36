import { mkdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Connection } from '../../../../trino/dialect/duckdb.ts';
import type { LakeFile, LakeTable } from './find-tables.ts';
import { listPaths, quoteText, readRows } from './sql-text.ts';

/** The Parquet files from which a table is read. */
export interface ReadableTable {
  readonly name: string;
  readonly partitions: readonly string[];
  readonly files: readonly ReadableFile[];
}

interface ReadableFile {
  /** The Parquet file. */
  readonly path: string;
  /** Size of the CSV file from which the Parquet file was converted. Absent if the lake itself contains the Parquet file. */
  readonly csvBytes?: number;
}

/** Returns the columns of a table's CSV files, with types that fit every row. */
const sniffColumns = async (connection: Connection, { files, partitions }: LakeTable): Promise<string> => {
  const paths = listPaths(files.map(({ path }) => path));
  const options = 'hive_partitioning = false, sample_size = -1, files_to_sniff = -1';
  const rows = await readRows(connection, `describe select * from read_csv(${paths}, ${options})`);
  const columns = rows.filter(([name = '']) => !partitions.includes(name.toLowerCase()));
  return `{${columns.map(([name = '', type = '']) => `${quoteText(name)}: ${quoteText(type)}`).join(', ')}}`;
};

/** Returns the path of a converted file, which keeps the folders of its partitions. */
const convertedPath = (folder: string, table: LakeTable, { path, fingerprint }: LakeFile): string => {
  const partitions = path.split(sep).filter((part) => part.includes('='));
  const unique = Buffer.from(`${path} ${fingerprint}`).toString('base64url');
  return join(folder, table.name, ...partitions, `${unique.slice(-120)}.parquet`);
};

const convert = async (connection: Connection, folder: string, table: LakeTable): Promise<readonly ReadableFile[]> => {
  const columns = await sniffColumns(connection, table);
  const files: ReadableFile[] = [];
  for (const file of table.files) {
    const path = convertedPath(folder, table, file);
    await mkdir(dirname(path), { recursive: true });
    const source = `read_csv(${quoteText(file.path)}, columns = ${columns}, header = true, hive_partitioning = false)`;
    await readRows(connection, `copy (select * from ${source}) to ${quoteText(path)} (format parquet)`);
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
  const { name, partitions, format } = table;
  if (format === 'parquet') return { name, partitions, files: table.files.map(({ path }) => ({ path })) };
  try {
    return { name, partitions, files: await convert(connection, folder, table) };
  } catch (error) {
    throw new Error(`HIVE_BAD_DATA: the CSV files of ${name} cannot be read: ${(error as Error).message}`);
  }
};
