import type { DurationReading } from '../tabular/parse-duration.ts';
import type { Promises } from './promises.ts';
import type { ColumnReference, Selection, WindowSpan } from './selection.ts';

/** Names of the request parameters that SQL may use. */
export const SQL_PARAMETERS = ['from', 'to', 'currentTime', 'timePeriod'] as const;
export type SqlParameter = (typeof SQL_PARAMETERS)[number];

/** An object in S3. `bucket` defaults to the stack's bucket. */
export interface ObjectLocation {
  readonly bucket?: string;
  readonly key: string;
}

type ByColumn<Setting> = readonly (readonly [column: ColumnReference, setting: Setting])[];

export interface CellReading {
  readonly decimal?: '.' | ',';
  /** Pattern of the source's times, such as `dd/MM/yyyy HH:mm`, or `seconds`; or the patterns of single columns. */
  readonly dates?: string | ByColumn<string>;
  /** The names of the twelve months in `dates`, if they are not English. */
  readonly months?: readonly string[];
  /** Texts that mean a blank cell. */
  readonly blank?: readonly string[];
  readonly units?: Readonly<Record<string, number>>;
  readonly durations?: ByColumn<DurationReading>;
  /** Columns in which a blank cell has the value of the cell above it. */
  readonly fillDown?: readonly ColumnReference[];
}

export interface CsvSource extends ObjectLocation, CellReading, Joining {
  readonly source: 'csv';
  readonly encoding?: string;
  readonly delimiter?: string;
  /** Line of the header, from 1, or all its lines. Lines before it are skipped. */
  readonly header?: number | readonly number[] | 'none';
  /** The text at the beginning of lines that are skipped. */
  readonly comments?: string;
  /** The selection of the file's rows and columns. Absent if the file has the component's columns in their order. */
  readonly selection?: Selection;
  /** The file's name in the dashboard file, for messages. Set if a table consists of several files. */
  readonly file?: string;
}

/** A second CSV file whose cells are columns of a selection, such as `goals.Goal`. */
export interface JoinedSource extends Omit<CsvSource, 'source' | 'selection' | 'join' | 'file'> {
  readonly name: string;
  /** The file's name in the dashboard file, for messages. */
  readonly file: string;
  /** Pairs of a column of the source and a column of the joined file. Their texts are compared. */
  readonly on: readonly (readonly [ours: ColumnReference, theirs: ColumnReference])[];
}

/** The files that a source is joined with. */
export interface Joining {
  readonly join?: readonly JoinedSource[];
}

/** CSV files whose rows are appended in this order. */
export interface CsvList {
  readonly source: 'list';
  readonly of: readonly CsvSource[];
}

/** A column of the component, and the name or the position from 1 of the result column that fills it. */
export type SqlColumn = readonly [column: string, from: string | number];

/** The engine of a database, where it is not PostgreSQL, and its time zone, where it is not UTC. */
export interface SqlDialect {
  readonly engine?: 'mysql';
  /** The zone of `:from`, `:to`, and of times without an offset in a result. */
  readonly timezone?: string;
}

export interface SqlSource extends CellReading, Joining, SqlDialect {
  readonly source: 'sql';
  readonly statement: string;
  readonly parameters: readonly SqlParameter[];
  /** The parameters of the endpoint that the statement uses. */
  readonly own?: readonly string[];
  /** The result's columns by name. If this and the selection are absent, the result's columns are read by position. */
  readonly columns?: readonly SqlColumn[];
  /** The selection of the result's rows. */
  readonly selection?: Selection;
  /** Defaults to the stack's database. */
  readonly database?: { readonly cluster: string; readonly secret: string; readonly name: string };
}

/** Returns the region of an ARN, such as that of a database cluster; undefined if it has none. */
export const regionOfArn = (arn: string): string | undefined => arn.split(':', 4)[3] || undefined;

/** A JSON document that is itself the response body. */
export interface JsonSource extends ObjectLocation {
  readonly source: 'json';
}

export interface JsonRowsSource extends ObjectLocation, CellReading, Joining {
  readonly source: 'jsonRows';
  /**
   * Dotted path of the list, such as `data.items`, or of a map, such as `data.sites.*`. Empty if the document itself is
   * the list.
   */
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

/** Rows of an object in S3. */
export type FileSource = CsvSource | JsonRowsSource;

export type SingleSource = FileSource | SqlSource | DatasetTable;

export type TableSource = SingleSource | CsvList;

/** True if a table is read from an object in S3. */
export const isFile = (source: SingleSource): source is FileSource => 'key' in source;

/** Returns the files of a list, or the source itself. */
export const partsOf = (source: TableSource): readonly SingleSource[] =>
  source.source === 'list' ? source.of : [source];

/** A source of a dataset. Each kind of source adds keys of its own (shared/kinds). */
export interface DatasetSource extends Partial<ObjectLocation>, CellReading, Pick<CsvSource, 'selection'> {
  /** The name of the kind, which is its key in dashboard.yml. */
  readonly source: string;
  /** The statement, if the source is a query, and the parameters that it uses. */
  readonly statement?: string;
  readonly parameters?: readonly SqlParameter[];
  /** The parameters of endpoints that the source uses. */
  readonly own?: readonly string[];
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
   * True if the service bills each read, and returns the same result to all environments. For such a source, the number
   * of windows is limited, and its slots start at times of their own.
   */
  readonly isBilled?: boolean;
  /** True if the number of windows and of combinations of parameters is limited, because a service outside answers. */
  readonly isOutside?: boolean;
  /** Time after the end of a slot during which its rows may be served, as long as there are no newer rows. */
  readonly stale?: number;
  readonly expect?: Promises;
}
