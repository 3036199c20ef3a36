import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMacros } from '../dialect/macros.ts';
import { registerFunctions } from '../dialect/register-functions.ts';
import { type ColumnType, type Connection, loadDuckDb } from '../duckdb.ts';
import { createConverter, createView, type ReadableTable } from './create-views.ts';
import { findTables } from './find-tables.ts';
import { countScannedBytes, readFileSizes } from './scanned-bytes.ts';
import { quoteName, quoteText } from './sql-text.ts';

export interface LakeResult {
  readonly names: readonly string[];
  readonly types: readonly ColumnType[];
  readonly rows: readonly (readonly unknown[])[];
}

export interface Lake {
  /** Returns the bytes that a query in DuckDB's SQL would read. */
  countBytes(database: string, sql: string): Promise<number>;
  /** Runs one query in DuckDB's SQL. Queries wait for each other. */
  query(database: string, sql: string, signal: AbortSignal): Promise<LakeResult>;
  /** Names of the tables that the folder holds now. */
  tables(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const LIMITS = { threads: '2', memory_limit: '1GB' } as const;

/**
 * Settings that make DuckDB read as Trino does: a table once for each use of a WITH, and no scan is shared between two
 * parts of a query.
 */
const SETTINGS = ["set disabled_optimizers = 'common_subplan'", 'set integer_division = true', "set TimeZone = 'UTC'"];

/** The Glue catalogue's name in SQL. */
const CATALOG = 'awsdatacatalog';

/** Maximum number of rows of a result. Athena has no such limit, but a dashboard reads 10 000 at most. */
const MAX_ROWS = 500_000;

/** Allows files of these folders only, for good. SQL cannot reach any other file, and no network. */
const lockFiles = async (connection: Connection, folders: readonly string[]): Promise<void> => {
  await connection.runAndReadAll(`set allowed_directories = [${folders.map(quoteText).join(', ')}]`);
  await connection.runAndReadAll('set enable_external_access = false');
};

const SELECT_STATEMENT = 1;

/** Prepares a statement if it is one SELECT. */
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

/** Lets calls wait for each other. A call that fails does not stop later ones. */
const createSequence = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
};

/** Opens DuckDB over the CSV and Parquet files of a `data` folder. Changed files are seen by the next query. */
export const openLake = async (data: string, onInstall?: () => void): Promise<Lake> => {
  const duckdb = await loadDuckDb(onInstall);
  const instance = await duckdb.DuckDBInstance.create(':memory:', LIMITS);
  const connection = await instance.connect();
  const converted = await mkdtemp(join(tmpdir(), 'wallfeed-lake-'));
  await lockFiles(connection, [data, converted]);
  for (const setting of SETTINGS) await connection.runAndReadAll(setting);
  await connection.runAndReadAll(`attach ':memory:' as ${CATALOG}`);
  registerFunctions(duckdb, connection);
  await createMacros(connection);

  const toReadable = createConverter(connection, converted, (path) => mkdir(path, { recursive: true }));
  const inSequence = createSequence();
  let seen = '';
  let tables: readonly ReadableTable[] = [];
  let sizes: Awaited<ReturnType<typeof readFileSizes>> = new Map();
  const databases = new Set<string>();

  const refresh = async (): Promise<void> => {
    const found = await findTables(data);
    const now = JSON.stringify(found);
    if (now === seen) return;
    tables = await Promise.all(found.map(toReadable));
    sizes = await readFileSizes(connection, tables);
    databases.clear();
    seen = now;
  };

  const useDatabase = async (name: string): Promise<void> => {
    const schema = `${CATALOG}.${quoteName(name)}`;
    if (!databases.has(name)) {
      await connection.runAndReadAll(`drop schema if exists ${schema} cascade`);
      await connection.runAndReadAll(`create schema ${schema}`);
      for (const table of tables) await createView(connection, schema, table);
      databases.add(name);
    }
    await connection.runAndReadAll(`set search_path = ${quoteText(`${CATALOG}.${quoteName(name)},memory.main`)}`);
  };

  const prepare = async (database: string): Promise<void> => {
    await refresh();
    await useDatabase(database.toLowerCase());
  };

  // Converting large CSV files takes seconds. A failure appears with the first query.
  await inSequence(refresh).catch(() => undefined);
  return {
    countBytes: (database, sql) =>
      inSequence(async () => {
        await prepare(database);
        await checkSelect(connection, sql);
        return countScannedBytes(connection, sql, sizes);
      }),
    query: (database, sql, signal) =>
      inSequence(async () => {
        signal.throwIfAborted();
        await prepare(database);
        return runSelect(connection, sql, signal);
      }),
    tables: () =>
      inSequence(async () => {
        await refresh();
        return tables.map(({ name }) => name);
      }),
    close: () =>
      inSequence(async () => {
        connection.closeSync();
        instance.closeSync();
        await rm(converted, { recursive: true, force: true });
      }),
  };
};
