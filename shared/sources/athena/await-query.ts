import type { Deadline } from '../../aws/deadline.ts';
import { STILL_RUNNING, sourceError } from '../../aws/source-error.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import {
  callAthena,
  MAX_POLL_MS,
  POLL_GROWTH,
  POLL_MS,
  pauseFor,
  sendGetExecution,
  sendStart,
} from './athena-client.ts';
import { isExpired, isMismatched, toAthenaError } from './athena-errors.ts';
import type { AthenaQuery } from './athena-query.ts';
import type { Execution } from './failed-query.ts';

/** Seconds after which a client may repeat a request that got no rows. */
const ASK_AGAIN_SECONDS = 5;

const stillRunning = (state: Execution['state']): WallfeedError => {
  const isQueued = state === 'QUEUED';
  const found = isQueued ? 'the query is queued behind others' : 'the query is still running';
  const code = isQueued ? 'SOURCE_RESUMING' : 'SOURCE_TIMEOUT';
  const { message, details } = sourceError(code, undefined, found, 'try again: the next request finds its result');
  return new WallfeedError(code, message, details, { cause: { name: STILL_RUNNING }, retryAfter: ASK_AGAIN_SECONDS });
};

const invalidReply = (message: string): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', `The reply of the source is invalid: ${message}.`, [
    { message, hint: 'try again; if the error persists, check that the endpoint is Amazon Athena' },
  ]);

/**
 * Starts an attempt, or finds the execution that another environment started for it. Returns the execution's id, or
 * undefined if the attempt's token belongs to another statement.
 */
export const startAttempt = async (
  query: AthenaQuery,
  attempt: number,
  deadline: Deadline,
): Promise<string | undefined> => {
  try {
    const id = await callAthena((signal) => sendStart(query, attempt, signal), deadline);
    if (typeof id !== 'string' || id === '') throw invalidReply('Athena returned no execution id');
    return id;
  } catch (error) {
    if (isMismatched(error)) return undefined;
    throw toAthenaError(error, deadline.signal);
  }
};

const STATES = new Set(['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']);

/** Returns a time in milliseconds since 1970. Athena sends seconds. */
const timeOf = (seconds: unknown): number => (Number.isFinite(seconds) ? Number(seconds) * 1000 : 0);

const executionOf = (reply: unknown): Execution => {
  const { State, StateChangeReason, AthenaError, CompletionDateTime } = Object(Object(reply).Status);
  const { ErrorType, Retryable, ErrorMessage } = Object(AthenaError);
  if (!STATES.has(State)) throw invalidReply('the state of the query is not one that Athena documents');
  return {
    state: State,
    reason: String(StateChangeReason ?? ErrorMessage ?? ''),
    errorType: Number.isInteger(ErrorType) ? ErrorType : undefined,
    isRetryable: Retryable === true,
    completedAt: timeOf(CompletionDateTime),
  };
};

const hasEnded = ({ state }: Execution): boolean => state !== 'QUEUED' && state !== 'RUNNING';

/**
 * Waits for a query to end. The query still runs after the deadline, and the next request finds its result. Returns
 * undefined if Athena no longer has the execution.
 * @param isBrief true to look once, without waiting.
 * @throws WallfeedError SOURCE_TIMEOUT or SOURCE_RESUMING if the query has not ended.
 */
export const awaitQuery = async (id: string, deadline: Deadline, isBrief: boolean): Promise<Execution | undefined> => {
  let state: Execution['state'] = 'RUNNING';
  try {
    for (let pause = POLL_MS; ; pause = Math.min(pause * POLL_GROWTH, MAX_POLL_MS)) {
      const execution = executionOf(await callAthena((signal) => sendGetExecution(id, signal), deadline));
      if (hasEnded(execution)) return execution;
      state = execution.state;
      if (isBrief || !(await pauseFor(pause, deadline))) break;
    }
  } catch (error) {
    if (isExpired(error)) return undefined;
    if (!deadline.signal.aborted) throw toAthenaError(error, deadline.signal);
  }
  throw stillRunning(state);
};
