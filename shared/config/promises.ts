import type { ColumnReference } from './selection.ts';

/** Limits of a number. */
export interface Bounds {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** The promises of each value in a column. A blank cell meets all but `blank: never`. */
export interface ValuePromise extends Bounds {
  readonly oneOf?: readonly (string | number)[];
  /** True if no two rows have the same value. */
  readonly unique?: true;
  readonly blank?: 'never';
}

/** A time of day on some days of each week. */
export interface DueTime {
  /** Days of the week; Monday is 0. */
  readonly days: readonly number[];
  readonly minute: number;
}

/** The promises of a dataset, or of the rows that an endpoint gets. Durations are milliseconds. */
export interface Promises {
  /** The column of times, and the maximum age of the newest row. */
  readonly newest?: { readonly of: ColumnReference; readonly within?: number };
  /** Time of day from which rows of the same day are there. */
  readonly by?: DueTime;
  readonly rows?: Bounds;
  /** The promises of columns, by their names. */
  readonly values?: Readonly<Record<string, ValuePromise>>;
  /** How long a promise must be broken before it counts. */
  readonly for?: number;
  /** True if the promises also hold while the wall is closed. */
  readonly always?: true;
}

/** A time in which the wall is open, in minutes from Monday 00:00. It may end in the next week. */
export interface OpenTime {
  readonly from: number;
  readonly to: number;
}

export type Language = 'en' | 'zh';

export interface PromiseSettings {
  /** When the wall is open. Absent if it is always open. */
  readonly hours?: readonly OpenTime[];
  /** Language of messages. English if absent. */
  readonly language?: Language;
  /** The endpoints that a schedule asks, so that promises are judged while nobody else asks. */
  readonly ask: readonly string[];
  /** True if the function counts requests while the wall is open, for the alarm on a silent wall. */
  readonly countsRequests?: true;
}
