/** The time for which a request has waited for the shared table so far, in milliseconds. */
export interface TableTime {
  waitedMs: number;
  /** Number of calls that failed. Absent if none did. */
  failures?: number;
}

/** The bytes that executions of Athena scanned, by their ids. Several environments collect one execution. */
export type Scans = Map<string, number>;

export interface ChangeTimes {
  /** Time of the earliest one, in milliseconds since 1970. Absent if no time is known. */
  oldest?: number;
}

/** The time by which calls must have ended. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Time of the deadline on the clock of `performance.now()`. */
  readonly endsAt: number;
  /** Maximum pause before a retry in milliseconds. A call that must wait longer is not retried. */
  readonly maxPauseMs?: number;
  /** Sums up the duration of all calls to the shared table in the request. */
  readonly tableTime?: TableTime;
  /** The Athena executions that ended while the request waited. */
  readonly scans?: Scans;
  readonly changes?: ChangeTimes;
}

/** Notes when an object that a request read was last changed. Ignores NaN, which stands for an unknown time. */
export const noteChange = (changes: ChangeTimes | undefined, time = Number.NaN): void => {
  if (changes && time < (changes.oldest ?? Number.POSITIVE_INFINITY)) changes.oldest = time;
};

/** Creates a deadline at a time of `performance.now()`. A deadline in the past aborts at once. */
export const createDeadline = (endsAt: number): Deadline => ({
  signal: AbortSignal.timeout(Math.max(1, Math.floor(endsAt - performance.now()))),
  endsAt,
});
