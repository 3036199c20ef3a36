import type { Assumptions } from '../../../infra/cost/assumptions.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';

/** What is simulated, besides what a month's costs rest on. Durations are seconds. */
export interface WallSettings {
  readonly length: number;
  /** How many components a screen shows, at most. */
  readonly components: number;
  /** How long nobody asks the database before it pauses, and how long it takes to resume. */
  readonly pause: number;
  readonly resume: number;
  /** Screens are on for so long, then off for so long, in turns; never off at 0. */
  readonly open: number;
  readonly closed: number;
  /** Milliseconds within which the components of a screen ask, each at a moment of its own. */
  readonly spread: number;
  readonly seed: number;
}

/** A component of the wall, fed with the catalogue's sample. */
export interface WallComponent {
  readonly endpoint: string;
  readonly family: string;
  readonly path: string;
  readonly config: EndpointConfig;
  readonly asksDatabase: boolean;
}

/** How answers are kept: a column of the report. */
export interface Variant {
  /** In a sentence: `with cache: 30s, shared`. */
  readonly name: string;
  readonly kept: 'not' | 'in memory' | 'shared';
  /** Seconds; left out where each endpoint has what the dashboard file says. */
  readonly cache?: number;
  readonly stale?: number;
}

/** What a statement finds; a blank cell is NULL. */
export interface StatementResult {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** Everything that decides a simulation; plain data, as it goes to another thread. */
export interface Simulation {
  readonly dashboard: string;
  readonly timezone: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly components: readonly WallComponent[];
  /** What the bucket holds, by key. */
  readonly objects: Readonly<Record<string, string>>;
  /** What statements find, by their text. */
  readonly results: Readonly<Record<string, StatementResult>>;
  readonly settings: WallSettings;
  readonly assumptions: Assumptions;
}
