import type { WallfeedError } from '../../errors/wallfeed-error.ts';
import type { SourceSlot } from '../source-kind.ts';
import { hasEnded } from './await-query.ts';
import { describeFailure, type Execution } from './failed-query.ts';

export interface Run {
  readonly id: string;
  readonly start: number;
  /** Absent until Athena has reported a state. */
  execution?: Execution;
  /** In milliseconds since 1970. */
  sentAt: number;
  /** True if Athena no longer has the rows. */
  isGone?: boolean;
  /** True if a request has waited for the execution until its deadline. */
  isLong?: boolean;
}

/** Executions are in the order in which they were sent. */
export interface WindowRuns {
  runs: readonly Run[];
  /** Tokens of the newest slot that Athena has already received with another statement. */
  foreignTokens: { readonly start: number; readonly count: number };
  /** A call for the history of the workgroup failed, so it is not read again before this time. */
  historyRefusedUntil: number;
}

/** Executions of one window. */
const MAX_RUNS = 50;
/** Executions of one slot. Each may be billed. */
const MAX_ATTEMPTS = 3;
/** Failures in a row after which queries pause, for longer with each further failure. */
const MAX_FAILURES = 3;
const HOUR_MS = 3_600_000;

export const createWindowRuns = (): WindowRuns => ({
  runs: [],
  foreignTokens: { start: 0, count: 0 },
  historyRefusedUntil: 0,
});

export const isActive = ({ execution }: Run): boolean => !execution || !hasEnded(execution);
export const hasRows = ({ execution, isGone }: Run): boolean => execution?.state === 'SUCCEEDED' && !isGone;

const hasFailed = ({ execution }: Run): boolean => execution?.state === 'FAILED' || execution?.state === 'CANCELLED';

export const addRuns = (window: WindowRuns, found: readonly Run[]): void => {
  const known = new Set(window.runs.map(({ id }) => id));
  const added = found.filter(({ id }) => !known.has(id));
  window.runs = [...window.runs, ...added].sort((one, other) => one.sentAt - other.sentAt).slice(-MAX_RUNS);
};

export const dropRun = (window: WindowRuns, { id }: Run): void => {
  window.runs = window.runs.filter((run) => run.id !== id);
};

/** Returns milliseconds, with the time in the queue; 0 if the execution has not succeeded. */
export const durationOf = ({ execution }: Run): number =>
  execution?.state === 'SUCCEEDED' ? Math.max(0, execution.completedAt - execution.submittedAt) : 0;

export const newestWithRows = ({ runs }: WindowRuns): Run | undefined =>
  runs.filter(hasRows).reduce<Run | undefined>((best, run) => (best && best.start > run.start ? best : run), undefined);

/**
 * Returns the end of the time in which late rows may be served. That time begins at the end of the query, and lasts as
 * long as a slot and the query together. Undefined if the query ended within its slot.
 */
export const lateUntilOf = (run: Run, ttl: number): number | undefined => {
  const end = run.execution?.completedAt ?? 0;
  return end > run.start + ttl ? end + ttl + durationOf(run) : undefined;
};

/** Attempts count from 0. */
export const nextAttempt = ({ runs, foreignTokens }: WindowRuns, start: number): number =>
  runs.filter((run) => run.start === start && !isActive(run)).length +
  (foreignTokens.start === start ? foreignTokens.count : 0);

/** True if a slot has had all its attempts. */
export const isSpent = (window: WindowRuns, start: number): boolean => nextAttempt(window, start) >= MAX_ATTEMPTS;

const failuresInRow = ({ runs }: WindowRuns): readonly Run[] =>
  runs.slice(runs.findLastIndex((run) => !hasFailed(run)) + 1);

/**
 * Returns the error of the last execution while no other one may start, or undefined. After three failures in a row,
 * the pauses grow to 2, 4, 8 … slots, and to one hour at most.
 */
export const pausedError = (window: WindowRuns, { start, ttl }: SourceSlot): WallfeedError | undefined => {
  const failures = failuresInRow(window);
  const last = failures.at(-1);
  if (!last?.execution) return undefined;
  const isSameSlot = last.start >= start;
  const attempt = failures.filter((run) => run.start === last.start).length - 1;
  const slots = 2 ** (failures.length - MAX_FAILURES + 1);
  const pausedUntil = failures.length < MAX_FAILURES ? 0 : last.start + Math.min(slots * ttl, HOUR_MS);
  const { error, nextAt } = describeFailure(last.execution, attempt, pausedUntil);
  const isLastAttempt = nextAt === undefined || isSpent(window, start);
  const isPaused = Date.now() < pausedUntil || (isSameSlot && (isLastAttempt || Date.now() < nextAt));
  return isPaused ? error : undefined;
};
