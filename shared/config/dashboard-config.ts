import type { Reading } from '../tabular/reading.ts';

/** What a request offers to SQL, by the names that a statement may use. */
export const SQL_PARAMETERS = ['from', 'to', 'currentTime', 'timePeriod'] as const;
export type SqlParameter = (typeof SQL_PARAMETERS)[number];

/** An object in S3. Without a bucket, the stack's own. */
export interface ObjectLocation {
  readonly bucket?: string;
  readonly key: string;
}

export interface CsvSource extends ObjectLocation {
  readonly source: 'csv';
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly decimal?: '.' | ',';
}

export interface SqlSource {
  readonly source: 'sql';
  readonly statement: string;
  /** The parameters that the statement uses. */
  readonly parameters: readonly SqlParameter[];
  /** Without it, the stack's own. */
  readonly database?: { readonly cluster: string; readonly secret: string; readonly name: string };
}

export interface JsonSource extends ObjectLocation {
  readonly source: 'json';
}

export type TableSource = CsvSource | SqlSource;

/** Where a secret is kept. */
export interface TokenReference {
  readonly from: 'ssm' | 'env';
  readonly name: string;
}

/** How an endpoint's answers are kept. */
export interface CacheConfig {
  /** How long an answer is served without asking its sources, in milliseconds. */
  readonly ttl: number;
  /** Whether all environments of the function keep them together. */
  readonly shared: boolean;
}

/** One endpoint as its function needs it. Durations are milliseconds. */
export interface EndpointConfig {
  /** The component's name as the interface writes it. */
  readonly component: string;
  /** The shape's folder. */
  readonly shape: string;
  /** An address of its own in place of `/{family}/{endpoint}`. */
  readonly path?: string;
  readonly reading?: Reading;
  /** As in the dashboard file, found right; fallbacks are not filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  /** A document that already is the body, or else tables by name. */
  readonly document?: JsonSource;
  readonly tables: Readonly<Record<string, TableSource>>;
  /** Any of them is accepted; none switches the check off. */
  readonly tokens: readonly TokenReference[];
  /** How far `currentTime` may be from the clock. Without it, a request with its digest can be repeated for ever. */
  readonly maxSkew?: number;
  /** How long after the beginning of a request a call to a source may last. */
  readonly deadline: number;
  readonly cache?: CacheConfig;
  /** How much longer than it is kept the last good answer is served while its sources fail. */
  readonly stale?: number;
}

/** How closely a stack is watched: by metrics of each function, of the stack as a whole, or not at all. */
export type Watch = 'full' | 'basic' | 'none';

/** A dashboard as one function needs it: the file `dashboard.json` beside its bundle. */
export interface DashboardConfig {
  readonly dashboard: string;
  /** `local` unless it says otherwise. */
  readonly stage?: string;
  /** `basic` unless it says otherwise. */
  readonly watch?: Watch;
  /** The family of components that the function serves. */
  readonly family: string;
  /** Another for every other definition or code: answers that one version made are of no use to the next. */
  readonly version: string;
  /** An IANA name. */
  readonly timezone: string;
  /** By their slugs, the last part of the address. */
  readonly endpoints: Readonly<Record<string, EndpointConfig>>;
}
