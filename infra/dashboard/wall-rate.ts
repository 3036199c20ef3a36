/** What a wall does unless the dashboard file or a command says otherwise. */
export const DEFAULT_SCREENS = 3;
export const DEFAULT_REFRESH_MS = 10_000;

/** What the alarms on traffic take the wall to do. */
export interface WallRate {
  /** Screens that show the dashboard at once. */
  readonly screens: number;
  /** How often a screen asks each endpoint. */
  readonly refreshMs: number;
}

/** Requests that a wall sends in a time. */
export const requestsOf = (endpoints: number, { screens, refreshMs }: WallRate, seconds: number): number =>
  (endpoints * screens * seconds * 1000) / refreshMs;
