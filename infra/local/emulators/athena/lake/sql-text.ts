import type { Connection } from '../../../../trino/dialect/duckdb.ts';

/** Quotes a text for SQL. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Quotes a name for SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Writes paths as a list in DuckDB's SQL. */
export const listPaths = (paths: readonly string[]): string => `[${paths.map(quoteText).join(', ')}]`;

/** Runs a statement whose columns are all texts, and returns its rows. */
export const readRows = async (connection: Connection, sql: string): Promise<readonly (readonly string[])[]> =>
  (await connection.runAndReadAll(sql)).getRowsJson() as readonly (readonly string[])[];
