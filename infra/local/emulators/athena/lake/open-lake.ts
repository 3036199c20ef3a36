import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ColumnType,
  type Connection,
  listPaths,
  loadDuckDb,
  quoteName,
  quoteText,
  readRows,
} from '../../../../trino/dialect/duckdb.ts';
import { judgePlan, nodesOf, type PlanProblem, type SerializedPlan } from '../../../../trino/dialect/judge-plan.ts';
import { createMacros } from '../../../../trino/dialect/macros.ts';
import { registerFunctions } from '../../../../trino/dialect/register-functions.ts';
import { type CsvSizes, createTables } from './provide-tables.ts';

export interface LakeResult {
  readonly names: readonly string[];
  readonly types: readonly ColumnType[];
  readonly rows: readonly (readonly unknown[])[];
}

export interface Lake {
  check(database: string, sql: string): Promise<PlanProblem | undefined>;
  countBytes(database: string, sql: string): Promise<number>;
  /** Only one query runs at a time. */
  query(database: string, sql: string, signal: AbortSignal): Promise<LakeResult>;
  close(): Promise<void>;
}

const LIMITS = { threads: '2', memory_limit: '1GB' } as const;

/**
 * Settings that make DuckDB work like Trino: each part of a query scans its tables itself, the quotient of two integers
 * is an integer, and times are in UTC.
 */
const SETTINGS = ["set disabled_optimizers = 'common_subplan'", 'set integer_division = true', "set TimeZone = 'UTC'"];

const CATALOG = 'awsdatacatalog';

/** Maximum number of rows of a result. Athena has no such limit, but functions refuse results of more than 10 000 rows. */
const MAX_ROWS = 500_000;

/**
 * Allows access to files of these folders only. SQL can then reach no other file and no network, and cannot undo the
 * setting.
 */
const lockFiles = async (connection: Connection, folders: readonly string[]): Promise<void> => {
  await connection.runAndReadAll(`set allowed_directories = ${listPaths(folders)}`);
  await connection.runAndReadAll('set enable_external_access = false');
};

/** A scan in DuckDB's plan. The plan has many more members. */
interface Scan {
  readonly function_data: { readonly files: readonly string[]; readonly names: readonly string[] };
  readonly column_indexes: readonly { readonly index: number }[];
}

const isScan = (node: object): node is Scan =>
  'function_data' in node && Array.isArray((node.function_data as Partial<Scan['function_data']> | null)?.files);

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

const NO_JSON = /(?<=[:[,]\s*)-?(?:Infinity|NaN|inf|nan)\b/g;

const readPlan = async (connection: Connection, sql: string, optimize: boolean): Promise<SerializedPlan> => {
  const plan = await connection.runAndReadAll(`select json_serialize_plan(${quoteText(sql)}, optimize := ${optimize})`);
  return JSON.parse(String(plan.getRowsJson()[0]?.[0]).replaceAll(NO_JSON, 'null')) as SerializedPlan;
};

/**
 * Returns the number of bytes that a query reads: the stored size of the columns in its plan, in the partitions that
 * match its filters. Also counts row groups that Trino might skip by their statistics.
 */
const countScannedBytes = async (connection: Connection, sql: string, sizes: CsvSizes): Promise<number> => {
  const plan = await readPlan(connection, sql, true);
  if (plan.error) throw new Error(plan.error_message ?? 'The plan cannot be read');
  let total = 0;
  for (const node of nodesOf(plan.plans)) if (isScan(node)) total += await bytesOf(connection, node, sizes);
  return total;
};

const SELECT_STATEMENT = 1;

/** @throws Error unless it is one SELECT. */
const prepareSelect = async (connection: Connection, sql: string) => {
  const statement = await connection.prepare(sql);
  if (statement.statementType === SELECT_STATEMENT) return statement;
  statement.destroySync();
  throw new Error('NOT_SUPPORTED: only a SELECT is emulated locally');
};

const checkSelect = async (connection: Connection, sql: string): Promise<void> => {
  (await prepareSelect(connection, sql)).destroySync();
};

const runSelect = async (connection: Connection, sql: string, signal: AbortSignal): Promise<LakeResult> => {
  const statement = await prepareSelect(connection, sql);
  const interrupt = () => connection.interrupt();
  signal.addEventListener('abort', interrupt);
  try {
    const result = await statement.stream();
    const rows: (readonly unknown[])[] = [];
    for await (const some of result.yieldRows()) {
      signal.throwIfAborted();
      rows.push(...some);
      if (rows.length > MAX_ROWS) throw new Error(`The local emulator returns at most ${MAX_ROWS} rows`);
    }
    return { names: result.columnNames(), types: result.columnTypes(), rows };
  } finally {
    signal.removeEventListener('abort', interrupt);
    statement.destroySync();
  }
};

/** Creates a function that runs calls one after another. A call that fails does not stop later calls. */
const createSequence = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
};

const openDatabase = async (folders: readonly string[], onInstall?: () => void) => {
  const duckdb = await loadDuckDb(onInstall);
  const instance = await duckdb.DuckDBInstance.create(':memory:', LIMITS);
  const connection = await instance.connect();
  await lockFiles(connection, folders);
  for (const setting of SETTINGS) await connection.runAndReadAll(setting);
  await connection.runAndReadAll(`attach ':memory:' as ${CATALOG}`);
  registerFunctions(duckdb, connection);
  await createMacros(connection);
  const close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  return { connection, close };
};

/** Opens DuckDB over the CSV and Parquet files of a `data` folder. Each query reads the current files. */
export const openLake = async (data: string, onInstall?: () => void): Promise<Lake> => {
  const converted = await mkdtemp(join(tmpdir(), 'wallfeed-lake-'));
  const { connection, close } = await openDatabase([data, converted], onInstall);
  const tables = createTables(connection, data, converted);
  const inSequence = createSequence();

  const openSchema = async (database: string): Promise<string> => {
    const schema = `${CATALOG}.${quoteName(database.toLowerCase())}`;
    await connection.runAndReadAll(`create schema if not exists ${schema}`);
    return schema;
  };
  const prepare = async (database: string, sql: string): Promise<void> => {
    const schema = await openSchema(database);
    await tables.provide(schema, sql);
    await connection.runAndReadAll(`set search_path = ${quoteText(`${schema},memory.main`)}`);
  };

  return {
    check: (database, sql) =>
      inSequence(async () => {
        await prepare(database, sql);
        const plan = await readPlan(connection, sql, false);
        const problem = judgePlan(plan, sql);
        // DuckDB cannot export the plan of every query that it can run.
        return plan.error
          ? checkSelect(connection, sql).then(
              () => undefined,
              () => problem,
            )
          : problem;
      }),
    countBytes: (database, sql) =>
      inSequence(async () => {
        await prepare(database, sql);
        await checkSelect(connection, sql);
        return countScannedBytes(connection, sql, tables.sizes());
      }),
    query: (database, sql, signal) =>
      inSequence(async () => {
        signal.throwIfAborted();
        await prepare(database, sql);
        return runSelect(connection, sql, signal);
      }),
    close: () =>
      inSequence(async () => {
        close();
        await rm(converted, { recursive: true, force: true });
      }),
  };
};
