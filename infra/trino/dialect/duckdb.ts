import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installPackages } from '../../program/install-packages.ts';
import { programPath } from '../../program/program-files.ts';
import { workFolder } from '../../program/work-folder.ts';

interface Chunk {
  readonly rowCount: number;
  getColumnValues(index: number): readonly unknown[];
}

interface Vector {
  setItem(index: number, value: unknown): void;
  flush(): void;
}

interface ScalarDefinition {
  readonly name: string;
  readonly parameterTypes: readonly unknown[];
  readonly returnType: unknown;
  readonly mainFunction: (info: unknown, input: Chunk, output: Vector) => void;
}

/** The part of @duckdb/node-api that the emulator uses. The package is installed only for dashboards with a lake. */
export interface DuckDb extends Readonly<Record<'BIGINT' | 'BOOLEAN' | 'DOUBLE' | 'VARCHAR', unknown>> {
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Readonly<Record<string, string>>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
  readonly DuckDBScalarFunction: { create(definition: ScalarDefinition): object };
}

/** `typeId` is one of DuckDB's numbers. */
export interface ColumnType {
  readonly typeId: number;
  readonly width?: number;
  readonly scale?: number;
  readonly valueType?: ColumnType;
  readonly keyType?: ColumnType;
  readonly entryNames?: readonly string[];
  readonly entryTypes?: readonly ColumnType[];
}

export interface StreamedResult {
  columnNames(): readonly string[];
  columnTypes(): readonly ColumnType[];
  yieldRows(): AsyncIterableIterator<readonly (readonly unknown[])[]>;
}

interface PreparedStatement {
  /** DuckDB's number for the type of statement; 1 is a SELECT. */
  readonly statementType: number;
  stream(): Promise<StreamedResult>;
  destroySync(): void;
}

export interface Connection {
  prepare(sql: string): Promise<PreparedStatement>;
  runAndReadAll(sql: string): Promise<{ getRowsJson(): readonly (readonly unknown[])[] }>;
  registerScalarFunction(definition: object): void;
  interrupt(): void;
  closeSync(): void;
}

/** Size of DuckDB's packages, for messages. */
export const DUCKDB_MB = 70;

const folder = join(workFolder, 'duckdb');

export const installDuckDb = async (onInstall?: () => void): Promise<void> => {
  try {
    await installPackages(programPath('athenaPackages'), folder, onInstall);
  } catch (error) {
    throw new Error(`DuckDB, which emulates Athena, cannot be installed. ${(error as Error).message}`);
  }
};

/** Installs DuckDB first if it is not installed. */
export const loadDuckDb = async (onInstall?: () => void): Promise<DuckDb> => {
  await installDuckDb(onInstall);
  return createRequire(join(folder, 'package.json'))('@duckdb/node-api') as DuckDb;
};

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const listPaths = (paths: readonly string[]): string => `[${paths.map(quoteText).join(', ')}]`;

/** Runs a statement whose columns are all texts, and returns its rows. */
export const readRows = async (connection: Connection, sql: string): Promise<readonly (readonly string[])[]> =>
  (await connection.runAndReadAll(sql)).getRowsJson() as readonly (readonly string[])[];
