import type { DurationReading } from '../tabular/parse-duration.ts';
import type { Promises } from './promises.ts';
import type { ColumnReference, Selection, WindowSpan } from './selection.ts';

export const SQL_PARAMETERS = ['from', 'to', 'currentTime', 'timePeriod'] as const;
export type SqlParameter = (typeof SQL_PARAMETERS)[number];

/** `bucket` defaults to the stack's bucket. */
export interface ObjectLocation {
  readonly bucket?: string;
  readonly key: string;
}

type ByColumn<Setting> = readonly (readonly [column: ColumnReference, setting: Setting])[];

export interface CellReading {
  readonly decimal?: '.' | ',';
  /** A pattern such as `dd/MM/yyyy HH:mm`, or `seconds`; or the patterns of single columns. */
  readonly dates?: string | ByColumn<string>;
  /** The twelve names in `dates`, if they are not English. */
  readonly months?: readonly string[];
  readonly blank?: readonly string[];
  readonly units?: Readonly<Record<string, number>>;
  readonly durations?: ByColumn<DurationReading>;
  /** A blank cell has the value of the cell above it. */
  readonly fillDown?: readonly ColumnReference[];
}

export interface CsvSource extends ObjectLocation, CellReading, Joining {
  readonly source: 'csv';
  readonly encoding?: string;
  readonly delimiter?: string;
  /** Lines count from 1. Lines before the header are skipped. */
  readonly header?: number | readonly number[] | 'none';
  /** Lines that begin with this text are skipped. */
  readonly comments?: string;
  /** Absent if the file has the component's columns in their order. */
  readonly selection?: Selection;
  /** The name in the dashboard file. Set if a table consists of several files. */
  readonly file?: string;
}

/** The joined file's cells are columns of a selection, such as `goals.Goal`. */
export interface JoinedSource extends Omit<CsvSource, 'source' | 'selection' | 'join' | 'file'> {
  readonly name: string;
  /** The name in the dashboard file. */
  readonly file: string;
  /** The texts of each pair are compared. */
  readonly on: readonly (readonly [ours: ColumnReference, theirs: ColumnReference])[];
}

export interface Joining {
  readonly join?: readonly JoinedSource[];
}

/** Files whose rows are appended in this order. */
export interface CsvList {
  readonly source: 'list';
  readonly of: readonly CsvSource[];
}

/** The result column fills the component's column, by name or by position from 1. */
export type SqlColumn = readonly [column: string, from: string | number];

/** Absent fields mean PostgreSQL and UTC. */
export interface SqlDialect {
  readonly engine?: 'mysql';
  /** Zone of `:from`, `:to`, and times without an offset in a result. */
  readonly timezone?: string;
}

export interface SqlSource extends CellReading, Joining, SqlDialect {
  readonly source: 'sql';
  readonly statement: string;
  readonly parameters: readonly SqlParameter[];
  /** The endpoint's own parameters that the statement uses. */
  readonly own?: readonly string[];
  /** Columns by name. If this and the selection are absent, the result's columns are read by position. */
  readonly columns?: readonly SqlColumn[];
  readonly selection?: Selection;
  /** Defaults to the stack's database. */
  readonly database?: { readonly cluster: string; readonly secret: string; readonly name: string };
}

/** Returns undefined if the ARN has no region. */
export const regionOfArn = (arn: string): string | undefined => arn.split(':', 4)[3] || undefined;

/** The document itself is the response body. */
export interface JsonSource extends ObjectLocation {
  readonly source: 'json';
}

export interface JsonRowsSource extends ObjectLocation, CellReading, Joining {
  readonly source: 'jsonRows';
  /** Dotted, such as `data.items`, or for a map, such as `data.sites.*`. Empty if the document itself is the list. */
  readonly rows: string;
  /** Dotted path of a list in each row, whose entries become rows, or of a map, such as `disks.*`. */
  readonly unnest?: string;
  readonly selection: Selection;
}

export interface DatasetTable extends CellReading, Joining {
  readonly source: 'dataset';
  readonly dataset: string;
  readonly selection: Selection;
}

export type FileSource = CsvSource | JsonRowsSource;

export type SingleSource = FileSource | SqlSource | DatasetTable;

export type TableSource = SingleSource | CsvList;

export const isFile = (source: SingleSource): source is FileSource => 'key' in source;

export const partsOf = (source: TableSource): readonly SingleSource[] =>
  source.source === 'list' ? source.of : [source];

/** Each kind of source adds keys of its own (shared/kinds). */
export interface DatasetSource extends Partial<ObjectLocation>, CellReading, Pick<CsvSource, 'selection'> {
  /** The kind's key in dashboard.yml. */
  readonly source: string;
  /** Set if the source is a query. */
  readonly statement?: string;
  readonly parameters?: readonly SqlParameter[];
  /** Parameters of endpoints. */
  readonly own?: readonly string[];
  /** Set for a query. Its form depends on the kind. */
  readonly database?: unknown;
  /** Set if the query's service has workgroups and the dataset names one. */
  readonly workgroup?: string;
}

/** Set if it differs from the window of the request. All times are milliseconds. */
export interface DatasetWindow {
  /** Ends at `currentTime`. Calendar spans begin in the dashboard's time zone. */
  readonly last?: number | WindowSpan;
  /** If the request sets the length. */
  readonly atMost?: number;
}

/** Several endpoints select from the rows, which are read once for all of them. */
export interface DatasetConfig {
  readonly source: DatasetSource;
  readonly window?: DatasetWindow;
  /**
   * Milliseconds of a slot. The window ends at the start of a slot, so that all screens get the same rows. Rows are
   * served until their slot ends.
   */
  readonly ttl: number;
  /** True if all environments of all functions share the rows in the cache table. */
  readonly shared: boolean;
  /**
   * True if the service bills each read, and returns the same result to all environments. The number of windows is then
   * limited, and slots start at times of their own.
   */
  readonly isBilled?: boolean;
  /** True if a service outside answers, so the number of windows and of combinations of parameters is limited. */
  readonly isOutside?: boolean;
  /** Rows may be served for this time after the end of their slot, if there are no newer rows. */
  readonly stale?: number;
  readonly expect?: Promises;
}
