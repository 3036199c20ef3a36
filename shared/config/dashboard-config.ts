import type { Reading } from '../tabular/reading.ts';
import type { Selection } from './selection.ts';

/** Names of the request parameters that SQL may use. */
export const SQL_PARAMETERS = ['from', 'to', 'currentTime', 'timePeriod'] as const;
export type SqlParameter = (typeof SQL_PARAMETERS)[number];

/** An object in S3. `bucket` defaults to the stack's bucket. */
export interface ObjectLocation {
  readonly bucket?: string;
  readonly key: string;
}

export interface CsvSource extends ObjectLocation {
  readonly source: 'csv';
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimal?: '.' | ',';
  /** Line of the header, from 1. Lines before it are skipped. */
  readonly header?: number | 'none';
  /** Pattern of the file's times, such as `dd/MM/yyyy HH:mm`, or `seconds`. */
  readonly dates?: string;
  /** Absent if the file has the component's columns in their order. */
  readonly selection?: Selection;
  /** Name in the dashboard file. Set if several files make one table, to name the faulty one. */
  readonly file?: string;
}

/** CSV files whose rows are appended in this order. */
export interface CsvList {
  readonly source: 'list';
  readonly of: readonly CsvSource[];
}

/** A column of the component, and the name or the position from 1 of the result column that fills it. */
export type SqlColumn = readonly [column: string, from: string | number];

export interface SqlSource {
  readonly source: 'sql';
  readonly statement: string;
  /** The parameters that the statement uses. */
  readonly parameters: readonly SqlParameter[];
  /** Takes the result's columns by name. Without it, they are taken by position. */
  readonly columns?: readonly SqlColumn[];
  /** Defaults to the stack's database. */
  readonly database?: { readonly cluster: string; readonly secret: string; readonly name: string };
}

/** A JSON document that is a body. */
export interface JsonSource extends ObjectLocation {
  readonly source: 'json';
}

/** Rows of a list inside a JSON document. */
export interface JsonRowsSource extends ObjectLocation {
  readonly source: 'jsonRows';
  /** Dotted path of the list: `data.items`. Empty if the document itself is the list. */
  readonly rows: string;
  readonly dates?: string;
  readonly decimal?: '.' | ',';
  readonly selection: Selection;
}

/** A table from one place. */
export type SingleSource = CsvSource | SqlSource | JsonRowsSource;

export type TableSource = SingleSource | CsvList;

/** Returns the files of a list, or the source itself. */
export const partsOf = (source: TableSource): readonly SingleSource[] =>
  source.source === 'list' ? source.of : [source];

/** The store and the name of a secret. */
export interface TokenReference {
  readonly from: 'ssm' | 'env';
  readonly name: string;
}

/** Settings for caching an endpoint's responses. */
export interface CacheConfig {
  /** Milliseconds for which a response is served without reading its sources. */
  readonly ttl: number;
  /** True if all environments of the function share the cache. */
  readonly shared: boolean;
}

/** The configuration of one endpoint. Durations are milliseconds. */
export interface EndpointConfig {
  /** Name of the component in the interface. */
  readonly component: string;
  /** The shape's folder. */
  readonly shape: string;
  /** Custom path that replaces `/{family}/{endpoint}`. */
  readonly path?: string;
  readonly reading?: Reading;
  /** Valid options of the dashboard file, without fallbacks. */
  readonly options: Readonly<Record<string, unknown>>;
  /** JSON document that contains the body. Absent if the body is created from tables. */
  readonly document?: JsonSource;
  readonly tables: Readonly<Record<string, TableSource>>;
  /** Accepted tokens. An empty list turns off the check. */
  readonly tokens: readonly TokenReference[];
  /** Maximum difference between `currentTime` and the clock. Without it, a captured request can be replayed at any time. */
  readonly maxSkew?: number;
  /** Time limit for calls to sources, from the start of the request. */
  readonly deadline: number;
  readonly cache?: CacheConfig;
  /** Time after `ttl` in which the last good response may be served while its sources fail. */
  readonly stale?: number;
}

/** Level of monitoring: metrics for each function (`full`), for the whole stack (`basic`), or no metrics. */
export type Watch = 'full' | 'basic' | 'none';

/** The configuration of one function: the file `dashboard.json` next to its bundle. */
export interface DashboardConfig {
  readonly dashboard: string;
  /** Defaults to `local`. */
  readonly stage?: string;
  /** Defaults to `basic`. */
  readonly watch?: Watch;
  /** The family of components that the function serves. */
  readonly family: string;
  /** Changes with the configuration and the code, so that a new version does not use cached responses of an old one. */
  readonly version: string;
  /** IANA name of the time zone. */
  readonly timezone: string;
  /** Addresses of the other families' endpoints by their slugs. Absent if an endpoint of the dashboard has a token. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Endpoints by slug, which is the last part of the URL. */
  readonly endpoints: Readonly<Record<string, EndpointConfig>>;
}
