import { posix } from 'node:path';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { checkOptions } from '../../../shared/catalogue/option.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { tablesOf } from '../../../shared/pipeline/bind-endpoints.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type ClientSettings, checkClient } from '../clients/read-client.ts';
import { type CheckedDatasets, checkWidth, loadedDatasets, rowsOfDataset } from '../datasets/check-datasets.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { problemInFile, readTextFile } from '../folder/find-file.ts';
import { didYouMean } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { checkApiKey, compileApiKey } from '../head/access.ts';
import { checkCache, checkRefresh } from '../head/caching.ts';
import { checkParameters, type FilledTable } from '../parameters/check-parameters.ts';
import { checkEndpointPromises } from '../promises/check-promises.ts';
import { lintScript } from '../script/lint-script.ts';
import { checkSource } from '../sources/check-source.ts';
import { checkEndpointKeys, hasMistypedColumns, selectSchemaProblems } from './check-endpoint-keys.ts';
import {
  clientOf,
  compileEndpoint,
  describeSources,
  type EndpointContext,
  type EndpointFiles,
  type EndpointSources,
  readableFiles,
  readEndpointSources,
} from './compile-endpoint.ts';
import { type Catalogue, type Component, resolveComponent, unknownComponent } from './resolve-component.ts';

const FAMILY = 'script';

const MAX_SCRIPT_BYTES = 1_048_576;

/** Returns the file of `script: chart.js` or `script: file:queries/chart.js`, relative to the dashboard folder. */
const scriptFile = (script: unknown): string | undefined => /^(?:file:)?([^:]+)$/.exec(String(script))?.[1];

/**
 * Checks the script of an endpoint against the rules of the interface. The platform's editor runs the script, so a
 * faulty script does not stop the endpoint. A file name that leads out of the folder does stop it.
 */
const checkScript = async (
  script: unknown,
  component: Component | undefined,
  path: Path,
  folder: string,
): Promise<readonly DefinitionProblem[]> => {
  const name = scriptFile(script);
  if (typeof script !== 'string' || name === undefined) return [];
  if (component && component.family !== FAMILY) {
    return [{ path, part: 'key', message: 'this component runs no script', hint: 'remove `script`' }];
  }
  const read = await readTextFile(folder, name, path);
  if ('problem' in read) return [{ ...read.problem, ...(read.isName && { about: 'data' }) }];
  if (Buffer.byteLength(read.text) > MAX_SCRIPT_BYTES) {
    const message = say`the script is larger than ${MAX_SCRIPT_BYTES} bytes`;
    return [
      {
        path,
        message,
        hint: 'leave the data out of the script: the source of the endpoint provides it',
        about: 'data',
      },
    ];
  }
  return lintScript(read.text, component?.name ?? '').map((problem) => ({
    ...problemInFile(path, read, problem),
    about: 'data',
  }));
};

/** Reads a path such as `.type.north[1]`. */
const stepsOf = (path: string): Path =>
  [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));

const hintFor = (steps: Path, shape: Shape, missing: boolean): string => {
  const name = String(steps[0]);
  const known = Object.keys(shape.options);
  const option = Object.hasOwn(shape.options, name) ? shape.options[name] : undefined;
  if (option) return missing ? `add options: { ${name}: ... }` : `write ${option.expects}`;
  const near = nearestNames(name, known, 2);
  if (near.length > 0) return didYouMean(near);
  return known.length > 0 ? `choose one of ${known.join(', ')}` : 'remove it';
};

/** Ignores documents, which already are the body. */
const checkEndpointOptions = (
  { options, json }: Readonly<Record<string, unknown>>,
  shape: Shape,
  path: Path,
): readonly DefinitionProblem[] => {
  if (options !== undefined && (typeof options !== 'object' || options === null || Array.isArray(options))) return [];
  const values = (options ?? {}) as Readonly<Record<string, unknown>>;
  return checkOptions(shape.options, values).flatMap(({ path: inside, message }): readonly DefinitionProblem[] => {
    const steps = stepsOf(inside);
    const whole = [...path, 'options', ...steps];
    const missing = !Object.hasOwn(values, String(steps[0]));
    if (missing && json !== undefined) return [];
    const isUnknown = !Object.hasOwn(shape.options, String(steps[0]));
    return [
      {
        path: missing && options === undefined ? path : whole,
        part: isUnknown || missing ? 'key' : 'value',
        message: say`${namePath(whole)} ${message}`,
        hint: hintFor(steps, shape, missing),
      },
    ];
  });
};

export interface CheckedEndpoint {
  readonly slug: string;
  readonly title?: string;
  readonly component?: Component;
  readonly problems: readonly DefinitionProblem[];
  /** `/family/slug`, or a path of its own. */
  readonly path: string;
  /** `csv traffic.csv`, `nodes: csv nodes.csv, links: sql`. */
  readonly source: string;
  readonly files: EndpointFiles;
  /** Absolute paths by their names in dashboard.yml. */
  readonly joinedFiles: Readonly<Record<string, string>>;
  /** A path in the dashboard folder. */
  readonly script?: string;
  readonly config: EndpointConfig;
  readonly client: ClientSettings;
}

const readingProblems = (endpoint: Fields, { name, shape }: Component, path: Path): readonly DefinitionProblem[] =>
  'reading' in endpoint && shape.defaultReading === undefined
    ? [
        {
          path: [...path, 'reading'],
          part: 'key',
          message: say`${name} has only one form, so it needs no \`reading\``,
          hint: 'remove `reading`',
        },
      ]
    : [];

