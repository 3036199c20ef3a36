/** A time on two clocks: the wall clock may be set; the monotonic clock may stop while Lambda freezes the function. */
export interface Instant {
  /** Milliseconds since 1970. */
  readonly wall: number;
  /** Milliseconds of `performance.now()`. */
  readonly steady: number;
}

export const instantOf = (wall: number): Instant => ({ wall, steady: performance.now() - (Date.now() - wall) });

export const now = (): Instant => ({ wall: Date.now(), steady: performance.now() });

/** Returns the milliseconds since a time in the same request. The function was not frozen, so the monotonic clock is exact. */
export const elapsed = ({ steady }: Instant): number => performance.now() - steady;

/** Tolerated difference between the clocks of environments. Times that are further in the future are invalid. */
export const CLOCK_TOLERANCE_MS = 2_000;

/** Returns the milliseconds since a time, by the clock that advanced further: an age is never too low. */
export const since = ({ wall, steady }: Instant): number => Math.max(0, Date.now() - wall, performance.now() - steady);

/**
 * True only if a time is certainly less than `milliseconds` ago. If the wall clock was set back to before this time, its age
 * is unknown and counts as too high.
 */
export const isWithin = (instant: Instant, milliseconds: number): boolean =>
  Date.now() >= instant.wall - CLOCK_TOLERANCE_MS && since(instant) < milliseconds;
