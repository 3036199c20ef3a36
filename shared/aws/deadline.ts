/** When calls to sources must have ended. */
export interface Deadline {
  /** Aborted then. */
  readonly signal: AbortSignal;
  /** On the clock of `performance`. */
  readonly endsAt: number;
  /** A call is not tried again if it would have to wait longer than this; milliseconds. */
  readonly maxPauseMs?: number;
}

/** A deadline at a moment of `performance`'s clock; one that has passed is at hand. */
export const createDeadline = (endsAt: number): Deadline => ({
  signal: AbortSignal.timeout(Math.max(1, Math.floor(endsAt - performance.now()))),
  endsAt,
});
