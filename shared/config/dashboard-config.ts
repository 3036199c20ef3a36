import type { Reading } from '../tabular/table.ts';
import type { PromiseSettings, Promises } from './promises.ts';
import type { Selection } from './selection.ts';
import type { DatasetConfig, JsonSource, TableSource } from './sources.ts';

/** The HTTP methods that an endpoint may take. */
export const METHODS = ['GET', 'POST'] as const;
export type Method = (typeof METHODS)[number];

/** The envelopes that a body may be sent in: `{code: 200, msg, data}` and `{status: 0, msg, data}`. */
export type Envelope = 'code' | 'status';

/** How a front end other than the platform sends requests, and what it reads. */
export interface ClientConfig {
  /** The methods that the endpoint takes. */
  readonly methods: readonly Method[];
  /** Length of the time window in minutes for a request without a time. Absent if each request must have a time. */
  readonly period?: number;
  /** Absent if the body is sent as it is. */
  readonly envelope?: Envelope;
  /** True if errors are sent with the HTTP status 200. */
  readonly errorsAsOk?: boolean;
}

/** A value of a parameter, as dashboard.yml writes it. */
export type ParameterValue = string | number;

export interface ParameterConfig {
  readonly name: string;
  /** The values that a request may send. */
  readonly values: readonly ParameterValue[];
  /** The value of a request that sends none. */
  readonly default?: ParameterValue;
  /** True if a request may send no value. The conditions with the parameter are then left out. */
  readonly optional?: true;
}

/** A value of the RDS Data API. */
export type SqlField =
  | { readonly stringValue: string }
  | { readonly longValue: number }
  | { readonly doubleValue: number }
  | { readonly isNull: true };

/** The values that one request sends for the parameters of its endpoint. */
export interface RequestValues {
  /** A text that differs for each combination of values. */
  readonly key: string;
  /** Replaces the parameters in the conditions of a selection by their values. */
  readonly fill: (selection: Selection) => Selection;
  /** Returns the value of a parameter for a statement. */
  readonly fieldOf: (name: string) => SqlField;
}

/** The store and the name of a secret. */
export interface TokenReference {
  readonly from: 'ssm' | 'env';
  readonly name: string;
}

/** The API keys of an endpoint, for front ends that cannot compute a digest. */
export interface ApiKeyConfig {
  readonly keys: readonly TokenReference[];
  /** Name of the header with the key, in lower case. `authorization` has `Bearer <key>`. */
  readonly header: string;
  /** Name of the query parameter that may have the key instead. */
  readonly query?: string;
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
  /** The API keys. If the endpoint also has tokens, a valid digest or a valid key is enough. */
  readonly apiKey?: ApiKeyConfig;
  /** How the endpoint's front end sends requests. Absent for the platform. */
  readonly client?: ClientConfig;
  /** The parameters that a request may send, in the order of dashboard.yml. */
  readonly parameters?: readonly ParameterConfig[];
  /** The promises of the rows that the component gets. */
  readonly expect?: Promises;
}

/** Level of monitoring: metrics for each function (`full`), for the whole stack (`basic`), or no metrics. */
export type Watch = 'full' | 'basic' | 'none';

/** The configuration of one function: the file `dashboard.json` next to its bundle. */
export interface DashboardConfig {
  readonly dashboard: string;
  /** Extent of the monitoring. Defaults to `basic`. */
  readonly watch?: Watch;
  /** `summary` if all hits of an endpoint within a minute share a log line. By default, each request has a line. */
  readonly log?: 'summary';
  /** The family of components that the function serves. */
  readonly family: string;
  /** Changes with the configuration and the code, so that a new version does not use cached responses of an old one. */
  readonly version: string;
  /** IANA name of the time zone. */
  readonly timezone: string;
  /** Addresses of the other families' endpoints by their slugs. Absent if an endpoint of the dashboard has a token. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** The datasets that the function's endpoints select from, by name. */
  readonly datasets?: Readonly<Record<string, DatasetConfig>>;
  /** How promises are judged. Absent if the dashboard has no promises, no webhook and no alarm on a silent wall. */
  readonly promises?: PromiseSettings;
  /** Endpoints by slug, which is the last part of the URL. */
  readonly endpoints: Readonly<Record<string, EndpointConfig>>;
}

/** Returns the places of all secrets of an endpoint: its tokens and its API keys. */
export const secretsOf = ({ tokens, apiKey }: Pick<EndpointConfig, 'tokens' | 'apiKey'>): readonly TokenReference[] =>
  apiKey ? [...tokens, ...apiKey.keys] : tokens;
