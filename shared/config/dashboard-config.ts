import type { Reading } from '../tabular/table.ts';
import type { PromiseSettings, Promises } from './promises.ts';
import type { Selection } from './selection.ts';
import type { DatasetConfig, JsonSource, TableSource } from './sources.ts';

export const METHODS = ['GET', 'POST'] as const;
export type Method = (typeof METHODS)[number];

/** `{code: 200, msg, data}` or `{status: 0, msg, data}`. */
export type Envelope = 'code' | 'status';

/** Settings of a front end other than the platform. */
export interface ClientConfig {
  readonly methods: readonly Method[];
  /** In minutes, for a request without a time. Absent if each request must have a time. */
  readonly period?: number;
  /** Absent if the body is sent as it is. */
  readonly envelope?: Envelope;
  /** True if errors have the HTTP status 200. */
  readonly errorsAsOk?: boolean;
}

export type ParameterValue = string | number;

export interface ParameterConfig {
  readonly name: string;
  readonly values: readonly ParameterValue[];
  readonly default?: ParameterValue;
  /** True if a request may send no value, which leaves out the conditions with the parameter. */
  readonly optional?: true;
}

export type SqlField =
  | { readonly stringValue: string }
  | { readonly longValue: number }
  | { readonly doubleValue: number }
  | { readonly isNull: true };

export interface RequestValues {
  /** Differs for each combination of values. */
  readonly key: string;
  readonly fill: (selection: Selection) => Selection;
  readonly fieldOf: (name: string) => SqlField;
}

export interface TokenReference {
  readonly from: 'ssm' | 'env';
  readonly name: string;
}

/** Keys are for front ends that cannot compute a digest. */
export interface ApiKeyConfig {
  readonly keys: readonly TokenReference[];
  /** Name in lower case. `authorization` has `Bearer <key>`. */
  readonly header: string;
  readonly query?: string;
}

export interface CacheConfig {
  /** Milliseconds. */
  readonly ttl: number;
  /** True if all environments of the function share the cache. */
  readonly shared: boolean;
}

/** Durations are milliseconds. */
export interface EndpointConfig {
  readonly component: string;
  readonly shape: string;
  /** Replaces `/{family}/{endpoint}`. */
  readonly path?: string;
  readonly reading?: Reading;
  /** Valid, without fallbacks. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Absent if the body is created from tables. */
  readonly document?: JsonSource;
  readonly tables: Readonly<Record<string, TableSource>>;
  /** An empty list turns off the check. */
  readonly tokens: readonly TokenReference[];
  /** Limit between `currentTime` and the clock. Without it, a captured request can be replayed at any time. */
  readonly maxSkew?: number;
  /** Limit for calls to sources, from the start of the request. */
  readonly deadline: number;
  readonly cache?: CacheConfig;
  /** Time after `ttl` in which the last good response may be served while its sources fail. */
  readonly stale?: number;
  /** If the endpoint also has tokens, a valid digest or a valid key is enough. */
  readonly apiKey?: ApiKeyConfig;
  /** Absent for the platform. */
  readonly client?: ClientConfig;
  /** The order is that of dashboard.yml. */
  readonly parameters?: readonly ParameterConfig[];
  readonly expect?: Promises;
}

/** Metrics for each function (`full`), for the whole stack (`basic`), or no metrics. */
export type Watch = 'full' | 'basic' | 'none';

/** The file `dashboard.json` next to the function's bundle. */
export interface DashboardConfig {
  readonly dashboard: string;
  /** Defaults to `basic`. */
  readonly watch?: Watch;
  /** All hits of an endpoint within a minute share a log line. By default, each request has a line. */
  readonly log?: 'summary';
  readonly family: string;
  /** Changes with the configuration and the code, so that a new version does not use cached responses of an old one. */
  readonly version: string;
  /** IANA name. */
  readonly timezone: string;
  /** Other families' endpoints by slug. Absent if an endpoint of the dashboard has a token. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly datasets?: Readonly<Record<string, DatasetConfig>>;
  /** Absent if the dashboard has no promises, no webhook and no alarm on a silent wall. */
  readonly promises?: PromiseSettings;
  /** A slug is the last part of the URL. */
  readonly endpoints: Readonly<Record<string, EndpointConfig>>;
}

export const secretsOf = ({ tokens, apiKey }: Pick<EndpointConfig, 'tokens' | 'apiKey'>): readonly TokenReference[] =>
  apiKey ? [...tokens, ...apiKey.keys] : tokens;
