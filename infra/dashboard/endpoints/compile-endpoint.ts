import type { CacheConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { DatasetConfig } from '../../../shared/config/dataset.ts';
import type { JsonSource, TableSource } from '../../../shared/config/sources.ts';
import { type ClientSettings, compileClient, configOfClient } from '../clients/compile-client.ts';
import type { CheckedDatasets } from '../datasets/read-dataset-table.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { compileApiKey } from '../head/api-key.ts';
import { compileCache } from '../head/check-cache.ts';
import { compileSkew } from '../head/check-skew.ts';
import { compileTokens } from '../head/token-references.ts';
import { compileParameters } from '../parameters/compile-parameters.ts';
import type { EndpointSourceContext, EndpointSources } from './read-endpoint-sources.ts';
import type { Catalogue, Component } from './resolve-component.ts';

interface Caching {
  readonly cache?: CacheConfig | undefined;
  /** Time in milliseconds for which a stale response may be served. */
  readonly stale?: number | undefined;
}

interface DashboardCaching {
  readonly datasets: CheckedDatasets;
  readonly cache: unknown;
  readonly stale: unknown;
}

const datasetsOf = (sources: EndpointSources, datasets: CheckedDatasets): readonly DatasetConfig[] =>
  Object.values(sources).flatMap(({ source }) =>
    source?.source === 'dataset' ? (datasets[source.dataset]?.loaded?.config ?? []) : [],
  );

/** Returns a cache with the shortest TTL of several caches. It is shared if all of them are shared. */
const strictest = (caches: readonly CacheConfig[]): CacheConfig => ({
  ttl: Math.min(...caches.map(({ ttl }) => ttl)),
  shared: caches.every(({ shared }) => shared),
});

/**
 * Returns the default cache and stale time of an endpoint: those of its datasets, or those of the dashboard if the
 * endpoint selects from no dataset.
 */
const tablesCaching = (sources: EndpointSources, { datasets, cache, stale }: DashboardCaching): Caching => {
  const ofDashboard = { cache: compileCache(cache), stale: parseDuration(stale) };
  const used = datasetsOf(sources, datasets);
  if (used.length === 0) return ofDashboard;
  const hasOthers = Object.values(sources).some(({ source }) => source?.source !== 'dataset');
  if (hasOthers && !ofDashboard.cache) return {};
  const others = hasOthers ? [ofDashboard] : [];
  return {
    cache: strictest([...used, ...others.flatMap((one) => one.cache ?? [])]),
    stale: Math.min(...[...used, ...others].map((one) => one.stale ?? 0)),
  };
};

/** Settings of the dashboard that its endpoints use. */
export interface EndpointContext extends EndpointSourceContext {
  readonly catalogue: Catalogue;
  readonly token: unknown;
  readonly maxSkew: unknown;
  readonly client: unknown;
  readonly apiKey: unknown;
  readonly origins: unknown;
  readonly cache: unknown;
  readonly stale: unknown;
  /** The timeout of one call to a source, in milliseconds. */
  readonly deadline: number;
}

/** Returns the settings of an endpoint's front end. Its own `client` replaces that of the dashboard. */
export const clientOf = (endpoint: Fields, { client }: Pick<EndpointContext, 'client'>): ClientSettings =>
  compileClient('client' in endpoint ? endpoint.client : client);

/** Returns the configuration of an endpoint that its function reads, as far as the endpoint is valid. */
export const compileEndpoint = (
  endpoint: Fields,
  component: Component | undefined,
  sources: EndpointSources,
  context: EndpointContext,
): EndpointConfig => {
  const compiled = Object.entries(sources).flatMap(([name, { source }]) => (source ? [[name, source] as const] : []));
  const document = sources.json?.source as JsonSource | undefined;
  const tokens = compileTokens('token' in endpoint ? endpoint.token : context.token);
  const maxSkew = tokens.length > 0 ? compileSkew(endpoint.maxSkew ?? context.maxSkew) : undefined;
  const ofTables = tablesCaching(sources, context);
  const cache = 'cache' in endpoint ? compileCache(endpoint.cache) : ofTables.cache;
  const stale = parseDuration(endpoint.stale) ?? ofTables.stale ?? 0;
  const apiKey = compileApiKey('apiKey' in endpoint ? endpoint.apiKey : context.apiKey);
  const parameters = compileParameters(endpoint.parameters);
  const client = configOfClient(clientOf(endpoint, context));
  return {
    component: component?.name ?? '',
    shape: component?.shape.name ?? '',
    ...(typeof endpoint.path === 'string' && { path: endpoint.path }),
    ...('reading' in endpoint && { reading: endpoint.reading as NonNullable<EndpointConfig['reading']> }),
    options: asFields(endpoint.options),
    ...(document && { document }),
    tables: Object.fromEntries(compiled.filter(([name]) => name !== 'json')) as Record<string, TableSource>,
    tokens,
    ...(maxSkew !== undefined && { maxSkew }),
    deadline: context.deadline,
    ...(cache && { cache }),
    ...(stale > 0 && { stale }),
    ...(apiKey && { apiKey }),
    ...(client && { client }),
    ...(parameters && { parameters }),
  };
};
