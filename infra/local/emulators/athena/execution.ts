import { setTimeout } from 'node:timers/promises';
import type { ColumnInfo, StartQueryExecutionInput } from '@aws-sdk/client-athena';
import { describeUnsupported, findUnsupported } from '../../../dashboard/athena/find-unsupported.ts';
import type { QueryFault } from '../faults.ts';
import { translate } from './dialect/translate.ts';
import { reasonOf } from './errors.ts';
import type { Lake } from './lake/open-lake.ts';
import { applyParameters } from './parameters.ts';
import { columnInfo } from './results/column-info.ts';
import { columnNames } from './results/column-names.ts';
import { formatValue } from './results/format-value.ts';

export type State = 'QUEUED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED';

/** The result of a query, with all values as text; NULL is undefined. */
export interface QueryResult {
  readonly columns: readonly ColumnInfo[];
  readonly rows: readonly (readonly (string | undefined)[])[];
}

/** A query that was started. */
export interface Execution {
  readonly id: string;
  readonly request: StartQueryExecutionInput;
  readonly workgroup: string;
  readonly expired: boolean;
  readonly submittedAt: number;
  startedAt?: number;
  completedAt?: number;
  state: State;
  reason?: string;
  retryable?: boolean;
  errorType?: number;
  scannedBytes: number;
  result?: QueryResult;
  readonly stopped: AbortController;
}

/** The minimum duration of queries in milliseconds. */
export interface QueryTimes {
  readonly queue: number;
  readonly run: number;
}

export interface RunOptions {
  readonly lake: Lake;
  readonly times: QueryTimes;
  readonly fault: QueryFault;
  /** Maximum number of bytes that a query of the workgroup may scan. */
  readonly cutoffBytes: number | undefined;
}

export const isActive = ({ state }: Execution): boolean => state === 'QUEUED' || state === 'RUNNING';

const CUTOFF = 'Bytes scanned limit was exceeded';
const STOPPED = 'Query cancelled by user';

const finish = (execution: Execution, state: State, reason?: string): void => {
  if (!isActive(execution)) return;
  execution.state = state;
  execution.completedAt = Date.now();
  if (reason !== undefined) execution.reason = reason;
};

/** Returns the statement in DuckDB's SQL, or the reason why the emulator cannot run it. */
const prepare = ({ request }: Execution): { readonly sql: string } | { readonly reason: string } => {
  const filled = applyParameters(request.QueryString ?? '', request.ExecutionParameters ?? []);
  if ('reason' in filled) return filled;
  const [unsupported] = findUnsupported(filled.sql);
  if (!unsupported) return { sql: translate(filled.sql) };
  return { reason: `NOT_SUPPORTED: ${describeUnsupported(unsupported)}` };
};

const runOnLake = async (execution: Execution, { lake, cutoffBytes }: RunOptions): Promise<void> => {
  const prepared = prepare(execution);
  if ('reason' in prepared) return finish(execution, 'FAILED', prepared.reason);
  const database = execution.request.QueryExecutionContext?.Database ?? 'default';
  execution.scannedBytes = await lake.countBytes(database, prepared.sql);
  if (cutoffBytes !== undefined && execution.scannedBytes > cutoffBytes) return finish(execution, 'CANCELLED', CUTOFF);
  const { names, types, rows } = await lake.query(database, prepared.sql, execution.stopped.signal);
  const columns = columnNames(execution.request.QueryString ?? '', names);
  execution.result = {
    columns: types.map((type, index) => columnInfo(columns[index] ?? '', type)),
    rows: rows.map((row) => row.map((value, index) => formatValue(value, types[index] as (typeof types)[number]))),
  };
};

/** Runs an execution from the state QUEUED to its final state, which is CANCELLED if the user stops it. */
export const runExecution = async (execution: Execution, options: RunOptions): Promise<void> => {
  const { times, fault } = options;
  const { signal } = execution.stopped;
  signal.addEventListener('abort', () => finish(execution, 'CANCELLED', STOPPED));
  const wait = (ms: number) => setTimeout(ms, undefined, { signal, ref: false });
  try {
    await wait(fault.queue ?? times.queue);
    execution.state = 'RUNNING';
    execution.startedAt = Date.now();
    const work = fault.state === undefined ? runOnLake(execution, options) : undefined;
    await Promise.all([wait(fault.run ?? times.run), work]);
    if (fault.retryable !== undefined) execution.retryable = fault.retryable;
    if (fault.errorType !== undefined) execution.errorType = fault.errorType;
    finish(execution, fault.state ?? 'SUCCEEDED', fault.reason);
  } catch (error) {
    finish(execution, 'FAILED', reasonOf(error));
  }
};
