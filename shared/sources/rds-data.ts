import type { SqlParameter } from '@aws-sdk/client-rds-data';
import { type CollectBody, collectResult } from '../aws/collect-body.ts';
import type { Deadline } from '../aws/deadline.ts';
import { createJsonCalls } from '../aws/json-service.ts';
import { retryCall } from '../aws/retry-call.ts';
import type { RequestValues } from '../config/dashboard-config.ts';
import { type SqlParameter as ParameterName, regionOfArn, type SqlSource } from '../config/sources.ts';
import { collectGarbage } from '../limits/collect-garbage.ts';
import { utcText } from '../tabular/civil-time.ts';
import type { Table } from '../tabular/table.ts';
import { spanInZone } from '../tabular/time-zone.ts';
import type { Engine } from './engine.ts';
import { postgresql } from './postgresql.ts';
import { markRetryable, toDataApiError } from './rds-data-errors.ts';
import { readResult } from './rds-data-result.ts';

/** Ends at `currentTime` and lasts `timePeriod`. */
export interface RequestWindow {
  /** In milliseconds since 1970. */
  readonly currentTime: number;
  /** In minutes. */
  readonly timePeriod: number;
  /** Set if the endpoint has parameters of its own. */
  readonly values?: RequestValues;
}

/** ARNs of the cluster and the secret. */
export interface Database {
  readonly cluster: string;
  readonly secret: string;
  readonly name: string;
}

/**
 * The service sends at most 1 MiB of data, but its JSON is larger, because it also contains the columns' names and the
 * values' types.
 */
const MAX_RESULT_BYTES = 2 * 1024 * 1024;

/** Garbage is collected before a larger response is parsed. */
const LARGE_RESULT_BYTES = 300_000;

const collectWithinMemory = collectResult(MAX_RESULT_BYTES);

const collect: CollectBody = async (body) => {
  const bytes = await collectWithinMemory(body);
  if (bytes.length > LARGE_RESULT_BYTES) collectGarbage();
  return bytes;
};

const call = createJsonCalls({
  name: 'rds-data',
  path: '/Execute',
  headersOf: () => ({ 'content-type': 'application/json' }),
  collect,
  loadClient: () => import('../aws/clients/rds-data.ts'),
});

const MINUTE_MS = 60_000;

const timestampOf = (name: string, ms: number, timezone = 'UTC'): SqlParameter => ({
  name,
  typeHint: 'TIMESTAMP',
  value: { stringValue: utcText(ms + spanInZone(ms, timezone).offset) },
});

/** `:from` and `:to` are timestamps in the zone of the database. */
const parameters: Readonly<Record<ParameterName, (window: RequestWindow, timezone?: string) => SqlParameter>> = {
  from: ({ currentTime, timePeriod }, timezone) =>
    timestampOf('from', Math.round(currentTime - timePeriod * MINUTE_MS), timezone),
  to: ({ currentTime }, timezone) => timestampOf('to', currentTime, timezone),
  currentTime: ({ currentTime }) => ({ name: 'currentTime', value: { longValue: currentTime } }),
  timePeriod: ({ timePeriod }) => ({ name: 'timePeriod', value: { doubleValue: timePeriod } }),
};

const execute = async (
  source: SqlSource,
  { cluster, secret, name }: Database,
  window: RequestWindow,
  deadline: Deadline,
  engine: Engine,
): Promise<unknown> => {
  const input = {
    resourceArn: cluster,
    secretArn: secret,
    database: name,
    sql: source.statement,
    parameters: [
      ...source.parameters.map((parameter) => parameters[parameter](window, source.timezone)),
      ...(source.own ?? []).map((name) => ({ name, value: window.values?.fieldOf(name) ?? { isNull: true } })),
    ],
    includeResultMetadata: true,
    resultSetOptions: { longReturnType: 'STRING' },
  };
  // A cluster may be in another region than the stack.
  const send = (signal: AbortSignal): Promise<unknown> => call('ExecuteStatement', input, signal, regionOfArn(cluster));
  try {
    return await retryCall((signal) => send(signal).catch((error: unknown) => markRetryable(error, engine)), deadline);
  } catch (error) {
    throw toDataApiError(error, deadline.signal, engine);
  }
};

/** Each function loads what only one engine needs. */
const ENGINES: Readonly<Record<NonNullable<SqlSource['engine']>, () => Promise<Engine>>> = {
  mysql: async () => (await import('./mysql.ts')).mysql,
};

/**
 * @throws WallfeedError SQL_FAILED (with the SQLState), SOURCE_RESUMING, SOURCE_TIMEOUT, SOURCE_THROTTLED,
 * SOURCE_DENIED, SOURCE_NOT_FOUND, SOURCE_TOO_LARGE, SOURCE_INVALID (for a reply that is truncated or has an
 * undocumented form).
 */
export const executeStatement = async (
  source: SqlSource,
  database: Database,
  window: RequestWindow,
  deadline: Deadline,
): Promise<Table> => {
  const engine = source.engine === undefined ? postgresql : await ENGINES[source.engine]();
  return readResult(await execute(source, database, window, deadline, engine), engine, source.timezone);
};
