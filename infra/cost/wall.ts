import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isWindowed } from '../../shared/config/depends-on-window.ts';
import { type CsvSource, isFile, partsOf } from '../../shared/config/sources.ts';
import type { LoadedDataset } from '../dashboard/datasets/dataset-keys.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import type { WallFile } from './file-time.ts';

/** The facts about a dataset that decide its cost. */
export interface WallDataset {
  readonly dataset: string;
  readonly kind: 'athena' | 'sql' | 'csv';
  /** Length of a slot, in which the dataset is read once. */
  readonly slotSeconds: number;
  /** True if all environments of all functions share the rows in the cache table. */
  readonly isShared: boolean;
  /** Bytes that one query through Athena scans; 0 for other sources. */
  readonly scannedBytes: number;
  /** True if the dataset queries the stack's own database. */
  readonly asksOwnDatabase: boolean;
  /** True if the dataset queries Athena in the stack's own workgroup. */
  readonly asksOwnWorkgroup: boolean;
  /** The CSV file. */
  readonly file?: WallFile;
}

/** Describes a dataset. Assumes that a query through Athena scans as many bytes as `scan` allows. */
const describeDataset = (
  dataset: string,
  { config, scan = 0 }: LoadedDataset,
  file: WallFile | undefined,
): WallDataset => ({
  dataset,
  kind: config.source.source,
  slotSeconds: config.ttl / 1000,
  isShared: config.shared,
  scannedBytes: config.source.source === 'athena' ? scan : 0,
  asksOwnDatabase: config.source.source === 'sql' && config.source.database === undefined,
  asksOwnWorkgroup: config.source.source === 'athena' && config.source.workgroup === undefined,
  ...(file && { file }),
});

/** The facts about an endpoint that decide its cost. */
export interface WallEndpoint {
  readonly endpoint: string;
  readonly component: string;
  readonly family: string;
  /** TTL of the cache; 0 without a cache. */
  readonly cacheSeconds: number;
  /** True if all environments of the function share the cache. */
  readonly isShared: boolean;
  /** True if errors are sent with status 200, which takes alarms of its own. */
  readonly hidesErrors?: boolean;
  /** Number of S3 objects that a response needs. */
  readonly objects: number;
  /** Number of SQL statements that a response needs. */
  readonly queries: number;
  /** Number of SQL statements of a response that use the stack's own database. */
  readonly ownQueries: number;
  /** The CSV files among the S3 objects of a response. */
  readonly files: readonly WallFile[];
  /** The datasets of the tables that are selected from a dataset: one entry for each table. */
  readonly datasets: readonly WallDataset[];
}

type Dashboard = Pick<LoadedDashboard, 'folder' | 'name' | 'datasets'>;

/** Returns the size of a file of data/; 0 for an object of another bucket. */
const sizeOf = async ({ bucket, key }: CsvSource, { folder, name }: Dashboard): Promise<number> => {
  if (bucket !== undefined) return 0;
  const stats = await stat(join(folder, 'data', key.slice(name.length + 1))).catch(() => undefined);
  return stats?.size ?? 0;
};

const describeFile = async (source: CsvSource, dashboard: Dashboard): Promise<WallFile> => ({
  bytes: await sizeOf(source, dashboard),
  isWindowed: isWindowed(source),
});

const datasetNamed = async (name: string, dashboard: Dashboard): Promise<readonly WallDataset[]> => {
  const dataset = dashboard.datasets[name];
  if (!dataset) return [];
  const { source } = dataset.config;
  return [describeDataset(name, dataset, source.source === 'csv' ? await describeFile(source, dashboard) : undefined)];
};

const describeEndpoint = async (
  { slug, component, family, config }: LoadedEndpoint,
  dashboard: Dashboard,
): Promise<WallEndpoint> => {
  const tables = Object.values(config.tables).flatMap(partsOf);
  const files = tables.flatMap((table) => (table.source === 'csv' ? [table] : []));
  const queries = tables.flatMap((table) => (table.source === 'sql' ? [table] : []));
  const selected = tables.flatMap((table) => (table.source === 'dataset' ? [table.dataset] : []));
  return {
    endpoint: slug,
    component,
    family,
    cacheSeconds: (config.cache?.ttl ?? 0) / 1000,
    isShared: config.cache?.shared ?? false,
    ...(config.client?.errorsAsOk && { hidesErrors: true }),
    objects: tables.filter(isFile).length + (config.document ? 1 : 0),
    queries: queries.length,
    ownQueries: queries.filter(({ database }) => database === undefined).length,
    files: await Promise.all(files.map((file) => describeFile(file, dashboard))),
    datasets: (await Promise.all(selected.map((name) => datasetNamed(name, dashboard)))).flat(),
  };
};

/** Extracts the facts about a dashboard's endpoints that decide their cost. */
export const describeWall = ({ endpoints, ...dashboard }: LoadedDashboard): Promise<readonly WallEndpoint[]> =>
  Promise.all(endpoints.map((endpoint) => describeEndpoint(endpoint, dashboard)));
