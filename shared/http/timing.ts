/** When a request began, and when its calls must have ended; milliseconds on the clock of `performance`. */
export interface RequestTimes {
  readonly startedAt: number;
  /** Calls to sources must have ended by then, so that the response is sent before Lambda ends the invocation. */
  readonly callsEndAt: number;
  /** Calls that follow them, such as storing the response, must have ended by then. */
  readonly closingEndsAt: number;
}

/** The times of a request, and how many milliseconds each of its steps took. */
export interface Timing extends RequestTimes {
  /** By the names of the steps, in their order. */
  readonly durations: Readonly<Record<string, number>>;
  /** Runs a step and takes its time, whether it succeeds or not. What went on since the step before counts too. */
  readonly time: <Result>(step: string, run: () => Result) => Result;
}

export const createTiming = (times: RequestTimes): Timing => {
  const durations: Record<string, number> = {};
  let notedAt = times.startedAt;
  const note = (step: string): void => {
    const now = performance.now();
    durations[step] = (durations[step] ?? 0) + now - notedAt;
    notedAt = now;
  };
  const time = <Result>(step: string, run: () => Result): Result => {
    let result: Result | undefined;
    try {
      result = run();
      return result instanceof Promise ? (result.finally(() => note(step)) as Result) : result;
    } finally {
      if (!(result instanceof Promise)) note(step);
    }
  };
  return { ...times, durations, time };
};
