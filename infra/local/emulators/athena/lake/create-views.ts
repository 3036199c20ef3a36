import { join, sep } from 'node:path';
import type { Connection } from '../duckdb.ts';
import type { LakeFile, LakeTable } from './find-tables.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** The Parquet files from which a table is read. */
export interface ReadableTable {
  readonly name: string;
  readonly partitions: readonly string[];
  readonly files: readonly ReadableFile[];
}

interface ReadableFile {
  /** The Parquet file. */
  readonly path: string;
  /** Bytes of a whole CSV file, from which the Parquet file was made. Absent if the file itself is the lake's. */
  readonly csvBytes?: number;
}

const read = (connection: Connection, sql: string) =>
  connection.runAndReadAll(sql).then((result) => result.getRowsJson() as readonly (readonly string[])[]);

const listOf = (paths: readonly string[]): string => `[${paths.map(quoteText).join(', ')}]`;

const HIVE = 'hive_partitioning = true';

/** Returns the columns of all CSV files of a table with the types that fit every row. */
const sniffColumns = async (connection: Connection, { files, partitions }: LakeTable): Promise<string> => {
  const paths = listOf(files.map(({ path }) => path));
  const options = 'hive_partitioning = false, sample_size = -1, files_to_sniff = -1';
  const rows = await read(connection, `describe select * from read_csv(${paths}, ${options})`);
  const columns = rows.filter(([name = '']) => !partitions.includes(name.toLowerCase()));
  return `{${columns.map(([name = '', type = '']) => `${quoteText(name)}: ${quoteText(type)}`).join(', ')}}`;
};

/** Returns the place of a converted file. It keeps the folders of the partitions. */
const convertedPath = (folder: string, table: LakeTable, { path, fingerprint }: LakeFile): string => {
  const partitions = path.split(sep).filter((part) => part.includes('='));
  const unique = Buffer.from(`${path} ${fingerprint}`).toString('base64url');
  return join(folder, table.name, ...partitions, `${unique.slice(-120)}.parquet`);
};

interface Converted {
  /** Fingerprint of all files and the paths of the converted ones. */
  readonly key: string;
  readonly table: ReadableTable;
}

/** Converts CSV tables to Parquet, so that one plan says which files and columns a query reads. Unchanged tables are kept. */
export const createConverter = (
  connection: Connection,
  folder: string,
  makeFolder: (path: string) => Promise<unknown>,
) => {
  const known = new Map<string, Converted>();

  const convert = async (table: LakeTable): Promise<ReadableTable> => {
    const columns = await sniffColumns(connection, table);
    const files: ReadableFile[] = [];
    for (const file of table.files) {
      const path = convertedPath(folder, table, file);
      await makeFolder(join(path, '..'));
      const source = `read_csv(${quoteText(file.path)}, columns = ${columns}, header = true, hive_partitioning = false)`;
      await read(connection, `copy (select * from ${source}) to ${quoteText(path)} (format parquet)`);
      files.push({ path, csvBytes: file.bytes });
    }
    return { name: table.name, partitions: table.partitions, files };
  };

  return async (table: LakeTable): Promise<ReadableTable> => {
    if (table.format === 'parquet') return { ...table, files: table.files.map(({ path }) => ({ path })) };
    const key = JSON.stringify(table.files);
    const found = known.get(table.name);
    if (found?.key === key) return found.table;
    const converted = { key, table: await convert(table) };
    known.set(table.name, converted);
    return converted.table;
  };
};

/** Types of columns that Athena does not have, and the expressions that convert them. */
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

/** Creates the view of a table in a schema, which is given in quotes. Its columns are in lower case, as the Glue catalogue has them. */
export const createView = async (connection: Connection, schema: string, table: ReadableTable): Promise<void> => {
  const source = `read_parquet(${listOf(table.files.map(({ path }) => path))}, ${HIVE})`;
  const columns = await read(connection, `describe select * from ${source}`);
  const selected = columns.map(([name = '', type = '']) => columnOf(name, type)).join(', ');
  const view = `${schema}.${quoteName(table.name)}`;
  await read(connection, `create view ${view} as select ${selected} from ${source}`);
};
