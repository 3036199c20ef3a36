import { ExecuteStatementCommand, RDSDataClient, type SqlParameter } from '@aws-sdk/client-rds-data';
import { collectBody } from '../aws/collect-body.ts';
import type { Deadline } from '../aws/deadline.ts';
import { createRegionClients, regionOfArn } from '../aws/region.ts';
import { requestHandler } from '../aws/request-handler.ts';
import { retryCall } from '../aws/retry-call.ts';
import type { SqlParameter as ParameterName, SqlSource } from '../config/dashboard-config.ts';
import { createBudget, functionMemoryMb } from '../limits/budget.ts';
import { collectGarbage } from '../limits/collect-garbage.ts';
import type { Table } from '../tabular/table.ts';
import { dataApiFailure, markRetryable } from './rds-data-failure.ts';
import { readResult } from './rds-data-result.ts';
import type { RequestWindow } from './request-window.ts';

export interface Database {
  readonly cluster: string;
  readonly secret: string;
  readonly name: string;
}

/** The service sends 1 MiB of data at most; its JSON names the kind of each value besides, and the columns. */
const MAX_RESULT_BYTES = 2 * 1024 * 1024;

/** A response above this size has its memory made free first. */
const LARGE_RESULT_BYTES = 300_000;

const collect = collectBody(MAX_RESULT_BYTES);

/** Refuses a response that the function has no memory for. The client adds text to the error, so ours is its cause. */
const admitResult = (resultBytes: number): void => {
  try {
    createBudget({ memoryMb: functionMemoryMb(), endsAt: Number.POSITIVE_INFINITY }).hold({ resultBytes });
  } catch (cause) {
    throw Object.assign(new Error('too large for the memory', { cause }), { name: 'TooLarge' });
  }
};

const collectResult = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const bytes = await collect(body, admitResult);
  if (bytes.length > LARGE_RESULT_BYTES) collectGarbage();
  return bytes;
};

/** A cluster is asked in its own region, which need not be the stack's. */
const clientOf = createRegionClients(
  (region) => new RDSDataClient({ ...region, maxAttempts: 1, requestHandler, streamCollector: collectResult }),
);

const MINUTE = 60_000;

const timestamp = (name: string, instant: number): SqlParameter => ({
  name,
  typeHint: 'TIMESTAMP',
  value: { stringValue: new Date(instant).toISOString().replace('T', ' ').replace('Z', '') },
});

/** The parameters that a request gives a statement. `:from` and `:to` are timestamps in UTC. */
const parameters: Readonly<Record<ParameterName, (window: RequestWindow) => SqlParameter>> = {
  from: ({ currentTime, timePeriod }) => timestamp('from', Math.round(currentTime - timePeriod * MINUTE)),
  to: ({ currentTime }) => timestamp('to', currentTime),
  currentTime: ({ currentTime }) => ({ name: 'currentTime', value: { longValue: currentTime } }),
  timePeriod: ({ timePeriod }) => ({ name: 'timePeriod', value: { doubleValue: timePeriod } }),
};

const execute = async (
  source: SqlSource,
  { cluster, secret, name }: Database,
  window: RequestWindow,
  deadline: Deadline,
) => {
  const command = new ExecuteStatementCommand({
    resourceArn: cluster,
    secretArn: secret,
    database: name,
    sql: source.statement,
    parameters: source.parameters.map((parameter) => parameters[parameter](window)),
    includeResultMetadata: true,
    resultSetOptions: { longReturnType: 'STRING' },
  });
  try {
    const client = clientOf(regionOfArn(cluster));
    return await retryCall((signal) => client.send(command, { abortSignal: signal }).catch(markRetryable), deadline);
  } catch (error) {
    throw dataApiFailure(error, deadline.signal);
  }
};

/**
 * The result of a statement through the RDS Data API, by position.
 * @throws WallfeedError SQL_FAILED (with the SQLState), SOURCE_RESUMING, SOURCE_TIMEOUT, SOURCE_THROTTLED, SOURCE_DENIED, SOURCE_NOT_FOUND, SOURCE_TOO_LARGE, SOURCE_INVALID (cut short, or of another form).
 */
export const executeStatement = async (
  source: SqlSource,
  database: Database,
  window: RequestWindow,
  deadline: Deadline,
): Promise<Table> => readResult(await execute(source, database, window, deadline));
