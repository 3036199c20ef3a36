import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Deadline } from '../../aws/deadline.ts';
import { type Call, retryCall } from '../../aws/retry-call.ts';
import { STILL_RUNNING, sourceError } from '../../aws/source-error.ts';
import type { AthenaSource } from '../../config/dataset.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import type { Budget } from '../../limits/budget.ts';
import type { Table } from '../../tabular/table.ts';
import type { RequestWindow } from '../rds-data.ts';
import { sendGetExecution, sendGetResults, sendStart } from './athena-client.ts';
import { isExpired, isMismatched, isThrottled, toAthenaError } from './athena-errors.ts';
import { type AthenaQuery, createQuery, tokenOf } from './athena-query.ts';
import { MAX_POLL_MS, MAX_THROTTLED_MS, POLL_GROWTH, POLL_MS, THROTTLED_MS } from './athena-times.ts';
import { describeFailure, type Execution, type FailedQuery } from './failed-query.ts';
import { readResults } from './read-results.ts';

/** Maximum number of attempts in one slot. Each may be a query that is billed. */
const MAX_ATTEMPTS = 3;
/** Limit on the queries that an environment remembers. */
const MAX_RUNS = 500;
/** Seconds after which a request that got no rows may ask again. */
const ASK_AGAIN_SECONDS = 5;

/** The query of a slot, as far as this environment knows. Other environments find the same by its tokens. */
interface Run {
  attempt: number;
  /** The execution of the attempt. */
  id?: string | undefined;
  /** The failure of the attempt. */
  failed?: FailedQuery | undefined;
  /** True if a request has waited for the execution until its deadline. */
  isLong?: boolean;
}

const runs = new LRUCache<string, Run>({ max: MAX_RUNS });

/** The limits of one read. */
export interface AthenaContext {
  readonly deadline: Deadline;
  readonly budget: Budget;
  /** True if older rows or responses can be served. Then a query that takes long is looked at once. */
  readonly hasStale: boolean;
}

const stillRunning = (state: Execution['state']): WallfeedError => {
  const isQueued = state === 'QUEUED';
  const found = isQueued ? 'the query waits for others to end' : 'the query goes on';
  const hint = 'ask again: the next request finds its result';
  const { code, message, details } = sourceError(
    isQueued ? 'SOURCE_RESUMING' : 'SOURCE_TIMEOUT',
    undefined,
    found,
    hint,
  );
  return new WallfeedError(code, message, details, { cause: { name: STILL_RUNNING }, retryAfter: ASK_AGAIN_SECONDS });
};

/** Waits, unless the deadline would pass meanwhile. */
const pauseFor = async (milliseconds: number, { signal, endsAt }: Deadline): Promise<boolean> => {
  if (performance.now() + milliseconds >= endsAt) return false;
  return sleep(milliseconds, true, { signal }).catch(() => false);
};

/** Calls Athena. Repeats calls that were refused because of too many, with growing pauses, as long as there is time. */
const callAthena = async <Result>(call: Call<Result>, deadline: Deadline): Promise<Result> => {
  for (let pause = THROTTLED_MS; ; pause = Math.min(pause * 2, MAX_THROTTLED_MS)) {
    try {
      return await retryCall(call, deadline);
    } catch (error) {
      const wait = pause * (1 + Math.random());
      const isPatient = isThrottled(error) && wait <= (deadline.maxPauseMs ?? Number.POSITIVE_INFINITY);
      if (!isPatient || !(await pauseFor(wait, deadline))) throw error;
    }
  }
};

const notAnId = (): WallfeedError => {
  const detail = { message: 'Athena named no execution', hint: 'ask again' };
  return new WallfeedError('SOURCE_INVALID', 'The reply of the source is invalid: Athena named no execution.', [
    detail,
  ]);
};

/** Starts an attempt, or finds its execution. Returns undefined if its token belongs to another statement. */
const startAttempt = async (query: AthenaQuery, attempt: number, deadline: Deadline): Promise<string | undefined> => {
  try {
    const id = await callAthena((signal) => sendStart(query, attempt, signal), deadline);
    if (typeof id !== 'string' || id === '') throw notAnId();
    return id;
  } catch (error) {
    if (isMismatched(error)) return undefined;
    throw toAthenaError(error, deadline.signal);
  }
};

const STATES = new Set(['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']);

