/** Defaults of `WallRate`. */
export const DEFAULT_SCREENS = 3;
export const DEFAULT_REFRESH_MS = 10_000;

/** The traffic of a wall that the alarms expect. */
export interface WallRate {
  /** Screens that show the dashboard at once. */
  readonly screens: number;
  /** The time between two requests of a screen to an endpoint. */
  readonly refreshMs: number;
}

/** Returns the number of requests that a wall sends in a number of seconds. */
export const requestsOf = (endpoints: number, { screens, refreshMs }: WallRate, seconds: number): number =>
  (endpoints * screens * seconds * 1000) / refreshMs;
