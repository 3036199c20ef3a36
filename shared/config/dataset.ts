import type { CsvSource, SqlParameter, SqlSource } from './sources.ts';

/** A query through Amazon Athena. */
export interface AthenaSource {
  readonly source: 'athena';
  /** One SELECT in Trino's SQL, with `?` for each parameter: Athena's parameters have no names. */
  readonly statement: string;
  /** The parameters of the question marks, in their order. One name may stand there several times. */
  readonly parameters: readonly SqlParameter[];
  /** Defaults to the stack's own workgroup. */
  readonly workgroup?: string;
  /** The database of the Glue catalogue in which the statement's tables are found. */
  readonly database: string;
  /** Data catalog of Athena. Defaults to `AwsDataCatalog`. */
  readonly catalog?: string;
}

/** The time window of a dataset's query, if it does not take the one of the request. Milliseconds. */
export interface DatasetWindow {
  /** The length of the window: back from `currentTime`, or to midnight in the dashboard's time zone. */
  readonly last?: number | 'today';
  /** Bounds the window of the request. */
  readonly atMost?: number;
}

/** A named source whose rows several endpoints select from. It is read once for all of them. */
export interface DatasetConfig {
  readonly source: AthenaSource | SqlSource | CsvSource;
  readonly window?: DatasetWindow;
  /**
   * Length of a slot in milliseconds: `currentTime` is rounded down to it, so that all environments and all screens ask
   * for the same rows. Rows are served until their slot ends.
   */
  readonly ttl: number;
  /** True if all environments of all functions share the rows in the cache table. */
  readonly shared: boolean;
  /** Time after the end of a slot in which its rows may be served while the next ones are not there. */
  readonly stale?: number;
}
