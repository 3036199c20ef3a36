import type { CsvSource, JsonSource, ObjectLocation, SqlSource, TableSource } from '../config/dashboard-config.ts';
import type { TableDefinition } from '../tabular/define-table.ts';
import { parseCsv } from '../tabular/parse-csv.ts';
import type { Table } from '../tabular/table.ts';
import { parseJson } from './parse-json.ts';
import type { Database } from './rds-data-client.ts';
import type { RequestWindow } from './request-window.ts';

/** The stack's own bucket and database stand in for what an endpoint does not name. */
const ownBucket = (): string => process.env.WALLFEED_BUCKET ?? '';
const ownDatabase = (): Database => ({
  cluster: process.env.WALLFEED_CLUSTER_ARN ?? '',
  secret: process.env.WALLFEED_SECRET_ARN ?? '',
  name: process.env.WALLFEED_DATABASE ?? '',
});

const readObject = async ({ bucket = ownBucket(), key }: ObjectLocation, signal: AbortSignal): Promise<Uint8Array> => {
  const { getObject } = await import('./s3-client.ts');
  return getObject({ bucket, key }, signal);
};

const readCsv = async (source: CsvSource, definition: TableDefinition, signal: AbortSignal): Promise<Table> =>
  parseCsv(await readObject(source, signal), source, definition);

const readSql = async (source: SqlSource, window: RequestWindow, signal: AbortSignal): Promise<Table> => {
  const { executeStatement } = await import('./rds-data-client.ts');
  return executeStatement(source, source.database ?? ownDatabase(), window, signal);
};

/** What reading takes from the request and the endpoint. */
export interface ReadContext {
  readonly window: RequestWindow;
  /** Ends the call to the source when its deadline passes. */
  readonly signal: AbortSignal;
}

/**
 * Reads a source to a table.
 * @throws WallfeedError SOURCE_*, SQL_FAILED, TABLE_COLUMNS.
 */
export const readTable = (
  source: TableSource,
  definition: TableDefinition,
  { window, signal }: ReadContext,
): Promise<Table> => (source.source === 'csv' ? readCsv(source, definition, signal) : readSql(source, window, signal));

/**
 * Reads a JSON document that already is a body.
 * @throws WallfeedError SOURCE_*.
 */
export const readDocument = async (source: JsonSource, { signal }: ReadContext): Promise<unknown> =>
  parseJson(await readObject(source, signal));
