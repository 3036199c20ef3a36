import { mkdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { type Connection, listPaths, quoteName, quoteText, readRows } from '../../../../trino/dialect/duckdb.ts';
import { classOf } from '../../../../trino/dialect/judge-plan.ts';
import { BEFORE } from '../../../../trino/dialect/macros.ts';
import { nameOf, tokenize } from '../../../../trino/sql-tokens.ts';
import {
  athenaType,
  duckDbType,
  findTables,
  LakeError,
  type LakeFile,
  type LakeTable,
  type ReadTypes,
  type TableTypes,
} from './find-tables.ts';

/** The sizes of CSV files, by the paths of the Parquet files that were made from them. Athena reads a CSV file completely. */
export type CsvSizes = ReadonlyMap<string, number>;

interface ReadableTable {
  readonly name: string;
  readonly partitions: readonly string[];
  readonly files: readonly ReadableFile[];
  readonly declared?: ReadTypes;
}

interface ReadableFile {
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

const convertedPath = (folder: string, table: LakeTable, { path, fingerprint }: LakeFile): string => {
  const partitions = path.split(sep).filter((part) => part.includes('='));
  const unique = Buffer.from(`${path} ${fingerprint}`).toString('base64url');
  return join(folder, table.name, ...partitions, `${unique.slice(-120)}.parquet`);
};

const UNFIT = /Error when converting column "([^"]*)"\. Could not convert string "([^"]*)" to '([^']+)'/;

/** Runs work on a CSV file. If a value does not fit its type, throws an error with the line in the file. */
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
const toReadable = async (connection: Connection, folder: string, table: LakeTable): Promise<ReadableTable> => {
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

/** Columns that a partition lacks are NULL in its rows. */
const sourceOf = ({ files, partitions, declared }: ReadableTable): string => {
  const hive = `hive_partitioning = ${partitions.length > 0}${declared ? ', hive_types_autocast = false' : ''}`;
  return `read_parquet(${listPaths(files.map(({ path }) => path))}, union_by_name = true, ${hive})`;
};

/** Returns the value of a partition in the path of a file, such as 2026 in `year=2026/rows.parquet`. */
const partitionValue = (name: string, path: string): string | undefined =>
  path
    .split(/[/\\]/)
    .slice(0, -1)
    .find((folder) => folder.toLowerCase().startsWith(`${name.toLowerCase()}=`))
    ?.slice(name.length + 1);

const checkPartitions = async (connection: Connection, { files, declared }: ReadableTable): Promise<void> => {
  for (const [name, type] of Object.entries(declared?.types.partitions ?? {})) {
    for (const { path: file } of files) {
      const value = partitionValue(name, file);
      if (value === undefined) continue;
      const sql = `select try_cast(${quoteText(value)} as ${duckDbType(type)}) is not null`;
      const [[fits] = []] = await readRows(connection, sql);
      if (String(fits) === 'true') continue;
      const found = `'${value}' is no ${type} in the partition ${name}`;
      const hint = 'rename the folder, or correct the type in the types file';
      throw new LakeError('HIVE_INVALID_PARTITION_VALUE', found, { file }, hint);
    }
  }
};

type FileColumn = readonly [name: string, type: string];

/** Refuses a column whose type in the files is of another kind than its type in the types file. */
const checkType = (name: string, type: string, inFiles: string, file: string): void => {
  const [from, to] = [classOf(inFiles), classOf(duckDbType(type))];
  if (!from || !to || from === to) return;
  const message = `the column ${name} is ${athenaType(inFiles)} in the files, and ${type} in the types file`;
  throw new LakeError('HIVE_BAD_DATA', message, { file }, 'correct the type in the types file');
};

/** Writes the list of selected columns from the types file. A column that the files lack is NULL. */
const typedColumns = ({ columns, partitions }: TableTypes, all: readonly FileColumn[], file: string) => {
  const found = new Map(all.map(([name, type]) => [name.toLowerCase(), { name, type }]));
  for (const [name, type] of Object.entries(columns)) checkType(name, type, found.get(name)?.type ?? '', file);
  return Object.entries({ ...columns, ...partitions }).map(([name, type]) => {
    const own = found.get(name)?.name;
    return `cast(${own === undefined ? 'null' : quoteName(own)} as ${duckDbType(type) ?? 'VARCHAR'}) as ${quoteName(name)}`;
  });
};

/**
 * Creates or replaces the view of a table. `name` is qualified and in quotes. Column names are in lower case, as in
 * Glue.
 */
const createView = async (connection: Connection, name: string, table: ReadableTable): Promise<void> => {
  const { files, declared } = table;
  const source = files.length > 0 ? sourceOf(table) : '(select 1) where false';
  const columns = files.length > 0 ? await readRows(connection, `describe select * from ${source}`) : [];
  const all = columns.map(([column = '', type = '']) => [column, type] as const);
  if (declared) await checkPartitions(connection, table);
  const selected = declared
    ? typedColumns(declared.types, all, files[0]?.path ?? '')
    : all.map(([column, type]) => columnOf(column, type));
  await readRows(connection, `${BEFORE}create or replace view ${name} as select ${selected.join(', ')} from ${source}`);
};

/** A view is created when a query first names its table, and again after its files change. */
interface Tables {
  provide(schema: string, sql: string): Promise<void>;
  sizes(): CsvSizes;
}

interface Known {
  /** Changes whenever the files of the table change. */
  readonly key: string;
  readonly table: ReadableTable;
  readonly schemas: Set<string>;
}

const namesIn = (sql: string): ReadonlySet<string> =>
  new Set(tokenize(sql).map((token) => nameOf(token).toLowerCase()));

/** Creates the tables of a lake. @param folder the folder for converted CSV files. */
export const createTables = (connection: Connection, data: string, folder: string): Tables => {
  const known = new Map<string, Known>();

  const load = async (table: LakeTable, key: string): Promise<Known> => {
    const loaded = { key, table: await toReadable(connection, folder, table), schemas: new Set<string>() };
    known.set(table.name, loaded);
    return loaded;
  };

  const provideTable = async (schema: string, table: LakeTable): Promise<void> => {
    const [problem] = table.declared?.problems ?? [];
    if (problem) throw new LakeError('INVALID_TABLE_PROPERTY', problem.message, problem, problem.hint ?? '');
    const key = JSON.stringify(table);
    const found = known.get(table.name);
    const current = found?.key === key ? found : await load(table, key);
    if (current.schemas.has(schema)) return;
    await createView(connection, `${schema}.${quoteName(table.name)}`, current.table);
    current.schemas.add(schema);
  };

  const drop = async (name: string, { schemas }: Known): Promise<void> => {
    for (const schema of schemas) await readRows(connection, `drop view ${schema}.${quoteName(name)}`);
    known.delete(name);
  };

  return {
    provide: async (schema, sql) => {
      const tables = await findTables(data);
      for (const [name, one] of [...known]) if (tables.every((table) => table.name !== name)) await drop(name, one);
      const names = namesIn(sql);
      for (const table of tables) if (names.has(table.name)) await provideTable(schema, table);
    },
    sizes: () => {
      const files = [...known.values()].flatMap(({ table }) => table.files);
      return new Map(files.flatMap(({ path, csvBytes }) => (csvBytes === undefined ? [] : [[path, csvBytes]])));
    },
  };
};
