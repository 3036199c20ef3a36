import { join, resolve } from 'node:path';
import type { EndpointConfig } from '../../shared/config/dashboard-config.ts';
import { loadCatalogue } from '../build/load-catalogue.ts';
import { type CheckedEndpoint, checkEndpoint, type EndpointContext } from './check-endpoint.ts';
import { checkHead, compileHead, type DashboardHead, deadlineOf } from './check-head.ts';
import { checkPaths } from './check-paths.ts';
import { checkSchema } from './check-schema.ts';
import { skewWarnings } from './check-skew.ts';
import { type DefinitionProblem, isDefined, isWarning } from './definition-problem.ts';
import { type Diagnostic, type Diagnostics, placeAt, splitBySeverity } from './diagnostic.ts';
import { type Fields, hasFields } from './fields.ts';
import type { LoadedDataset } from './loaded-dataset.ts';
import { shownName } from './name-words.ts';
import { type Owner, placeProblem } from './place-problem.ts';
import { FILE_NAME, readDashboardFile } from './read-dashboard-file.ts';
import { type Path, readYaml, type YamlFile } from './read-yaml.ts';
import type { Catalogue } from './resolve-component.ts';
import { FILE_START } from './text-position.ts';
import { environmentTokens } from './tokens.ts';

/** An endpoint with a valid definition. */
export interface LoadedEndpoint {
  readonly slug: string;
  readonly family: string;
  readonly component: string;
  /** The address: `/pie/traffic-share`, or its own. */
  readonly path: string;
  /** For a table: `csv traffic.csv`, `sql`, `json x.json`. */
  readonly source: string;
  readonly config: EndpointConfig;
}

/** A dashboard folder with its definition checked. `errors` and `warnings` do not include those of its data. */
export interface LoadedDashboard extends DashboardHead, Diagnostics {
  /** Absolute. */
  readonly folder: string;
  readonly endpoints: readonly LoadedEndpoint[];
  /** The valid datasets, by name. */
  readonly datasets: Readonly<Record<string, LoadedDataset>>;
  /** Every endpoint of the file, valid or not. */
  readonly checked: readonly CheckedEndpoint[];
  /** The parts of the file whose errors stop every endpoint, in words: `the key timezone`. */
  readonly blockedBy: readonly string[];
  /** The dashboard's own keys that are invalid and replaced by their defaults. */
  readonly replaced: readonly string[];
  /** Errors outside the stage `local`: tokens from the environment, which packaging would put into the template. */
  readonly localOnly: readonly Diagnostic[];
}

/** Keys whose errors do not stop the endpoints. */
const HARMLESS = new Set<unknown>(
  'description region cache stale origins memory concurrency throttle bucket key budget hours watch accessLog alarms domain endpoints'.split(
    ' ',
  ),
);

const isOfHead = ({ path }: DefinitionProblem): boolean => path[0] !== 'endpoints' || path.length < 2;

/** Returns the endpoint and component of a diagnostic. A component that is unknown is named as in the file. */
const ownerOf = (value: Fields, { slug, component }: CheckedEndpoint): Owner => {
  const definition = hasFields(value.endpoints) ? value.endpoints[slug] : undefined;
  const written = hasFields(definition) ? definition.component : undefined;
  const name = component?.name ?? (typeof written === 'string' ? written : undefined);
  return { endpoint: slug, ...(name !== undefined && { component: name }) };
};

const loaded = (checked: CheckedEndpoint): readonly LoadedEndpoint[] => {
  const { slug, component, path, source, config, problems } = checked;
  if (!component || !isDefined(problems)) return [];
  const { family, name } = component;
  return [{ slug, family, component: name, path, source, config }];
};

const NOTHING = { endpoints: [], datasets: {}, checked: [], replaced: [], localOnly: [] } as const;

const SYNTAX = `the syntax of ${FILE_NAME}`;

const blockedBy = (yaml: YamlFile, ofHead: readonly DefinitionProblem[]): readonly string[] => {
  const keys = ofHead.map(({ path: [key] }) => key).filter((key) => !HARMLESS.has(key));
  const words = keys.map((key) => (key === undefined ? 'the file as a whole' : `the key ${shownName(String(key))}`));
  return [...new Set([...(yaml.problems.length > 0 ? [SYNTAX] : []), ...words])];
};

