/**
 * A moment on two clocks. The wall clock may be set. The monotonic clock may stand still while Lambda freezes the
 * function.
 */
export interface Timestamp {
  /** Milliseconds since 1970. */
  readonly wall: number;
  /** Milliseconds on the clock of `performance`. */
  readonly monotonic: number;
}

export const timestampOf = (wall: number): Timestamp => ({
  wall,
  monotonic: performance.now() - (Date.now() - wall),
});

export const now = (): Timestamp => ({ wall: Date.now(), monotonic: performance.now() });

/**
 * Returns the milliseconds since a moment of the same request. Lambda does not freeze the function during a request.
 */
export const elapsed = ({ monotonic }: Timestamp): number => performance.now() - monotonic;

/** The clocks of two environments may differ by this much, and a clock may be set back by as much. */
export const CLOCK_TOLERANCE_MS = 2_000;

/** Returns the milliseconds since a moment. If the clocks disagree, the larger age counts. */
export const since = ({ wall, monotonic }: Timestamp): number =>
  Math.max(0, Date.now() - wall, performance.now() - monotonic);

/**
 * Copies a moment and sets its monotonic time so that `elapsed` returns the same age as `since`, for the rest of the
 * request.
 */
export const atSameAge = (timestamp: Timestamp): Timestamp => ({
  wall: timestamp.wall,
  monotonic: performance.now() - since(timestamp),
});

/** True only if a timestamp is certainly younger than `ms`. A timestamp ahead of the wall clock counts as expired. */
export const isWithin = (timestamp: Timestamp, ms: number): boolean =>
  Date.now() >= timestamp.wall - CLOCK_TOLERANCE_MS && since(timestamp) < ms;
