import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isWindowed } from '../../shared/config/depends-on-window.ts';
import {
  type CsvSource,
  isFile,
  type JoinedSource,
  type ObjectLocation,
  partsOf,
} from '../../shared/config/sources.ts';
import { isCsv } from '../../shared/kinds/csv/is-csv.ts';
import { isPattern } from '../../shared/kinds/key-pattern.ts';
import { isSql } from '../../shared/kinds/sql/is-sql.ts';
import type { Bodies } from '../dashboard/data/check-data.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import { parseDuration } from '../dashboard/folder/duration.ts';
import { asFields } from '../dashboard/folder/fields.ts';
import { findLocalFiles } from '../dashboard/kinds/pattern.ts';
import type { CostFacts, LoadedDataset } from '../dashboard/kinds/source-kind.ts';
import { countCombinations } from '../dashboard/parameters/compile-parameters.ts';
import { kindNamed, kindOf } from '../dashboard/registry/kinds.ts';
import type { WallFile } from './file-time.ts';
import { loggedBytes } from './log-lines.ts';

export interface WallDataset extends Omit<CostFacts, 'requests'>, Partial<Pick<CostFacts, 'requests'>> {
  readonly dataset: string;
  readonly kind: string;
  readonly slotSeconds: number;
  /** All environments of all functions share the rows in the cache table. */
  readonly isShared: boolean;
  readonly file?: WallFile;
  /** Number of combinations of the endpoint's parameters that are read separately; absent if there are none. */
  readonly combinations?: number;
  /** Number of metrics that each search of CloudWatch finds; absent if nobody says. */
  readonly found?: number;
}

/** True if a service bills each read of a dataset, and shares it with all environments. */
export const isBilled = ({ kind }: WallDataset): boolean => kindNamed(kind).isBilled;

const describeDataset = (name: string, dataset: LoadedDataset, file: WallFile | undefined): WallDataset => ({
  dataset: name,
  kind: dataset.config.source.source,
  slotSeconds: dataset.config.ttl / 1000,
  isShared: dataset.config.shared,
  scannedBytes: 0,
  requests: 1,
  asksOwnDatabase: false,
  asksOwnWorkgroup: false,
  ...kindOf(dataset.config.source).price.facts?.(dataset),
  ...(file && { file }),
});

export type OwnInputs = Readonly<Record<'refreshSeconds' | 'bodyBytes' | 'logBytes', number>>;

export interface WallEndpoint extends Partial<OwnInputs> {
  readonly endpoint: string;
  readonly component: string;
  readonly family: string;
  /** 0 without a cache. */
  readonly cacheSeconds: number;
  /** Absent without parameters. */
  readonly combinations?: number;
  /** All environments of the function share the cache. */
  readonly isShared: boolean;
  readonly hidesErrors?: boolean;
  readonly objects: number;
  readonly queries: number;
  /** The part of `queries` that uses the stack's own database. */
  readonly ownQueries: number;
  readonly files: readonly WallFile[];
  /** One entry for each table that the endpoint selects from a dataset. */
  readonly datasets: readonly WallDataset[];
}

type Dashboard = Omit<LoadedDashboard, 'endpoints'>;

export const HEADER_BYTES = 500;

/** Files of a pattern count together; 0 for an object of another bucket. */
const sizeOf = async ({ bucket, key }: ObjectLocation, { folder, name }: Dashboard): Promise<number> => {
  if (bucket !== undefined) return 0;
  const file = key.slice(name.length + 1);
  const files = isPattern(file) ? await findLocalFiles(folder, file) : [file];
  const stats = await Promise.all(files.map((one) => stat(join(folder, 'data', one)).catch(() => undefined)));
  return stats.reduce((bytes, one) => bytes + (one?.size ?? 0), 0);
};

const describeFile = async (source: CsvSource | JoinedSource, dashboard: Dashboard): Promise<WallFile> => ({
  bytes: await sizeOf(source, dashboard),
  isWindowed: 'selection' in source && isWindowed(source),
});

/** Returns a dataset as an endpoint with these parameters reads it. */
const datasetNamed = async (
  name: string,
  dashboard: Dashboard,
  parameters: LoadedEndpoint['config']['parameters'],
): Promise<readonly WallDataset[]> => {
  const dataset = dashboard.datasets[name];
  if (!dataset) return [];
  const { source } = dataset.config;
  const described = describeDataset(name, dataset, isCsv(source) ? await describeFile(source, dashboard) : undefined);
  const combinations = countCombinations(parameters?.filter((one) => source.own?.includes(one.name)));
  return [{ ...described, ...(combinations > 1 && { combinations }) }];
};

type Given = Readonly<Record<string, unknown>>;

const ownInputs = (
  { slug, component, family, config }: LoadedEndpoint,
  { name, watch, written }: Dashboard,
  bodies: Bodies,
  { refresh, body, log }: Given,
): Partial<OwnInputs> => {
  const refreshMs = parseDuration(asFields(asFields(written.value.endpoints)[slug]).refresh);
  const bytes = bodies.get(slug);
  return {
    ...(refresh === undefined && refreshMs !== undefined && { refreshSeconds: refreshMs / 1000 }),
    ...(body === undefined && bytes !== undefined && { bodyBytes: bytes + HEADER_BYTES }),
    ...(log === undefined && {
      logBytes: loggedBytes({
        dashboard: name,
        watch,
        family,
        endpoint: slug,
        component,
        ...(config.client?.errorsAsOk && { hidesErrors: true }),
      }),
    }),
  };
};

const describeEndpoint = async (
  endpoint: LoadedEndpoint,
  dashboard: Dashboard,
  bodies: Bodies,
  given: Given,
): Promise<WallEndpoint> => {
  const { slug, component, family, config } = endpoint;
  const tables = Object.values(config.tables).flatMap(partsOf);
  const files = tables.filter(isCsv);
  const joined = tables.flatMap((table) => ('join' in table ? (table.join ?? []) : []));
  const queries = tables.filter(isSql);
  const selected = tables.flatMap((table) => (table.source === 'dataset' ? [table.dataset] : []));
  return {
    endpoint: slug,
    component,
    family,
    cacheSeconds: (config.cache?.ttl ?? 0) / 1000,
    isShared: config.cache?.shared ?? false,
    ...(config.parameters && { combinations: countCombinations(config.parameters) }),
    ...(config.client?.errorsAsOk && { hidesErrors: true }),
    objects: tables.filter(isFile).length + joined.length + (config.document ? 1 : 0),
    queries: queries.length,
    ownQueries: queries.filter(({ database }) => database === undefined).length,
    files: await Promise.all([...files, ...joined].map((file) => describeFile(file, dashboard))),
    datasets: (await Promise.all(selected.map((name) => datasetNamed(name, dashboard, config.parameters)))).flat(),
    ...ownInputs(endpoint, dashboard, bodies, given),
  };
};

/**
 * @param bodies the sizes of the bodies whose rows are in data/.
 * @param given the options of the command, which replace the own inputs of endpoints.
 */
export const describeWall = (
  { endpoints, ...dashboard }: LoadedDashboard,
  bodies: Bodies,
  given: Given,
): Promise<readonly WallEndpoint[]> =>
  Promise.all(endpoints.map((endpoint) => describeEndpoint(endpoint, dashboard, bodies, given)));
