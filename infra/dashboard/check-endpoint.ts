import { posix } from 'node:path';
import type { EndpointConfig } from '../../shared/config/dashboard-config.ts';
import type { JsonSource, TableSource } from '../../shared/config/sources.ts';
import { tablesOf } from '../../shared/pipeline/bind-shape.ts';
import { checkCache, compileCache } from './check-cache.ts';
import { checkEndpointOptions } from './check-options.ts';
import { checkScript, scriptFile } from './check-script.ts';
import { compileSkew } from './check-skew.ts';
import { checkSource } from './check-source.ts';
import { checkTables, isUnknownKey, namedTables } from './check-tables.ts';
import { type DefinitionProblem, isWarning } from './definition-problem.ts';
import { parseDuration } from './duration.ts';
import { asFields, type Fields } from './fields.ts';
import {
  isJsonRows,
  type ReadSource,
  readCsv,
  readJson,
  readJsonRows,
  readSql,
  type SourceContext,
} from './read-source.ts';
import type { Path } from './read-yaml.ts';
import { type Catalogue, type Component, resolveComponent, unknownComponent } from './resolve-component.ts';
import { compileTokens } from './tokens.ts';

/** Settings of the dashboard that its endpoints use. */
export interface EndpointContext extends SourceContext {
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
  /** `/family/slug`, or a path of its own. */
  readonly path: string;
  /** `csv traffic.csv`, `nodes: csv nodes.csv, links: sql`. */
  readonly source: string;
  /** The files of data/ with a valid definition, by table, in the order of a list. A document is under `json`. */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** The script of a scripted chart, as a path in the dashboard folder. */
  readonly script?: string;
  readonly config: EndpointConfig;
}

type Sources = Readonly<Record<string, ReadSource<TableSource | JsonSource>>>;

const readTable = async (fields: Fields, path: Path, context: SourceContext) => {
  if ('csv' in fields) return readCsv(fields.csv, [...path, 'csv'], context);
  if (isJsonRows(fields.json)) return readJsonRows(fields.json, [...path, 'json'], context);
  return readSql(fields.sql, [...path, 'sql'], context, fields.columns);
};

/** Reads every source that the endpoint names, by table. A document is under `json`. */
const readSources = async (
  endpoint: Fields,
  component: Component | undefined,
  path: Path,
  context: SourceContext,
): Promise<Sources> => {
  const sources: Record<string, ReadSource<TableSource | JsonSource>> = {};
  const hasRows = isJsonRows(endpoint.json);
  if ('csv' in endpoint || 'sql' in endpoint || hasRows) sources.table = await readTable(endpoint, path, context);
  if ('json' in endpoint && !hasRows) sources.json = await readJson(endpoint.json, [...path, 'json'], context);
  for (const name of component ? namedTables(component.shape) : []) {
    if (name in endpoint) sources[name] = await readTable(asFields(endpoint[name]), [...path, name], context);
  }
  return sources;
};

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
  sources: Sources,
  { shape }: Component,
  options: Fields,
  path: Path,
): readonly DefinitionProblem[] => {
  const definitions = tablesOf(shape, { options });
  return Object.entries(sources).flatMap(([name, { source }]) => {
    const definition = definitions[name];
    if (!source || !definition) return [];
    return checkSource(source, definition, name === 'table' ? path : [...path, name]);
  });
};

const describeSources = (sources: Sources): string =>
  Object.entries(sources)
    .map(([name, { words }]) => (name === 'table' || name === 'json' ? words : `${name}: ${words}`))
    .join(', ');

const compile = (
  endpoint: Fields,
  component: Component | undefined,
  sources: Sources,
  context: EndpointContext,
): EndpointConfig => {
  const compiled = Object.entries(sources).flatMap(([name, { source }]) => (source ? [[name, source] as const] : []));
  const document = sources.json?.source as JsonSource | undefined;
  const tokens = compileTokens('token' in endpoint ? endpoint.token : context.token);
  const maxSkew = tokens.length > 0 ? compileSkew(endpoint.maxSkew ?? context.maxSkew) : undefined;
  const cache = compileCache(endpoint.cache ?? context.cache);
  const stale = parseDuration(endpoint.stale ?? context.stale) ?? 0;
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

const isBelow = (path: Path, above: Path): boolean =>
  above.every((step, index) => String(path[index]) === String(step));

/** Selects the schema's problems of one endpoint. Problems below an unknown key are left out: the key itself is reported. */
const ownProblems = (
  problems: readonly DefinitionProblem[],
  endpoint: Fields,
  component: Component | undefined,
  path: Path,
): readonly DefinitionProblem[] => {
  const unknown = Object.keys(endpoint).filter((key) => isUnknownKey(key, endpoint[key], component?.shape));
  return problems.filter(
    (problem) => isBelow(problem.path, path) && !unknown.some((key) => isBelow(problem.path, [...path, key])),
  );
};

/** Lists the files of a source; empty if one of them is not in data/. */
const filesOf = ({ file, parts }: Sources[string]): readonly string[] => {
  if (!parts) return file === undefined ? [] : [file];
  const files = parts.flatMap((part) => part.file ?? []);
  return files.length === parts.length ? files : [];
};

/** Selects the files whose source is valid. Problems of a source are below its kind, or below the name of its table. */
const readableFiles = (
  sources: Sources,
  problems: readonly DefinitionProblem[],
  path: Path,
): CheckedEndpoint['files'] => {
  const isBelowSource = (problem: DefinitionProblem, name: string): boolean =>
    (name === 'table' ? ['csv', 'json'] : [name]).some((key) => isBelow(problem.path, [...path, key]));
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
  const sources = await readSources(endpoint, component, path, context);
  const own = ownProblems(schemaProblems, endpoint, component, path);
  const selections = component ? selectionProblems(sources, component, asFields(endpoint.options), path) : [];
  const problems = [
    ...own,
    ...(component ? readingProblems(endpoint, component, path) : componentProblems(endpoint, context.catalogue, path)),
    ...(component ? checkEndpointOptions(endpoint, component.shape, path) : []),
    ...selections,
    ...(definition === endpoint ? checkTables(endpoint, component?.shape, path) : []),
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
    files: readableFiles(sources, [...own, ...selections], path),
  };
};
