import type { Context } from 'aws-lambda';
import { createDeadline, type Deadline, type Scans, type TableTime } from '../aws/deadline.ts';
import type { EndpointConfig } from '../config/dashboard-config.ts';

/** In milliseconds on the clock of `performance`. */
interface RequestTimes {
  readonly startedAt: number;
  /** Deadline of calls to sources, so that the response is sent before Lambda ends the invocation. */
  readonly callsEndAt: number;
  /** Deadline of later calls, such as storing the response. */
  readonly closingEndsAt: number;
}

/** The log and the header Server-Timing name them. */
export type Step = 'parse' | 'token' | 'cache' | 'read' | 'type' | 'fold' | 'validate' | 'send';

/** In milliseconds, of the steps that have ended, in their order. */
export type Durations = Readonly<Partial<Record<Step, number>>>;

export interface Timing extends RequestTimes {
  readonly durations: Partial<Record<Step, number>>;
  readonly tableTime: TableTime;
  readonly scans: Scans;
  notedAt: number;
}

export const createTiming = ({ startedAt, callsEndAt, closingEndsAt }: RequestTimes): Timing => ({
  startedAt,
  callsEndAt,
  closingEndsAt,
  durations: {},
  tableTime: { waitedMs: 0 },
  scans: new Map(),
  notedAt: startedAt,
});

const noteStep = (timing: Timing, step: Step): void => {
  const { durations, notedAt } = timing;
  const now = performance.now();
  durations[step] = (durations[step] ?? 0) + now - notedAt;
  timing.notedAt = now;
};

const noteWhenSettled = <Result>(timing: Timing, step: Step, result: Promise<Result>): Promise<Result> =>
  result.finally(() => noteStep(timing, step));

/** Records a step that fails, too. The time since the previous step is included. */
export const timeStep = <Result>(timing: Timing, step: Step, run: () => Result): Result => {
  let result: Result | undefined;
  try {
    result = run();
    return result instanceof Promise ? (noteWhenSettled(timing, step, result) as Result) : result;
  } finally {
    if (!(result instanceof Promise)) noteStep(timing, step);
  }
};

/** Time at the end of an invocation to serve a stale response or an error, and to log. */
const RESPONSE_RESERVE_MS = 1_000;

type WithDeadline = Pick<EndpointConfig, 'deadline'>;

/**
 * Returns the time limits of a request. If little time is left to the invocation, half of it is reserved for the
 * response. Later calls, such as storing a response, may use half of the reserved time. Ignores a negative remaining
 * time, which comes from a clock that was set.
 */
export const requestTimes = ({ getRemainingTimeInMillis }: Partial<Context>, startedAt: number): RequestTimes => {
  const remaining = getRemainingTimeInMillis?.() ?? 0;
  const endsAt = remaining > 0 ? startedAt + remaining : Number.POSITIVE_INFINITY;
  const reserve = Math.min(RESPONSE_RESERVE_MS, remaining / 2);
  return { startedAt, callsEndAt: endsAt - reserve, closingEndsAt: endsAt - reserve / 2 };
};

/**
 * Returns the time by which calls of a request must have ended: the endpoint's deadline, or the invocation's if that is
 * earlier.
 */
export const endOfCalls = (
  { startedAt, callsEndAt: latest }: Pick<Timing, 'startedAt' | 'callsEndAt'>,
  { deadline }: WithDeadline,
): number => Math.min(startedAt + deadline, latest);

/**
 * Creates the deadline for calls of a request: the deadline of the request, or `limitMs` from now if that is earlier.
 */
export const deadlineOf = (
  timing: Timing,
  endpoint: WithDeadline,
  limitMs: number = Number.POSITIVE_INFINITY,
): Deadline => ({
  ...createDeadline(Math.min(endOfCalls(timing, endpoint), performance.now() + limitMs)),
  tableTime: timing.tableTime,
  scans: timing.scans,
});
