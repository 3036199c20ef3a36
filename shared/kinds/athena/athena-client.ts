import { setTimeout as sleep } from 'node:timers/promises';
import { collectResult } from '../../aws/collect-body.ts';
import type { Deadline } from '../../aws/deadline.ts';
import { createJsonCalls, targetHeaders } from '../../aws/json-service.ts';
import { type Call, retryCall } from '../../aws/retry-call.ts';
import { isThrottled } from './athena-errors.ts';
import { type AthenaQuery, tokenOf } from './athena-query.ts';

/** First pause before looking at a query again. Later pauses grow. */
export const POLL_MS = 100;
export const POLL_GROWTH = 1.5;
export const MAX_POLL_MS = 800;
/** First pause after Athena refused a call because there were too many. The pause doubles with each refusal. */
const THROTTLED_MS = 250;
const MAX_THROTTLED_MS = 2_000;

/** Waits. If the deadline would pass meanwhile, returns false at once. */
export const pauseFor = async (milliseconds: number, { signal, endsAt }: Deadline): Promise<boolean> => {
  if (performance.now() + milliseconds >= endsAt) return false;
  return sleep(milliseconds, true, { signal }).catch(() => false);
};

/**
 * Calls Athena. Repeats calls that were refused because there were too many, with growing pauses, as long as there is
 * time. Half of a pause is random, so that environments that were refused together do not call again together.
 * @throws the last error of the call, or the last refusal if the deadline ends the next call.
 */
export const callAthena = async <Result>(call: Call<Result>, deadline: Deadline): Promise<Result> => {
  let refusal: unknown;
  for (let pause = THROTTLED_MS; ; pause = Math.min(pause * 2, MAX_THROTTLED_MS)) {
    try {
      return await retryCall(call, deadline);
    } catch (error) {
      if (isThrottled(error)) refusal = error;
      else if (deadline.signal.aborted) throw refusal ?? error;
      const wait = pause * (1 + Math.random());
      const isPatient = isThrottled(error) && wait <= (deadline.maxPauseMs ?? Number.POSITIVE_INFINITY);
      if (!isPatient || !(await pauseFor(wait, deadline))) throw error;
    }
  }
};

/**
 * Maximum size of a reply. A page has at most 1 000 rows, so a larger reply has very long texts or does not come from
 * Athena.
 */
const MAX_REPLY_BYTES = 8 * 1024 * 1024;
const MAX_PAGE_ROWS = 1_000;
/** Maximum number of executions on a page, and in one BatchGetQueryExecution. */
const MAX_LISTED = 50;

const call = createJsonCalls({
  name: 'athena',
  headersOf: targetHeaders('AmazonAthena', '1.1'),
  collect: collectResult(MAX_REPLY_BYTES),
  loadClient: () => import('../../aws/clients/athena.ts'),
});

/** Starts a query, or finds the execution that was started with the same token. Returns the execution's id. */
export const sendStart = async (query: AthenaQuery, attempt: number, signal: AbortSignal): Promise<unknown> => {
  const { statement, parameters, workgroup, database, catalog } = query;
  const input = {
    QueryString: statement,
    QueryExecutionContext: { Database: database, Catalog: catalog },
    WorkGroup: workgroup,
    ClientRequestToken: tokenOf(query, attempt),
    ...(parameters.length > 0 && { ExecutionParameters: parameters }),
  };
  return Object(await call('StartQueryExecution', input, signal)).QueryExecutionId;
};

/**
 * Returns a page of the ids of a workgroup's executions as Athena sends it. Throws the errors of the call.
 * @param token the token of the page; undefined for the first page.
 */
export const sendList = (workgroup: string, token: string | undefined, signal: AbortSignal): Promise<unknown> =>
  call('ListQueryExecutions', { WorkGroup: workgroup, MaxResults: MAX_LISTED, NextToken: token }, signal);

/** Returns the states of at most 50 executions as Athena sends them. Throws the errors of the call. */
export const sendBatchGet = async (ids: readonly string[], signal: AbortSignal): Promise<unknown> =>
  Object(await call('BatchGetQueryExecution', { QueryExecutionIds: ids }, signal)).QueryExecutions;

/** Returns the state of an execution as Athena sends it. Throws the errors of the call. */
export const sendGetExecution = async (id: string, signal: AbortSignal): Promise<unknown> =>
  Object(await call('GetQueryExecution', { QueryExecutionId: id }, signal)).QueryExecution;

/**
 * Returns a page of a result as Athena sends it. Throws the errors of the call.
 * @param token the token of the page; undefined for the first page.
 */
export const sendGetResults = (id: string, token: string | undefined, signal: AbortSignal): Promise<unknown> =>
  call('GetQueryResults', { QueryExecutionId: id, MaxResults: MAX_PAGE_ROWS, NextToken: token }, signal);
