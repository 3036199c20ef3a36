import type { TokenReference } from '../../shared/config/dashboard-config.ts';
import type { AthenaSource, DatasetConfig } from '../../shared/config/dataset.ts';
import { isFile, type ObjectLocation, partsOf, type SqlSource } from '../../shared/config/sources.ts';
import { datasetNames } from '../dashboard/datasets/check-datasets.ts';
import type { LoadedDataset } from '../dashboard/datasets/dataset-keys.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../dashboard/definition/load-dashboard.ts';
import { unique } from './permission.ts';

/** Endpoints, and the datasets of their dashboard. */
export type Sourced = Pick<LoadedDashboard, 'endpoints' | 'datasets'>;

const tablesOf = ({ endpoints }: Sourced) =>
  endpoints.flatMap(({ config }) => Object.values(config.tables).flatMap(partsOf));

/** Returns the datasets that endpoints select from. */
export const datasetsOf = (sourced: Sourced): Readonly<Record<string, LoadedDataset>> => {
  const used = new Set(sourced.endpoints.flatMap(({ config }) => datasetNames(config)));
  return Object.fromEntries(Object.entries(sourced.datasets).filter(([name]) => used.has(name)));
};

const datasetSources = (sourced: Sourced) => Object.values(datasetsOf(sourced)).map(({ config }) => config.source);

/** Lists the S3 objects that endpoints and their datasets read, without duplicates. */
export const objectsOf = (sourced: Sourced): readonly ObjectLocation[] => {
  const documents = sourced.endpoints.flatMap(({ config }) => config.document ?? []);
  const files = [
    ...tablesOf(sourced).filter(isFile),
    ...documents,
    ...datasetSources(sourced).flatMap((source) => (source.source === 'csv' ? [source] : [])),
  ];
  return unique(files.map(({ bucket, key }) => (bucket === undefined ? { key } : { bucket, key })));
};

/** Lists the queries through the Data API. */
export const queriesOf = (sourced: Sourced): readonly SqlSource[] =>
  [...tablesOf(sourced), ...datasetSources(sourced)].flatMap((source) => (source.source === 'sql' ? [source] : []));

/** A dataset that queries Athena. */
export type LakeDataset = Omit<LoadedDataset, 'config'> & {
  readonly config: Omit<DatasetConfig, 'source'> & { readonly source: AthenaSource };
};

const isLake = (dataset: LoadedDataset): dataset is LakeDataset => dataset.config.source.source === 'athena';

/** Lists the datasets that query Athena. */
export const lakeDatasetsOf = (sourced: Sourced): readonly LakeDataset[] =>
  Object.values(datasetsOf(sourced)).filter(isLake);

/** True if a dataset queries the stack's own workgroup. */
export const needsWorkgroup = (sourced: Sourced): boolean =>
  lakeDatasetsOf(sourced).some(({ config }) => config.source.workgroup === undefined);

/** True if an endpoint or its dataset queries the stack's own database. */
export const needsDatabase = (sourced: Sourced): boolean =>
  queriesOf(sourced).some(({ database }) => database === undefined);

/** Lists the datasets whose rows all environments share. */
export const sharedDatasetsOf = (sourced: Sourced): readonly string[] =>
  Object.entries(datasetsOf(sourced)).flatMap(([name, { config }]) => (config.shared ? [name] : []));

/** True if an endpoint or its dataset uses the shared cache. */
export const needsTable = (sourced: Sourced): boolean =>
  sourced.endpoints.some(({ config }) => config.cache?.shared) || sharedDatasetsOf(sourced).length > 0;

/** Lists the names of the tokens that endpoints accept, without duplicates. */
export const tokensOf = (endpoints: readonly LoadedEndpoint[], from: TokenReference['from']): readonly string[] =>
  unique(endpoints.flatMap(({ config }) => config.tokens.filter((token) => token.from === from))).map(
    ({ name }) => name,
  );
