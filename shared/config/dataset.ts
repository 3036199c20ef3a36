import type { CsvSource, SqlParameter, SqlSource } from './sources.ts';

/** A query through Amazon Athena. */
export interface AthenaSource {
  readonly source: 'athena';
  /** One SELECT in Trino's SQL, with `?` for each parameter, because parameters of Athena have no names. */
  readonly statement: string;
  /** The parameter for each question mark, in order. A name may occur several times. */
  readonly parameters: readonly SqlParameter[];
  /** Defaults to the stack's own workgroup. */
  readonly workgroup?: string;
  /** The database of the Glue catalogue in which the statement's tables are found. */
  readonly database: string;
  /** Data catalog of Athena. Defaults to `AwsDataCatalog`. */
  readonly catalog?: string;
}

/** The time window of a dataset's query, if it differs from the window of the request. All times are milliseconds. */
export interface DatasetWindow {
  /** Length of the window that ends at `currentTime`. `today` begins at midnight in the dashboard's time zone. */
  readonly last?: number | 'today';
  /** Maximum length of the window, if the request sets the length. */
  readonly atMost?: number;
}

/** A named source whose rows several endpoints select from. The source is read once for all of these endpoints. */
export interface DatasetConfig {
  readonly source: AthenaSource | SqlSource | CsvSource;
  readonly window?: DatasetWindow;
  /**
   * Length of a slot in milliseconds. The window ends at the start of a slot, so that all environments and all screens
   * get the same rows. Rows are served until their slot ends.
   */
  readonly ttl: number;
  /** True if all environments of all functions share the rows in the cache table. */
  readonly shared: boolean;
  /** Time after the end of a slot during which its rows may be served, as long as there are no newer rows. */
  readonly stale?: number;
}
