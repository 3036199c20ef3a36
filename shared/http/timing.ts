/** The start of a request and its time limits, in milliseconds on the clock of `performance`. */
export interface RequestTimes {
  readonly startedAt: number;
  /** Time by which calls to sources must have ended, so that the response is sent before Lambda ends the invocation. */
  readonly callsEndAt: number;
  /** Time by which later calls must have ended, such as storing the response. */
  readonly closingEndsAt: number;
}

/** The time limits of a request, and the duration of each of its steps in milliseconds. */
export interface Timing extends RequestTimes {
  /** Durations by the names of the steps, in the order of the steps. */
  readonly durations: Record<string, number>;
  /** Time at which the last step ended. */
  notedAt: number;
}

export const createTiming = (times: RequestTimes): Timing => ({ ...times, durations: {}, notedAt: times.startedAt });

const noteStep = (timing: Timing, step: string): void => {
  const { durations, notedAt } = timing;
  const now = performance.now();
  durations[step] = (durations[step] ?? 0) + now - notedAt;
  timing.notedAt = now;
};

/** Runs a step and records its duration, even if the step fails. The time since the previous step is included. */
export const timeStep = <Result>(timing: Timing, step: string, run: () => Result): Result => {
  let result: Result | undefined;
  try {
    result = run();
    return result instanceof Promise ? (result.finally(() => noteStep(timing, step)) as Result) : result;
  } finally {
    if (!(result instanceof Promise)) noteStep(timing, step);
  }
};
