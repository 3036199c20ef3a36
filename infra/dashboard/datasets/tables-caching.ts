import type { CacheConfig } from '../../../shared/config/dashboard-config.ts';
import type { DatasetConfig } from '../../../shared/config/dataset.ts';
import { compileCache } from '../check-cache.ts';
import { parseDuration } from '../duration.ts';
import type { EndpointSources } from '../read-endpoint-sources.ts';
import type { CheckedDatasets } from './read-dataset-table.ts';

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
export const tablesCaching = (sources: EndpointSources, { datasets, cache, stale }: DashboardCaching): Caching => {
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
