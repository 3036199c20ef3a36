/** A moment on two clocks: the wall's, which may be set, and one that only runs forward, but may stand while Lambda freezes the function. */
export interface Instant {
  /** Milliseconds since 1970. */
  readonly wall: number;
  /** Milliseconds on the clock of `performance`. */
  readonly steady: number;
}

export const instantOf = (wall: number): Instant => ({ wall, steady: performance.now() - (Date.now() - wall) });

export const now = (): Instant => ({ wall: Date.now(), steady: performance.now() });

/** Milliseconds since then by whichever clock went further, so that nothing is ever taken for younger than it is. */
export const since = ({ wall, steady }: Instant): number => Math.max(0, Date.now() - wall, performance.now() - steady);
