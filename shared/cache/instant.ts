/** A moment on two clocks: the wall's, which may be set, and one that only runs forward, but may stand while Lambda freezes the function. */
export interface Instant {
  /** Milliseconds since 1970. */
  readonly wall: number;
  /** Milliseconds on the clock of `performance`. */
  readonly steady: number;
}

export const instantOf = (wall: number): Instant => ({ wall, steady: performance.now() - (Date.now() - wall) });

export const now = (): Instant => ({ wall: Date.now(), steady: performance.now() });

/** Milliseconds since then within one request: nothing freezes the function meanwhile, but the wall's clock may be set. */
export const elapsed = ({ steady }: Instant): number => performance.now() - steady;

/** How far the clocks of environments may differ, or one be set back, before what it says is worth nothing; milliseconds. */
export const CLOCK_TOLERANCE = 2_000;

/** Milliseconds since then by whichever clock went further, so that nothing is ever taken for younger than it is. */
export const since = ({ wall, steady }: Instant): number => Math.max(0, Date.now() - wall, performance.now() - steady);

/**
 * Whether it is less than so long ago for certain: the steady clock alone may have stood, so that a moment which lies ahead
 * of the wall's clock, as that has been set back, is too long ago.
 */
export const isWithin = (instant: Instant, milliseconds: number): boolean =>
  Date.now() >= instant.wall - CLOCK_TOLERANCE && since(instant) < milliseconds;
