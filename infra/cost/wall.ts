import type { LoadedDashboard, LoadedEndpoint } from '../dashboard/load-dashboard.ts';

/** One endpoint, as far as it costs money. */
export interface WallEndpoint {
  readonly endpoint: string;
  readonly component: string;
  readonly family: string;
  /** How long an answer is kept; 0 for not at all. */
  readonly cacheSeconds: number;
  /** Whether all environments of its function keep answers together. */
  readonly isShared: boolean;
  /** Files in S3 that one reading takes. */
  readonly objects: number;
  /** SQL statements that one reading takes. */
  readonly queries: number;
  /** Those of them that go to the stack's own database. */
  readonly ownQueries: number;
}

const describeEndpoint = ({ slug, component, family, config }: LoadedEndpoint): WallEndpoint => {
  const tables = Object.values(config.tables);
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

/** What of a dashboard costs money: its endpoints, with their sources and caches. */
export const describeWall = ({ endpoints }: LoadedDashboard): readonly WallEndpoint[] =>
  endpoints.map(describeEndpoint);
