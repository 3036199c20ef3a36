import { partsOf } from '../../shared/config/dashboard-config.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../dashboard/load-dashboard.ts';

/** The facts about an endpoint that decide its cost. */
export interface WallEndpoint {
  readonly endpoint: string;
  readonly component: string;
  readonly family: string;
  /** TTL of the cache; 0 without a cache. */
  readonly cacheSeconds: number;
  /** True if all environments of the function share the cache. */
  readonly isShared: boolean;
  /** Number of S3 objects that a response needs. */
  readonly objects: number;
  /** Number of SQL statements that a response needs. */
  readonly queries: number;
  /** Number of these statements that use the stack's own database. */
  readonly ownQueries: number;
}

const describeEndpoint = ({ slug, component, family, config }: LoadedEndpoint): WallEndpoint => {
  const tables = Object.values(config.tables).flatMap(partsOf);
  const queries = tables.flatMap((table) => (table.source === 'sql' ? [table] : []));
  return {
    endpoint: slug,
    component,
    family,
    cacheSeconds: (config.cache?.ttl ?? 0) / 1000,
    isShared: config.cache?.shared ?? false,
    objects: tables.length - queries.length + (config.document ? 1 : 0),
    queries: queries.length,
    ownQueries: queries.filter(({ database }) => database === undefined).length,
  };
};

/** Extracts the facts about a dashboard's endpoints that decide their cost. */
export const describeWall = ({ endpoints }: LoadedDashboard): readonly WallEndpoint[] =>
  endpoints.map(describeEndpoint);
