import {
  type Connection,
  type ConnectionOptions,
  createConnection,
  type FieldPacket,
  format,
  type QueryError,
} from 'mysql2';
import type { WireResult, WireRow } from './mysql-result.ts';
import type { WireColumn } from './mysql-types.ts';

export interface MysqlFailure {
  readonly number: number;
  readonly state: string;
  readonly message: string;
}

/** `unreachable` says why there is no connection. */
export type MysqlOutcome =
  | WireResult
  | { readonly failure: MysqlFailure }
  | { readonly unreachable: string }
  | 'timed out'
  | 'client gone';

export interface RunOptions {
  /** Milliseconds. */
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly maxRows?: number;
  /** The zone of the server if absent. */
  readonly timezone?: string;
}

const MAX_RESULT_BYTES = 1024 * 1024;
const MAX_ROW_BYTES = 64 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;

/** As in the protocol of MySQL. */
const rowSize = (row: WireRow): number => row.reduce((size, bytes) => size + 1 + (bytes?.length ?? 0), 0);

const createCollector = (maxRows: number) => {
  const rows: WireRow[] = [];
  let size = 0;
  let tooLarge: string | undefined;
  return {
    /** True once no more rows are needed. */
    add: (row: WireRow): boolean => {
      const bytes = rowSize(row);
      size += bytes;
      if (bytes > MAX_ROW_BYTES) tooLarge = 'The result exceeds the row size limit 64 KB.';
      else if (size > MAX_RESULT_BYTES) tooLarge = 'The result exceeds the size limit 1 MB.';
      else rows.push(row);
      return tooLarge !== undefined || rows.length >= maxRows;
    },
    result: (columns: readonly WireColumn[]): WireResult => ({ columns, rows, tooLarge }),
  };
};

const failureOf = ({ errno = 0, sqlState = 'HY000', message }: QueryError): MysqlFailure => ({
  number: errno,
  state: sqlState,
  message,
});

/** Opens a connection of its own for a statement, so that no statement sees the session of another one. */
const open = (options: ConnectionOptions): Promise<Connection | { readonly unreachable: string }> =>
  new Promise((resolve) => {
    const connection = createConnection({ ...options, connectTimeout: CONNECT_TIMEOUT_MS });
    connection.on('error', () => undefined);
    connection.connect((error) => resolve(error ? { unreachable: error.message } : connection));
  });

const ask = (connection: Connection, sql: string): Promise<QueryError | undefined> =>
  new Promise((resolve) => {
    connection.query(sql, (error: QueryError | null) => resolve(error ?? undefined));
  });

const read = (connection: Connection, sql: string, maxRows: number): Promise<MysqlOutcome> => {
  const { promise, resolve } = Promise.withResolvers<MysqlOutcome>();
  const collector = createCollector(maxRows);
  let columns: readonly WireColumn[] = [];
  const query = connection.query({ sql, rowsAsArray: true, typeCast: (field) => field.buffer() });
  query.on('error', (error: QueryError) => resolve({ failure: failureOf(error) }));
  query.on('fields', (fields: FieldPacket[]) => {
    columns = fields as unknown as readonly WireColumn[];
  });
  query.on('result', (row: unknown) => {
    if (Array.isArray(row) && collector.add(row as WireRow)) resolve(collector.result(columns));
  });
  query.on('end', () => resolve(collector.result(columns)));
  return promise;
};

const endOf = ({ limit, signal }: RunOptions) => {
  const { promise, resolve } = Promise.withResolvers<'timed out' | 'client gone'>();
  const timer = setTimeout(resolve, limit, 'timed out');
  const onAbort = () => resolve('client gone');
  signal.addEventListener('abort', onAbort, { once: true });
  const cancel = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
  return { promise, cancel };
};

/** Stops a statement that still runs, because the server does not notice a closed connection. */
const stop = async (options: ConnectionOptions, id: number): Promise<void> => {
  const connection = await open(options);
  if ('unreachable' in connection) return;
  await ask(connection, format('kill query ?', [id]));
  connection.destroy();
};

/** Runs a statement in a transaction that only reads. Stops it after its timeout, and if the client disconnects. */
export const runStatement = async (options: ConnectionOptions, sql: string, run: RunOptions): Promise<MysqlOutcome> => {
  const connection = await open(options);
  if ('unreachable' in connection) return connection;
  const end = endOf(run);
  try {
    const zone = run.timezone === undefined ? undefined : `set time_zone = '${run.timezone}'`;
    for (const order of [zone, 'start transaction read only']) {
      const error = order === undefined ? undefined : await ask(connection, order);
      if (error) return { failure: failureOf(error) };
    }
    const outcome = await Promise.race([read(connection, sql, run.maxRows ?? Number.POSITIVE_INFINITY), end.promise]);
    if (typeof outcome === 'string') await stop(options, connection.threadId);
    return outcome;
  } finally {
    end.cancel();
    connection.destroy();
  }
};

/** MySQL 8 has it by default, and MariaDB does not. */
const STRICT_GROUPS = "set sql_mode = concat(@@sql_mode, ',ONLY_FULL_GROUP_BY')";

/** @param isStrict true to refuse columns that are neither grouped nor aggregated, as MySQL 8 does. */
export const prepareStatement = async (
  options: ConnectionOptions,
  sql: string,
  isStrict = false,
): Promise<{ readonly failure: MysqlFailure } | { readonly unreachable: string } | undefined> => {
  const connection = await open(options);
  if ('unreachable' in connection) return connection;
  try {
    if (isStrict) await ask(connection, STRICT_GROUPS);
    const error = await new Promise<QueryError | null>((resolve) => {
      connection.prepare(sql, (failed: QueryError | null) => resolve(failed));
    });
    return error ? { failure: failureOf(error) } : undefined;
  } finally {
    connection.destroy();
  }
};
