import type { WindowSpan } from './selection.ts';
import type { CellReading, CsvSource, ObjectLocation, SqlParameter } from './sources.ts';

/** A source of a dataset. Each kind of source adds keys of its own (shared/kinds). */
export interface DatasetSource extends Partial<ObjectLocation>, CellReading, Pick<CsvSource, 'selection'> {
  /** The name of the kind, which is its key in dashboard.yml. */
  readonly source: string;
  /** The statement, if the source is a query, and the parameters that it uses. */
  readonly statement?: string;
  readonly parameters?: readonly SqlParameter[];
  /** The database of a query, as its kind names it. */
  readonly database?: unknown;
  /** The workgroup of a query, if its service has workgroups and the dataset names one. */
  readonly workgroup?: string;
}

/** The time window of a dataset's query, if it differs from the window of the request. All times are milliseconds. */
export interface DatasetWindow {
  /** Length of the window that ends at `currentTime`. Calendar spans begin in the dashboard's time zone. */
  readonly last?: number | WindowSpan;
  /** Maximum length of the window, if the request sets the length. */
  readonly atMost?: number;
}

/** A named source whose rows several endpoints select from. The source is read once for all of these endpoints. */
export interface DatasetConfig {
  readonly source: DatasetSource;
  readonly window?: DatasetWindow;
  /**
   * Length of a slot in milliseconds. The window ends at the start of a slot, so that all environments and all screens
   * get the same rows. Rows are served until their slot ends.
   */
  readonly ttl: number;
  /** True if all environments of all functions share the rows in the cache table. */
  readonly shared: boolean;
  /**
   * True if each read is billed by a service that shares it with all environments. Few windows are then read, and the
   * slots of different sources start at different times.
   */
  readonly isBilled?: boolean;
  /** Time after the end of a slot during which its rows may be served, as long as there are no newer rows. */
  readonly stale?: number;
}
