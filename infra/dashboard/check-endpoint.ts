import { posix } from 'node:path';
import type { EndpointConfig } from '../../shared/config/dashboard-config.ts';
import type { JsonSource, TableSource } from '../../shared/config/sources.ts';
import { tablesOf } from '../../shared/pipeline/bind-shape.ts';
import { checkCache, compileCache } from './check-cache.ts';
import {
  checkEndpointKeys,
  DATASET_TABLE_KEYS,
  hasMistypedColumns,
  hasMistypedDataset,
  isUnknownKey,
  namedTables,
} from './check-endpoint-keys.ts';
import { checkEndpointOptions } from './check-options.ts';
import { checkScript, scriptFile } from './check-script.ts';
import { compileSkew } from './check-skew.ts';
import { checkSource } from './check-source.ts';
import { type CheckedDatasets, checkWidth } from './datasets/read-dataset-table.ts';
import { tablesCaching } from './datasets/tables-caching.ts';
import type { DefinitionProblem } from './definition-problem.ts';
import { parseDuration } from './duration.ts';
import { asFields, type Fields } from './fields.ts';
import {
  describeSources,
  type EndpointFiles,
  type EndpointSourceContext,
  type EndpointSources,
  readableFiles,
  readEndpointSources,
} from './read-endpoint-sources.ts';
import { isBelow, type Path } from './read-yaml.ts';
import { type Catalogue, type Component, resolveComponent, unknownComponent } from './resolve-component.ts';
import { compileTokens } from './tokens.ts';

/** Settings of the dashboard that its endpoints use. */
export interface EndpointContext extends EndpointSourceContext {
  readonly catalogue: Catalogue;
  readonly token: unknown;
  readonly maxSkew: unknown;
  readonly cache: unknown;
  readonly stale: unknown;
  /** The timeout of one call to a source, in milliseconds. */
  readonly deadline: number;
}

/** An endpoint of dashboard.yml, valid or not. */
export interface CheckedEndpoint {
  readonly slug: string;
  readonly component?: Component;
  readonly problems: readonly DefinitionProblem[];
  /** The path of the URL: `/family/slug`, or a path of its own. */
  readonly path: string;
  /** The sources as text: `csv traffic.csv`, `nodes: csv nodes.csv, links: sql`. */
  readonly source: string;
  readonly files: EndpointFiles;
  /** The script of a scripted chart, as a path in the dashboard folder. */
  readonly script?: string;
  readonly config: EndpointConfig;
}

const readingProblems = (endpoint: Fields, { name, shape }: Component, path: Path): readonly DefinitionProblem[] =>
  'reading' in endpoint && shape.defaultReading === undefined
    ? [{ path: [...path, 'reading'], part: 'key', message: `${name} has one reading only`, hint: 'remove reading' }]
    : [];

const componentProblems = (endpoint: Fields, catalogue: Catalogue, path: Path): readonly DefinitionProblem[] => {
  const name = endpoint.component;
  if (typeof name !== 'string' || name === '') return [];
  return [unknownComponent(name, catalogue, [...path, 'component'])];
};

/** Checks the selections of all sources against the tables of the component. */
const selectionProblems = (
  sources: EndpointSources,
  { shape }: Component,
  options: Fields,
  path: Path,
  datasets: CheckedDatasets,
): readonly DefinitionProblem[] => {
  const definitions = tablesOf(shape, { options });
  return Object.entries(sources).flatMap(([name, { source }]) => {
    const definition = definitions[name];
    if (!source || !definition) return [];
    const below = name === 'table' ? path : [...path, name];
    const ofWidth = source.source === 'dataset' ? checkWidth(source, definition, below, datasets) : [];
    return [...checkSource(source, definition, below), ...ofWidth];
  });
};

const compile = (
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
  };
};

/** Returns the keys of a selection beside a mistyped `dataset`, which the schema would take for columns of SQL. */
const misreadKeys = (endpoint: Fields, component: Component | undefined, path: Path): readonly Path[] => {
  const tables = component ? namedTables(component.shape) : [];
  const maps = [
    [path, endpoint] as const,
    ...tables.map((name) => [[...path, name], asFields(endpoint[name])] as const),
  ];
  return maps
    .filter(([, map]) => hasMistypedDataset(map))
    .flatMap(([at]) => DATASET_TABLE_KEYS.map((key) => [...at, key]));
};

/** Selects the schema's problems of one endpoint. Leaves out those that follow from an unknown key, which is reported. */
const schemaProblemsOf = (
  problems: readonly DefinitionProblem[],
  endpoint: Fields,
  component: Component | undefined,
  path: Path,
): readonly DefinitionProblem[] => {
  const unknown = Object.keys(endpoint).filter((key) => isUnknownKey(key, endpoint, component?.shape));
  const ignored = [...unknown.map((key) => [...path, key]), ...misreadKeys(endpoint, component, path)];
  return problems.filter(
    (problem) => isBelow(problem.path, path) && !ignored.some((key) => isBelow(problem.path, key)),
  );
};

/**
 * Checks one endpoint against the catalogue, its files and its SQL.
 * @param schemaProblems the schema's problems of the whole file.
 */
export const checkEndpoint = async (
  slug: string,
  definition: unknown,
  schemaProblems: readonly DefinitionProblem[],
  context: EndpointContext,
): Promise<CheckedEndpoint> => {
  const path: Path = ['endpoints', slug];
  const endpoint = asFields(definition);
  const component = resolveComponent(endpoint.component, context.catalogue);
  const sources = await readEndpointSources(endpoint, component, path, context);
  const ofSchema = schemaProblemsOf(schemaProblems, endpoint, component, path);
  const options = asFields(endpoint.options);
  const isMisread = hasMistypedColumns(endpoint);
  const selections =
    component && !isMisread ? selectionProblems(sources, component, options, path, context.datasets) : [];
  const problems = [
    ...ofSchema,
    ...(component ? readingProblems(endpoint, component, path) : componentProblems(endpoint, context.catalogue, path)),
    ...(component ? checkEndpointOptions(endpoint, component.shape, path) : []),
    ...selections,
    ...(definition === endpoint ? checkEndpointKeys(endpoint, component?.shape, path) : []),
    ...checkCache(endpoint.cache, path),
    ...(await checkScript(endpoint.script, component, [...path, 'script'], context.folder)),
    ...Object.values(sources).flatMap((source) => source.problems),
  ];
  const config = compile(endpoint, component, sources, context);
  const script = typeof endpoint.script === 'string' ? scriptFile(endpoint.script) : undefined;
  return {
    slug,
    problems,
    config,
    ...(component && { component }),
    ...(script !== undefined && { script }),
    path: config.path ?? posix.join('/', component?.family ?? '', slug),
    source: describeSources(sources),
    files: isMisread ? {} : readableFiles(sources, [...ofSchema, ...selections], path),
  };
};