/** Returns the invalid keys that are replaced by their defaults. */
const replacedKeys = (ofHead: readonly DefinitionProblem[]): readonly string[] => {
  const keys = new Set(ofHead.map(({ path: [key] }) => String(key)).filter((key) => HARMLESS.has(key)));
  return [...keys].filter((key) => key !== 'endpoints' && key !== 'description');
};

const checkFile = async (folder: string, yaml: YamlFile, catalogue: Catalogue) => {
  const value = hasFields(yaml.value) ? yaml.value : {};
  const schemaProblems = await checkSchema(yaml.value);
  const ofHead = [...schemaProblems.filter(isOfHead), ...checkHead(value)];
  const errors = ofHead.filter((problem) => !isWarning(problem));
  const head = compileHead(value, errors);
  const replaced = replacedKeys(errors);
  const context: EndpointContext = {
    folder,
    catalogue,
    dashboard: head.name,
    keysAt: yaml.keysAt,
    deadline: deadlineOf(head),
    token: value.token,
    maxSkew: value.maxSkew,
    cache: replaced.includes('cache') ? undefined : value.cache,
    stale: replaced.includes('stale') ? undefined : value.stale,
    ...(head.database && { database: head.database }),
  };
  const definitions = Object.entries(hasFields(value.endpoints) ? value.endpoints : {});
  const endpoints = definitions.map(([slug, definition]) => checkEndpoint(slug, definition, schemaProblems, context));
  const checked = checkPaths(await Promise.all(endpoints));
  const file = join(folder, FILE_NAME);
  const owner = ([, slug]: Path): Owner => {
    const endpoint = checked.find((one) => one.slug === slug);
    return endpoint ? ownerOf(value, endpoint) : {};
  };
  const blocked = blockedBy(yaml, errors);
  return {
    ...head,
    endpoints: blocked.length === 0 ? checked.flatMap(loaded) : [],
    datasets: {},
    checked,
    blockedBy: blocked,
    replaced,
    found: [
      ...ofHead.map((problem) => placeProblem(file, yaml, problem)),
      ...checked.flatMap((one) =>
        one.problems.map((problem) => placeProblem(file, yaml, problem, ownerOf(value, one))),
      ),
      ...skewWarnings(value, checked).map((problem) => placeProblem(file, yaml, problem, owner(problem.path))),
    ],
    localOnly: environmentTokens(value).map((problem) => placeProblem(file, yaml, problem, owner(problem.path))),
  };
};

const unloaded = (folder: string, errors: readonly Diagnostic[], blockedBy: readonly string[]): LoadedDashboard => ({
  ...compileHead({}, []),
  ...NOTHING,
  folder,
  blockedBy,
  errors,
  warnings: [],
});

/**
 * Reads a dashboard folder and checks its definition: dashboard.yml by its schema and the catalogue, the files that
 * it names, and its SQL. Errors and warnings are returned, not thrown.
 */
export const loadDashboard = async (folder: string, catalogue?: Catalogue): Promise<LoadedDashboard> => {
  const absolute = resolve(folder);
  const read = await readDashboardFile(absolute);
  if ('message' in read) {
    const { file, message, hint } = read;
    return unloaded(absolute, [{ file, ...FILE_START, message, hint, severity: 'error' }], []);
  }
  const yaml = readYaml(read.text);
  const syntaxErrors = yaml.problems.map(
    ({ offset, message, hint }): Diagnostic => ({
      ...placeAt(read.file, read.text, offset),
      message,
      hint,
      severity: 'error',
    }),
  );
  if (yaml.value === undefined) return unloaded(absolute, syntaxErrors, [SYNTAX]);
  const { found, ...checked } = await checkFile(absolute, yaml, catalogue ?? (await loadCatalogue()));
  return { ...checked, folder: absolute, ...splitBySeverity([...syntaxErrors, ...found]) };
};
