import type { CacheConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { DatasetConfig, JsonSource, TableSource } from '../../../shared/config/sources.ts';
import { type ClientSettings, compileClient, configOfClient } from '../clients/read-client.ts';
import { type CheckedDatasets, readDatasetTable } from '../datasets/check-datasets.ts';
import { type DefinitionProblem, isWarning } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { isBelow, type Path } from '../folder/read-yaml.ts';
import { compileApiKey, compileSkew, compileTokens } from '../head/access.ts';
import { compileCache } from '../head/caching.ts';
import { compileParameters } from '../parameters/compile-parameters.ts';
import { compileEndpointPromises } from '../promises/compile-promises.ts';
import type { ReadSource } from '../sources/read-join.ts';
import { readSqlTable } from '../sources/read-sql.ts';
import { isJsonRows, readCsv, readJson, readJsonRows, type SourceContext } from '../sources/source-keys.ts';
import { namedTables, ROW_KEYS } from './check-endpoint-keys.ts';
import type { Catalogue, Component } from './resolve-component.ts';

/** By table. A document is under `json`. */
export type EndpointSources = Readonly<Record<string, ReadSource<TableSource | JsonSource>>>;

/** By table, in the order of a list. A document is under `json`. */
export type EndpointFiles = Readonly<Record<string, readonly string[]>>;

interface EndpointSourceContext extends SourceContext {
  readonly datasets: CheckedDatasets;
}

type ReadTable = (
  fields: Fields,
  path: Path,
  context: EndpointSourceContext,
) => ReadSource<TableSource> | Promise<ReadSource<TableSource>>;

/** If a table has several of these keys, the first key in this list is read. */
const READERS: Readonly<Record<string, ReadTable>> = {
  dataset: readDatasetTable,
  csv: ({ csv }, path, context) => readCsv(csv, [...path, 'csv'], context),
  json: (fields, path, context) =>
    isJsonRows(fields.json)
      ? readJsonRows(fields.json, [...path, 'json'], context)
      : readSqlTable(fields, path, context),
  sql: readSqlTable,
};

const readTable = async (fields: Fields, path: Path, context: EndpointSourceContext) => {
  const key = Object.keys(READERS).find((one) => Object.hasOwn(fields, one)) ?? 'sql';
  return (READERS[key] as ReadTable)(fields, path, context);
};

export const readEndpointSources = async (
  endpoint: Fields,
  component: Component | undefined,
  path: Path,
  context: EndpointSourceContext,
): Promise<EndpointSources> => {
  const sources: Record<string, ReadSource<TableSource | JsonSource>> = {};
  const hasRows = isJsonRows(endpoint.json);
  const hasTable = ['dataset', 'csv', 'sql'].some((key) => Object.hasOwn(endpoint, key)) || hasRows;
  if (hasTable) sources.table = await readTable(endpoint, path, context);
  if ('json' in endpoint && !hasRows) sources.json = await readJson(endpoint.json, [...path, 'json'], context);
  for (const name of component ? namedTables(component.shape) : []) {
    if (Object.hasOwn(endpoint, name))
      sources[name] = await readTable(asFields(endpoint[name]), [...path, name], context);
  }
  return sources;
};

/** Writes sources as text: `csv traffic.csv`, `nodes: csv nodes.csv, links: sql`. */
export const describeSources = (sources: EndpointSources): string =>
  Object.entries(sources)
    .map(([name, { words }]) => (name === 'table' || name === 'json' ? words : `${name}: ${words}`))
    .join(', ');

/** Returns no file if one of them is not in data/. */
const filesOf = ({ file, parts }: EndpointSources[string]): readonly string[] => {
  if (!parts) return file === undefined ? [] : [file];
  const files = parts.flatMap((part) => part.file ?? []);
  return files.length === parts.length ? files : [];
};

/** A problem of a component's only table is below one of these keys. */
const TABLE_KEYS = ['csv', 'json', ...ROW_KEYS];

/** Selects the files whose source is valid. Problems of a source are below its kind, or below the name of its table. */
export const readableFiles = (
  sources: EndpointSources,
  problems: readonly DefinitionProblem[],
  path: Path,
): EndpointFiles => {
  const isBelowSource = (problem: DefinitionProblem, name: string): boolean =>
    (name === 'table' ? TABLE_KEYS : [name]).some((key) => isBelow(problem.path, [...path, key]));
  const isValid = (name: string): boolean =>
    !problems.some((problem) => !isWarning(problem) && isBelowSource(problem, name));
  const readable = Object.entries(sources).filter(([name, { source }]) => source && isValid(name));
  return Object.fromEntries(
    readable.flatMap(([name, source]) => {
      const files = filesOf(source);
      return files.length > 0 ? [[name, files]] : [];
    }),
  );
};

interface Caching {
  readonly cache?: CacheConfig | undefined;
  /** Milliseconds. */
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

/** Returns the shortest TTL. The cache is shared if all of them are shared. */
const strictest = (caches: readonly CacheConfig[]): CacheConfig => ({
  ttl: Math.min(...caches.map(({ ttl }) => ttl)),
  shared: caches.every(({ shared }) => shared),
});

/** Returns the shortest times of the datasets, and also of the dashboard if the endpoint has other sources. */
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

export interface EndpointContext extends EndpointSourceContext {
  readonly catalogue: Catalogue;
  readonly token: unknown;
  readonly maxSkew: unknown;
  readonly client: unknown;
  readonly apiKey: unknown;
  readonly origins: unknown;
  readonly cache: unknown;
  readonly stale: unknown;
  /** Milliseconds for one call to a source. */
  readonly deadline: number;
}

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
  const expect = compileEndpointPromises(endpoint.expect);
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
    ...(expect && { expect }),
  };
};
