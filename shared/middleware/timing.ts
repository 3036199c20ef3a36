import type { Scans, TableTime } from '../aws/deadline.ts';

/** The start of a request and its time limits, in milliseconds on the clock of `performance`. */
export interface RequestTimes {
  readonly startedAt: number;
  /** Time by which calls to sources must have ended, so that the response is sent before Lambda ends the invocation. */
  readonly callsEndAt: number;
  /** Time by which later calls must have ended, such as storing the response. */
  readonly closingEndsAt: number;
}

/** The steps of a request. The log and the header Server-Timing name them. */
export type Step = 'parse' | 'token' | 'cache' | 'read' | 'type' | 'fold' | 'validate' | 'send';

/** Durations of the steps that have ended, in milliseconds and in the order of the steps. */
export type Durations = Readonly<Partial<Record<Step, number>>>;

/** The time limits of a request, and the durations of its steps. */
export interface Timing extends RequestTimes {
  readonly durations: Partial<Record<Step, number>>;
  readonly tableTime: TableTime;
  readonly scans: Scans;
  /** Time at which the last step ended. */
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

/** Runs a step and records its duration, even if the step fails. The time since the previous step is included. */
export const timeStep = <Result>(timing: Timing, step: Step, run: () => Result): Result => {
  let result: Result | undefined;
  try {
    result = run();
    return result instanceof Promise ? (noteWhenSettled(timing, step, result) as Result) : result;
  } finally {
    if (!(result instanceof Promise)) noteStep(timing, step);
  }
};