const componentProblems = (
  endpoint: Fields,
  component: Component | undefined,
  catalogue: Catalogue,
  path: Path,
): readonly DefinitionProblem[] => {
  if (component)
    return [...readingProblems(endpoint, component, path), ...checkEndpointOptions(endpoint, component.shape, path)];
  const { component: name } = endpoint;
  return typeof name === 'string' && name !== '' ? [unknownComponent(name, catalogue, [...path, 'component'])] : [];
};

const tablesOfSources = (
  sources: EndpointSources,
  { shape }: Component,
  endpoint: Fields,
  path: Path,
): readonly FilledTable[] => {
  const definitions = tablesOf(shape, { options: asFields(endpoint.options) });
  return Object.entries(sources).flatMap(([name, { source }]) => {
    const definition = definitions[name];
    if (!source || !definition || source.source === 'json') return [];
    return [{ source, definition, path: name === 'table' ? path : [...path, name] }];
  });
};

const withColumns =
  (component: Component | undefined, endpoint: Fields) =>
  (problem: DefinitionProblem): DefinitionProblem => {
    const { path, hint } = problem;
    if (!component || hint === undefined || path.at(-1) !== 'columns') return problem;
    const definitions = tablesOf(component.shape, { options: asFields(endpoint.options) });
    const definition = definitions[String(path[2])] ?? definitions.table;
    if (definition?.kind !== 'fixed') return problem;
    return { ...problem, hint: `${hint}; the component's columns are ${Object.keys(definition.columns).join(', ')}` };
  };

const selectionProblems = (tables: readonly FilledTable[], datasets: CheckedDatasets): readonly DefinitionProblem[] =>
  tables.flatMap(({ source, definition, path }) => {
    const ofWidth =
      source.source === 'dataset'
        ? checkWidth(source, definition, path, rowsOfDataset(source.dataset, datasets[source.dataset] ?? {}))
        : [];
    return [...checkSource(source, definition, path), ...ofWidth];
  });

const parametersOfDatasets = (tables: readonly FilledTable[], datasets: CheckedDatasets) =>
  [...new Set(tables.flatMap(({ source }) => (source.source === 'dataset' ? [source.dataset] : [])))].flatMap(
    (dataset) => (datasets[dataset]?.own ?? []).map((one) => ({ dataset, ...one })),
  );

const joinedFilesOf = ({ joinedFiles = {}, parts = [] }: EndpointSources[string]) => [
  joinedFiles,
  ...parts.map((part) => part.joinedFiles ?? {}),
];

const configsOf = (datasets: CheckedDatasets) =>
  Object.fromEntries(Object.entries(loadedDatasets(datasets)).map(([name, { config }]) => [name, config]));

/** @param schemaProblems the schema's problems of the whole file. */
export const checkEndpoint = async (
  slug: string,
  definition: unknown,
  schemaProblems: readonly DefinitionProblem[],
  context: EndpointContext,
): Promise<CheckedEndpoint> => {
  const path: Path = ['endpoints', slug];
  const endpoint = asFields(definition);
  const component = resolveComponent(endpoint.component, context.catalogue);
  const parameters = Object.keys(asFields(endpoint.parameters));
  const sources = await readEndpointSources(endpoint, component, path, { ...context, parameters });
  const ofSchema = selectSchemaProblems(schemaProblems, endpoint, component, path).map(
    withColumns(component, endpoint),
  );
  const isMisread = hasMistypedColumns(endpoint);
  const tables = component && !isMisread ? tablesOfSources(sources, component, endpoint, path) : [];
  const selections = selectionProblems(tables, context.datasets);
  const keyQuery = compileApiKey('apiKey' in endpoint ? endpoint.apiKey : context.apiKey)?.query;
  const config = compileEndpoint(endpoint, component, sources, context);
  const problems = [
    ...ofSchema,
    ...componentProblems(endpoint, component, context.catalogue, path),
    ...selections,
    ...(definition === endpoint ? checkEndpointKeys(endpoint, component?.shape, path) : []),
    ...checkCache(endpoint.cache, path),
    ...checkApiKey(endpoint.apiKey, [...path, 'apiKey']),
    ...checkClient(endpoint.client, [...path, 'client'], context.origins),
    ...checkParameters(endpoint, path, keyQuery, {
      tables,
      isPartial: ofSchema.length > 0 || Object.values(sources).some(({ source }) => !source),
      ofDatasets: parametersOfDatasets(tables, context.datasets),
    }),
    ...checkRefresh(endpoint.refresh, path),
    ...checkEndpointPromises(
      endpoint.expect,
      [...path, 'expect'],
      tables.map(({ definition }) => definition),
      config,
      configsOf(context.datasets),
    ),
    ...(await checkScript(endpoint.script, component, [...path, 'script'], context.folder)),
    ...Object.values(sources).flatMap((source) => source.problems),
  ];
  const script = typeof endpoint.script === 'string' ? scriptFile(endpoint.script) : undefined;
  return {
    slug,
    problems,
    config,
    client: clientOf(endpoint, context),
    ...(component && { component }),
    ...(script !== undefined && { script }),
    ...(typeof endpoint.title === 'string' && { title: endpoint.title }),
    path: config.path ?? posix.join('/', component?.family ?? '', slug),
    source: describeSources(sources),
    joinedFiles: Object.assign({}, ...Object.values(sources).flatMap(joinedFilesOf)),
    files: isMisread ? {} : readableFiles(sources, [...ofSchema, ...selections], path),
  };
};
