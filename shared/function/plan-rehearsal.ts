import type { DashboardConfig, EndpointConfig } from '../config/dashboard-config.ts';
import {
  isFile,
  type JsonSource,
  type ObjectLocation,
  partsOf,
  type SingleSource,
  type TableSource,
} from '../config/sources.ts';
import type { Samples, ShapeSample } from './samples.ts';

/** Returns the name that replaces the key or statement of a table. */
export const tableName = (slug: string, table: string): string => `${slug}/${table}`;
/** Returns the name that replaces the key of a document. */
export const documentName = (slug: string): string => `${slug}/document`;

const locate = ({ bucket }: ObjectLocation, key: string): ObjectLocation => ({
  ...(bucket !== undefined && { bucket }),
  key,
});

/** True if a source's rows are selected. An empty selection of the sample runs the same code. */
const selects = (source: SingleSource): boolean => source.source !== 'sql' && source.selection !== undefined;

/** Returns a source that contains the sample. Its columns are those of the component, so it selects none by name. */
const sourceFor = (source: SingleSource, name: string): TableSource => {
  if (source.source === 'sql') {
    const { columns: _, ...others } = source;
    return { ...others, statement: name };
  }
  const location = isFile(source) ? locate(source, name) : { key: name };
  return { source: 'csv', ...location, ...(selects(source) && { selection: {} }) };
};

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
  const { component, shape, tokens, deadline, cache, stale, document } = endpoint;
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
    ...sources,
  };
};

/** Names the place that a source is read from. Each needs a connection of its own. */
const placeOf = (source: SingleSource | JsonSource): string => {
  if (source.source === 'sql') return `cluster ${source.database?.cluster}`;
  return source.source === 'dataset' ? `dataset ${source.dataset}` : `bucket ${source.bucket}`;
};

/** Names the features that a request to an endpoint uses. Each feature needs code that must be warm. */
const featuresOf = ({ shape, document, tables, tokens, cache }: EndpointConfig): readonly string[] => {
  const parts = Object.values(tables).flatMap((source) => partsOf(source).slice(0, 1));
  const sources = document ? [document] : parts;
  return [
    ...(parts.some(selects) ? ['selection'] : []),
    ...sources.flatMap((source) => [`${shape} from ${source.source}`, placeOf(source)]),
    ...(tokens.length > 0 ? [`token from ${tokens[0]?.from}`] : []),
    ...(cache?.shared ? ['shared cache'] : []),
  ];
};

/**
 * Chooses endpoints to rehearse, by slug: few endpoints that together use each shape with each kind of source, each bucket
 * and cluster, tokens and the shared cache.
 */
export const planRehearsal = ({ endpoints }: DashboardConfig, samples: Samples): DashboardConfig['endpoints'] => {
  const known = new Set<string>();
  const planned: Record<string, EndpointConfig> = {};
  for (const [slug, endpoint] of Object.entries(endpoints)) {
    const sample = samples[endpoint.shape];
    const features = featuresOf(endpoint);
    if (!sample || features.every((feature) => known.has(feature))) continue;
    for (const feature of features) known.add(feature);
    planned[slug] = rehearsedAs(slug, endpoint, sample);
  }
  return planned;
};