const executionOf = (reply: unknown): Execution => {
  const { State, StateChangeReason, AthenaError, CompletionDateTime } = Object(Object(reply).Status);
  const { ErrorType, Retryable, ErrorMessage } = Object(AthenaError);
  if (!STATES.has(State)) {
    const detail = { message: 'the query has no state that Athena documents', hint: 'ask again' };
    throw new WallfeedError('SOURCE_INVALID', `The reply of the source is invalid: ${detail.message}.`, [detail]);
  }
  const completedAt = CompletionDateTime instanceof Date ? CompletionDateTime.getTime() : Number.NaN;
  return {
    state: State,
    reason: String(StateChangeReason ?? ErrorMessage ?? ''),
    errorType: Number.isInteger(ErrorType) ? ErrorType : undefined,
    isRetryable: Retryable === true,
    completedAt: Number.isFinite(completedAt) ? completedAt : 0,
  };
};

/**
 * Waits for a query to end. At the deadline it goes on, and the next request finds it. Returns undefined if Athena does not
 * know the execution any more.
 * @throws WallfeedError SOURCE_TIMEOUT or SOURCE_RESUMING if the query has not ended.
 */
const awaitEnd = async (
  run: Run,
  id: string,
  { deadline, hasStale }: AthenaContext,
): Promise<Execution | undefined> => {
  let state: Execution['state'] = 'RUNNING';
  try {
    for (let pause = POLL_MS; ; pause = Math.min(pause * POLL_GROWTH, MAX_POLL_MS)) {
      const execution = executionOf(await callAthena((signal) => sendGetExecution(id, signal), deadline));
      state = execution.state;
      if (state !== 'QUEUED' && state !== 'RUNNING') return execution;
      const isBrief = hasStale && run.isLong;
      if (isBrief || !(await pauseFor(pause, deadline))) break;
    }
  } catch (error) {
    if (isExpired(error)) return undefined;
    if (!deadline.signal.aborted) throw toAthenaError(error, deadline.signal);
  }
  run.isLong = true;
  throw stillRunning(state);
};

/** Reads the rows of a query that has succeeded. Returns undefined if they are not there any more. */
const readRows = async (id: string, { deadline, budget }: AthenaContext): Promise<Table | undefined> => {
  try {
    return await readResults((token) => callAthena((signal) => sendGetResults(id, token, signal), deadline), budget);
  } catch (error) {
    if (isExpired(error)) return undefined;
    throw toAthenaError(error, deadline.signal);
  }
};

const gone = (): WallfeedError =>
  sourceError(
    'SOURCE_NOT_FOUND',
    { name: 'ResultGone' },
    'the results of its queries are not kept',
    'let the workgroup keep results for at least a day',
  );

/** Goes on to the next attempt of the slot. */
const nextAttempt = (run: Run): void => {
  if (run.attempt + 1 === MAX_ATTEMPTS) throw gone();
  run.attempt += 1;
  run.id = undefined;
  run.failed = undefined;
  run.isLong = false;
};

/** Runs the current attempt of the slot. Returns undefined if there is a next one. */
const runAttempt = async (query: AthenaQuery, run: Run, context: AthenaContext): Promise<Table | undefined> => {
  if (run.failed) {
    if (run.failed.nextAt === undefined || Date.now() < run.failed.nextAt) throw run.failed.error;
    return undefined;
  }
  run.id ??= await startAttempt(query, run.attempt, context.deadline);
  const execution = run.id === undefined ? undefined : await awaitEnd(run, run.id, context);
  if (!execution || run.id === undefined) return undefined;
  if (execution.state === 'SUCCEEDED') return readRows(run.id, context);
  run.failed = describeFailure(execution, run.attempt);
  return runAttempt(query, run, context);
};

/**
 * Runs the query of a source for one slot, once for all environments, and returns its result as a table. A request that
 * cannot wait for the result leaves the query running.
 * @throws WallfeedError SOURCE_TIMEOUT, SOURCE_RESUMING (queued), SQL_FAILED, SOURCE_TOO_LARGE, SOURCE_THROTTLED,
 * SOURCE_DENIED, SOURCE_NOT_FOUND, SOURCE_INVALID.
 */
export const readAthena = async (
  source: AthenaSource,
  window: RequestWindow,
  context: AthenaContext,
): Promise<Table> => {
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
