/** The milliseconds for which a request has waited for the shared table so far. */
export interface TableTime {
  waitedMs: number;
  failures?: number;
}

/** The bytes that executions of Athena scanned, by their ids. */
export type Scans = Map<string, number>;

export interface ChangeTimes {
  /** In milliseconds since 1970. Absent if no time is known. */
  oldest?: number;
}

export interface Deadline {
  readonly signal: AbortSignal;
  /** Time on the clock of `performance.now()`. */
  readonly endsAt: number;
  /** Maximum pause before a retry in milliseconds. A call that must wait longer is not retried. */
  readonly maxPauseMs?: number;
  readonly tableTime?: TableTime;
  readonly scans?: Scans;
  readonly changes?: ChangeTimes;
}

/** Ignores NaN, which stands for an unknown time. */
export const noteChange = (changes: ChangeTimes | undefined, time = Number.NaN): void => {
  if (changes && time < (changes.oldest ?? Number.POSITIVE_INFINITY)) changes.oldest = time;
};

/** Creates a deadline at a time of `performance.now()`. A deadline in the past aborts at once. */
export const createDeadline = (endsAt: number): Deadline => ({
  signal: AbortSignal.timeout(Math.max(1, Math.floor(endsAt - performance.now()))),
  endsAt,
});
