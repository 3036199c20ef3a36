import { LRUCache } from 'lru-cache';
import type { Deadline } from '../../aws/deadline.ts';
import { isStillRunning, sourceError } from '../../aws/source-error.ts';
import type { AthenaSource } from '../../config/dataset.ts';
import type { WallfeedError } from '../../errors/wallfeed-error.ts';
import type { Budget } from '../../limits/budget.ts';
import type { Table } from '../../tabular/table.ts';
import type { RequestWindow } from '../rds-data.ts';
import { callAthena, sendGetResults } from './athena-client.ts';
import { isExpired, toAthenaError } from './athena-errors.ts';
import { type AthenaQuery, createQuery, tokenOf } from './athena-query.ts';
import { awaitQuery, startAttempt } from './await-query.ts';
import { describeFailure, type Execution, type FailedQuery } from './failed-query.ts';
import { readResults } from './read-results.ts';

/** Maximum number of attempts in one slot. Each attempt may be a query that is billed. */
const MAX_ATTEMPTS = 3;
/** Limit on the queries that an environment remembers for one dataset. */
const MAX_RUNS = 100;

/** The query of a slot, as this environment knows it. Other environments find the same query by its token. */
interface Run {
  attempt: number;
  /** Id of the attempt's execution. */
  id?: string | undefined;
  /** The failure of the attempt. */
  failed?: FailedQuery | undefined;
  /** True if a request has waited for the execution until its deadline. */
  isLong?: boolean;
}

/** The limits of one read. */
export interface AthenaContext {
  readonly deadline: Deadline;
  readonly budget: Budget;
  /**
   * True if older rows or responses can be served. If a request has already waited in vain, later ones get these older
   * rows at once.
   */
  readonly hasStale: boolean;
}

/** Waits for the execution of a run, and remembers if the execution outlasts the request. */
const awaitRun = async (
  run: Run,
  id: string,
  { deadline, hasStale }: AthenaContext,
): Promise<Execution | undefined> => {
  try {
    return await awaitQuery(id, deadline, hasStale && run.isLong === true);
  } catch (error) {
    run.isLong = isStillRunning(error);
    throw error;
  }
};

/** Reads the rows of a query that has succeeded. Returns undefined if its result no longer exists. */
const readRows = async (id: string, { deadline, budget }: AthenaContext): Promise<Table | undefined> => {
  try {
    return await readResults((token) => callAthena((signal) => sendGetResults(id, token, signal), deadline), budget);
  } catch (error) {
    if (isExpired(error)) return undefined;
    throw toAthenaError(error, deadline.signal);
  }
};

const notKept = (): WallfeedError =>
  sourceError(
    'SOURCE_NOT_FOUND',
    { name: 'ResultsExpired' },
    'its workgroup does not keep the results of queries',
    'let the workgroup keep results for at least a day',
  );

/** Prepares a run for the next attempt of its slot. */
const nextAttempt = (run: Run): void => {
  if (run.attempt + 1 === MAX_ATTEMPTS) throw notKept();
  run.attempt += 1;
  run.id = undefined;
  run.failed = undefined;
  run.isLong = false;
};

/** Returns the rows of an attempt, or undefined if the next attempt may start. */
const runAttempt = async (query: AthenaQuery, run: Run, context: AthenaContext): Promise<Table | undefined> => {
  if (!run.failed) {
    run.id ??= await startAttempt(query, run.attempt, context.deadline);
    const execution = run.id === undefined ? undefined : await awaitRun(run, run.id, context);
    if (!execution || run.id === undefined) return undefined;
    if (execution.state === 'SUCCEEDED') return readRows(run.id, context);
    run.failed = describeFailure(execution, run.attempt);
  }
  if (run.failed.nextAt === undefined || Date.now() < run.failed.nextAt) throw run.failed.error;
  return undefined;
};

/** Runs the query of a source for a window. The window ends at the start of its slot. */
export type ReadAthena = (source: AthenaSource, window: RequestWindow, context: AthenaContext) => Promise<Table>;

/**
 * Creates a reader of queries. All environments share one query for each slot. If a request cannot wait for the result,
 * the query still runs. All errors are WallfeedErrors: SOURCE_TIMEOUT, SOURCE_RESUMING (queued), SQL_FAILED,
 * SOURCE_TOO_LARGE, SOURCE_THROTTLED, SOURCE_DENIED, SOURCE_NOT_FOUND, SOURCE_INVALID.
 */
export const createAthenaReader = (): ReadAthena => {
  const runs = new LRUCache<string, Run>({ max: MAX_RUNS });
  return async (source, window, context) => {
    const query = createQuery(source, window);
    const name = tokenOf(query, 0);
    const run = runs.get(name) ?? { attempt: 0 };
    runs.set(name, run);
    for (;;) {
      const table = await runAttempt(query, run, context);
      if (table) return table;
      nextAttempt(run);
    }
  };
};
