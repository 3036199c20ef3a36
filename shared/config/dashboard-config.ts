import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reading } from '../tabular/table.ts';
import type { ClientConfig } from './client.ts';
import type { DatasetConfig } from './dataset.ts';
import type { ParameterConfig } from './parameter.ts';
import type { JsonSource, TableSource } from './sources.ts';

/** The store and the name of a secret. */
export interface TokenReference {
  readonly from: 'ssm' | 'env';
  readonly name: string;
}

/** The API keys of an endpoint, for front ends that cannot compute a digest. */
export interface ApiKeyConfig {
  /** Accepted keys. */
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
  /** The API keys. Beside tokens, a valid digest or a valid key is enough. */
  readonly apiKey?: ApiKeyConfig;
  /** How the endpoint's front end sends requests. Absent for the platform. */
  readonly client?: ClientConfig;
  /** The parameters that a request may send, in the order of dashboard.yml. */
  readonly parameters?: readonly ParameterConfig[];
}

/** Level of monitoring: metrics for each function (`full`), for the whole stack (`basic`), or no metrics. */
export type Watch = 'full' | 'basic' | 'none';

/** The configuration of one function: the file `dashboard.json` next to its bundle. */
export interface DashboardConfig {
  readonly dashboard: string;
  /** Extent of the monitoring. Defaults to `basic`. */
  readonly watch?: Watch;
  /** `summary` if the hits of an endpoint share a log line for a minute. By default, each request has a line. */
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
  /** Endpoints by slug, which is the last part of the URL. */
  readonly endpoints: Readonly<Record<string, EndpointConfig>>;
}

/** Reads the configuration that was packaged with this function: `dashboard.json` next to the bundle. */
export const loadConfig = (): DashboardConfig =>
  JSON.parse(readFileSync(join(process.env.LAMBDA_TASK_ROOT ?? '.', 'dashboard.json'), 'utf8'));
