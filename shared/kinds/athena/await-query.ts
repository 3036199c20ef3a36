import type { Deadline } from '../../aws/deadline.ts';
import { STILL_RUNNING, sourceError } from '../../aws/source-error.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import {
  callAthena,
  isExpired,
  isMismatched,
  isThrottled,
  MAX_POLL_MS,
  POLL_GROWTH,
  POLL_MS,
  pauseFor,
  sendGetExecution,
  sendStart,
  toAthenaError,
} from './athena-client.ts';
import type { AthenaQuery } from './athena-query.ts';
import type { Execution } from './failed-query.ts';

/** `Retry-After` of a request that got no rows. */
const ASK_AGAIN_SECONDS = 5;

const MINUTE_MS = 60_000;

interface Waiting {
  /** `brief` looks once. */
  readonly patience: 'brief' | 'full';
  /** In milliseconds. Set if the slot is over. */
  readonly slotOver?: number | undefined;
}

const lengthText = (milliseconds: number): string =>
  milliseconds % MINUTE_MS === 0 ? `${milliseconds / MINUTE_MS}m` : `${milliseconds / 1000}s`;

const outlasting = (ttl: number) => ({
  found: `the query takes longer than its slot of ${lengthText(ttl)}`,
  hint: 'set `cache` of the dataset to more time than the query takes, or let the query read less',
});

const stillRunning = (state: Execution['state'], slotOver: number | undefined): WallfeedError => {
  const isQueued = state === 'QUEUED';
  const waiting = {
    found: isQueued ? 'the query is queued behind others' : 'the query is still running',
    hint: 'try again: the next request finds its result',
  };
  const { found, hint } = slotOver === undefined || isQueued ? waiting : outlasting(slotOver);
  const code = isQueued ? 'SOURCE_RESUMING' : 'SOURCE_TIMEOUT';
  const { message, details } = sourceError(code, undefined, found, hint);
  return new WallfeedError(code, message, details, { cause: { name: STILL_RUNNING }, retryAfter: ASK_AGAIN_SECONDS });
};

const invalidReply = (message: string): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', `The reply of the source is invalid: ${message}.`, [
    { message, hint: 'try again; if the error persists, check that no proxy answers in place of Amazon Athena' },
  ]);

const startsRefused = (error: unknown): WallfeedError =>
  sourceError(
    'SOURCE_THROTTLED',
    error,
    'Athena starts no other query for now',
    'try again in a moment; if the error persists, ask AWS to raise the quota of queries',
  );

/**
 * Returns the execution's id, perhaps of another environment. Undefined if Athena has already received the attempt's
 * token with another statement.
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
    if (isThrottled(error)) throw startsRefused(error);
    throw toAthenaError(error, deadline.signal);
  }
};

const STATES = new Set(['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']);

/** Returns a time in milliseconds since 1970. Athena sends seconds. */
const timeOf = (seconds: unknown): number => (Number.isFinite(seconds) ? Number(seconds) * 1000 : 0);

/** @throws WallfeedError SOURCE_INVALID */
export const executionOf = (reply: unknown): Execution => {
  const { DataScannedInBytes } = Object(Object(reply).Statistics);
  const { State, StateChangeReason, AthenaError, SubmissionDateTime, CompletionDateTime } = Object(
    Object(reply).Status,
  );
  const { ErrorType, Retryable, ErrorMessage } = Object(AthenaError);
  if (!STATES.has(State)) throw invalidReply('the state of the query is not one that Athena documents');
  return {
    state: State,
    reason: String(StateChangeReason ?? ErrorMessage ?? ''),
    errorType: Number.isInteger(ErrorType) ? ErrorType : undefined,
    isRetryable: Retryable === true,
    submittedAt: timeOf(SubmissionDateTime),
    completedAt: timeOf(CompletionDateTime),
    scannedBytes: Number.isFinite(DataScannedInBytes) ? DataScannedInBytes : 0,
  };
};

export const hasEnded = ({ state }: Execution): boolean => state !== 'QUEUED' && state !== 'RUNNING';

/**
 * Waits for a query to end. The query still runs after the deadline, and the next request finds its result. Returns
 * undefined if Athena no longer has the execution.
 * @throws WallfeedError SOURCE_TIMEOUT or SOURCE_RESUMING if the query has not ended.
 */
export const awaitQuery = async (
  id: string,
  deadline: Deadline,
  { patience, slotOver }: Waiting,
): Promise<Execution | undefined> => {
  let state: Execution['state'] = 'RUNNING';
  try {
    for (let pause = POLL_MS; ; pause = Math.min(pause * POLL_GROWTH, MAX_POLL_MS)) {
      const execution = executionOf(await callAthena((signal) => sendGetExecution(id, signal), deadline));
      if (hasEnded(execution)) return execution;
      state = execution.state;
      if (patience === 'brief' || !(await pauseFor(pause, deadline))) break;
    }
  } catch (error) {
    if (isExpired(error)) return undefined;
    if (!deadline.signal.aborted) throw toAthenaError(error, deadline.signal);
  }
  throw stillRunning(state, slotOver);
};
