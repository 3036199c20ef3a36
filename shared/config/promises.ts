import type { ColumnReference } from './selection.ts';

export interface Bounds {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A blank cell meets all promises but `blank: never`. */
export interface ValuePromise extends Bounds {
  readonly oneOf?: readonly (string | number)[];
  readonly unique?: true;
  readonly blank?: 'never';
}

export interface DueTime {
  /** Monday is 0. */
  readonly days: readonly number[];
  readonly minute: number;
}

/** Promises of a dataset, or of the rows that an endpoint gets. Durations are milliseconds. */
export interface Promises {
  readonly newest?: { readonly of: ColumnReference; readonly within?: number };
  /** Time of day from which rows of the same day are there. */
  readonly by?: DueTime;
  readonly rows?: Bounds;
  readonly values?: Readonly<Record<string, ValuePromise>>;
  /** How long a promise must be broken before it counts. */
  readonly for?: number;
  /** True if promises also hold while the wall is closed. */
  readonly always?: true;
}

/** In minutes from Monday 00:00. It may end in the next week. */
export interface OpenTime {
  readonly from: number;
  readonly to: number;
}

export type Language = 'en' | 'zh';

export interface PromiseSettings {
  /** Absent if the wall is always open. */
  readonly hours?: readonly OpenTime[];
  /** English if absent. */
  readonly language?: Language;
  /** A schedule asks these endpoints, so that promises are judged while nobody else asks. */
  readonly ask: readonly string[];
  /** True if requests are counted while the wall is open, for the alarm on a silent wall. */
  readonly countsRequests?: true;
}
