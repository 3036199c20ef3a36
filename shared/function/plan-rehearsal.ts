import { type DashboardConfig, type EndpointConfig, METHODS } from '../config/dashboard-config.ts';
import {
  type CsvSource,
  type DatasetConfig,
  type DatasetSource,
  isFile,
  type JsonSource,
  type ObjectLocation,
  partsOf,
  type SingleSource,
  type TableSource,
} from '../config/sources.ts';
import { isSql } from '../kinds/sql/is-sql.ts';
import type { Samples, ShapeSample } from './samples.ts';

/**
 * Returns the name of a table in a rehearsal. A rehearsal uses this name as the key of the file, or as the statement.
 */
export const tableName = (slug: string, table: string): string => `${slug}/${table}`;
/** Returns the name of a document in a rehearsal. A rehearsal uses this name as the key of the file. */
export const documentName = (slug: string): string => `${slug}/document`;

const locate = ({ bucket }: Partial<ObjectLocation>, key: string): ObjectLocation => ({
  ...(bucket !== undefined && { bucket }),
  key,
});

/** True if a source has a selection. A rehearsal replaces it by an empty selection, which runs the same code. */
const selects = (source: SingleSource): boolean => 'selection' in source && source.selection !== undefined;

/**
 * Returns a source that contains the sample. The sample has the component's columns, so no column needs to be selected
 * by name.
 */
const sourceFor = (source: SingleSource, name: string): TableSource => {
  if ('statement' in source) {
    const { parameters, database } = source;
    return {
      source: 'sql',
      statement: name,
      parameters,
      ...(database && { database }),
      ...(selects(source) && { selection: {} }),
    };
  }
  if (!isFile(source)) return { source: 'dataset', dataset: name, selection: {} };
  return { source: 'csv', ...locate(source, name), ...(selects(source) && { selection: {} }) };
};

const fileFor = (source: DatasetSource, name: string): CsvSource => ({
  source: 'csv',
  ...locate(source, name),
  ...(source.selection && { selection: {} }),
});

/** Replaces a file of any format by a CSV file. */
const datasetFor = ({ source, ...dataset }: DatasetConfig, name: string): DatasetConfig => ({
  ...dataset,
  source: source.statement !== undefined ? { ...source, statement: name } : fileFor(source, name),
});

const tablesFor = ({ tables }: EndpointConfig, sample: ShapeSample, slug: string): EndpointConfig['tables'] => {
  const [first] = Object.values(tables);
  if (!first) return {};
  return Object.fromEntries(
    Object.keys(sample.tables).flatMap((table) => {
      const source = partsOf(tables[table] ?? first)[0];
      return source ? [[table, sourceFor(source, tableName(slug, table))]] : [];
    }),
  );
};

/** Copies an endpoint so that it makes the same calls but reads the sample of its shape. */
const rehearsedAs = (slug: string, endpoint: EndpointConfig, sample: ShapeSample): EndpointConfig => {
  const { component, shape, tokens, deadline, cache, stale, document, client } = endpoint;
  const sources: Pick<EndpointConfig, 'tables' | 'document'> = document
    ? { tables: {}, document: { source: 'json', ...locate(document, documentName(slug)) } }
    : { tables: tablesFor(endpoint, sample, slug) };
  return {
    component,
    shape,
    options: sample.options,
    tokens,
    deadline,
    ...(cache && { cache }),
    ...(stale !== undefined && { stale }),
    ...(client && { client: { ...client, methods: METHODS } }),
    ...sources,
  };
};

type Datasets = DashboardConfig['datasets'];
type AnySource = SingleSource | JsonSource | DatasetSource;

/** Names the service or bucket. Each of them needs a connection. */
const placeOf = (source: AnySource, datasets: Datasets): string => {
  const { dataset: name, database, bucket } = source as Partial<Record<'dataset' | 'database' | 'bucket', unknown>>;
  const dataset = datasets?.[String(name)];
  return dataset
    ? `dataset of ${dataset.source.source} ${placeOf(dataset.source, datasets)}`
    : JSON.stringify([database, bucket]);
};

const featuresOf = (
  { shape, document, tables, tokens, cache, client }: EndpointConfig,
  datasets: Datasets,
): readonly string[] => {
  const parts = Object.values(tables).flatMap((source) => partsOf(source).slice(0, 1));
  const sources = document ? [document] : parts;
  return [
    ...(parts.some(selects) ? ['selection'] : []),
    ...(parts.some((part) => isSql(part) && selects(part)) ? ['selection from a result'] : []),
    ...sources.flatMap((source) => [`${shape} from ${source.source}`, placeOf(source, datasets)]),
    ...(tokens.length > 0 ? [`token from ${tokens[0]?.from}`] : []),
    ...(cache?.shared ? ['shared cache'] : []),
    ...(client ? ['client'] : []),
  ];
};

export type PlannedRehearsal = Pick<DashboardConfig, 'endpoints'> & {
  readonly datasets: Readonly<Record<string, DatasetConfig>>;
};

/** Returns datasets by their names in the rehearsal. */
const datasetsFor = (slug: string, planned: EndpointConfig, original: EndpointConfig, datasets: Datasets) => {
  const [first] = Object.values(original.tables);
  return Object.keys(planned.tables).flatMap((table) => {
    const source = original.tables[table] ?? first;
    const dataset = source?.source === 'dataset' ? datasets?.[source.dataset] : undefined;
    const name = tableName(slug, table);
    return dataset ? [[name, datasetFor(dataset, name)] as const] : [];
  });
};

/**
 * Chooses few endpoints that together use each shape with each kind of source, each bucket and cluster, tokens and the
 * shared cache.
 */
export const planRehearsal = (
  { endpoints, datasets }: Pick<DashboardConfig, 'endpoints' | 'datasets'>,
  samples: Samples,
): PlannedRehearsal => {
  const known = new Set<string>();
  const planned: Record<string, EndpointConfig> = {};
  const rehearsed: (readonly [string, DatasetConfig])[] = [];
  for (const [slug, endpoint] of Object.entries(endpoints)) {
    const sample = samples[endpoint.shape];
    const features = featuresOf(endpoint, datasets);
    if (!sample || features.every((feature) => known.has(feature))) continue;
    for (const feature of features) known.add(feature);
    const plan = rehearsedAs(slug, endpoint, sample);
    planned[slug] = plan;
    rehearsed.push(...datasetsFor(slug, plan, endpoint, datasets));
  }
  return { endpoints: planned, datasets: Object.fromEntries(rehearsed) };
};
