import { join } from 'node:path';
import { partsOf } from '../../../shared/config/sources.ts';
import { isSql } from '../../../shared/kinds/sql/is-sql.ts';
import { type CheckedDatasets, checkDatasets, loadedDatasets } from '../datasets/check-datasets.ts';
import { type CheckedEndpoint, checkEndpoint } from '../endpoints/check-endpoint.ts';
import type { EndpointContext } from '../endpoints/compile-endpoint.ts';
import type { Catalogue } from '../endpoints/resolve-component.ts';
import {
  type DefinitionProblem,
  isWarning,
  type Owner,
  placeProblem,
  type WrittenDefinition,
} from '../folder/definition-problem.ts';
import type { Diagnostic } from '../folder/diagnostic.ts';
import { type Fields, hasFields } from '../folder/fields.ts';
import { inCode, shownName } from '../folder/name-words.ts';
import { FILE_NAME } from '../folder/read-dashboard-file.ts';
import type { YamlFile } from '../folder/read-yaml.ts';
import { environmentTokens, skewWarnings } from '../head/access.ts';
import { checkHead, compileHead } from '../head/check-head.ts';
import type { DashboardHead } from '../head/dashboard-head.ts';
import { deadlineOf } from '../head/functions.ts';
import { HEAD_KEYS } from '../head/head-keys.ts';
import { checkDataApi } from '../head/region.ts';
import { checkRuntime } from '../head/runtime.ts';
import { unreachableHosts } from '../hosts/read-host.ts';
import { checkSchema } from './check-schema.ts';
import { datasetWarnings } from './dataset-warnings.ts';

/** True if a mistake in a key at the top stops every endpoint. An unknown key may be a misspelt `token`. */
const stopsAll = (name: unknown): boolean => {
  const key = HEAD_KEYS.get(String(name));
  return !key || key.stops === true;
};

/** The syntax of dashboard.yml in words, for the list of the parts whose errors stop every endpoint. */
export const SYNTAX = `the syntax of ${FILE_NAME}`;

const isOfHead = ({ path }: DefinitionProblem): boolean =>
  (path[0] !== 'endpoints' && path[0] !== 'datasets') || path.length < 2;

const blockedBy = (yaml: YamlFile, headErrors: readonly DefinitionProblem[]): readonly string[] => {
  const keys = headErrors.map(({ path: [key] }) => key).filter(stopsAll);
  const words = keys.map((key) =>
    key === undefined ? 'the file as a whole' : `the key ${inCode(shownName(String(key)))}`,
  );
  return [...new Set([...(yaml.problems.length > 0 ? [SYNTAX] : []), ...words])];
};

/** Returns the invalid keys of which `start` says what it uses in their place. */
const replacedKeys = (headErrors: readonly DefinitionProblem[]): readonly string[] => {
  const keys = new Set(headErrors.map(({ path: [key] }) => String(key)).filter((key) => !stopsAll(key)));
  return [...keys].filter((key) => HEAD_KEYS.get(key)?.compile ?? HEAD_KEYS.get(key)?.instead);
};

const findingAt = ({ slug, config }: CheckedEndpoint, message: string): DefinitionProblem => {
  const isOwn = config.path !== undefined;
  return {
    path: ['endpoints', slug, ...(isOwn ? ['path'] : [])],
    part: isOwn ? 'value' : 'key',
    message,
    hint: 'give one of them another path',
  };
};

const collision = (endpoint: CheckedEndpoint, others: readonly CheckedEndpoint[]): readonly DefinitionProblem[] => {
  const same = others.find((other) => other !== endpoint && other.path === endpoint.path);
  return same ? [findingAt(endpoint, `the endpoint ${same.slug} has the same path, ${endpoint.path}`)] : [];
};

/** Reports a frame with the path `/frame`. Its route would also match the paths of all other frames. */
const frameCollision = (endpoint: CheckedEndpoint): readonly DefinitionProblem[] =>
  endpoint.component?.family === 'frame' && endpoint.path === '/frame'
    ? [findingAt(endpoint, 'the path /frame would also receive the requests of all other frames')]
    : [];

const checkPaths = (endpoints: readonly CheckedEndpoint[]): readonly CheckedEndpoint[] =>
  endpoints.map((endpoint) => ({
    ...endpoint,
    problems: [...endpoint.problems, ...collision(endpoint, endpoints), ...frameCollision(endpoint)],
  }));

interface FileWithHead {
  readonly folder: string;
  readonly yaml: YamlFile;
  /** Empty if the file has no keys. */
  readonly value: Fields;
  readonly schemaProblems: readonly DefinitionProblem[];
  /** `headErrors` are only the errors of the dashboard’s own keys. */
  readonly headProblems: readonly DefinitionProblem[];
  readonly headErrors: readonly DefinitionProblem[];
  readonly head: DashboardHead;
  readonly replaced: readonly string[];
}

const readHead = async (folder: string, yaml: YamlFile): Promise<FileWithHead> => {
  const value = hasFields(yaml.value) ? yaml.value : {};
  const schemaProblems = await checkSchema(yaml.value);
  const headProblems = [...schemaProblems.filter(isOfHead), ...checkHead(value), ...checkRuntime(Date.now())];
  const headErrors = headProblems.filter((problem) => !isWarning(problem));
  const head = compileHead(value, headErrors);
  return { folder, yaml, value, schemaProblems, headProblems, headErrors, head, replaced: replacedKeys(headErrors) };
};

const sourceContextOf = ({ folder, yaml, value, head, replaced }: FileWithHead) => ({
  folder,
  dashboard: head.name,
  timezone: head.timezone,
  keysAt: yaml.keysAt,
  stale: replaced.includes('stale') ? undefined : value.stale,
  ...(head.database && { database: head.database }),
  ...(head.dialect && { dialect: head.dialect }),
});

const checkDatasetsOf = (file: FileWithHead): Promise<CheckedDatasets> => {
  const { value, schemaProblems } = file;
  return checkDatasets(value.datasets, schemaProblems, { ...sourceContextOf(file), top: value });
};

const checkEndpoints = async (
  file: FileWithHead,
  datasets: CheckedDatasets,
  catalogue: Catalogue,
): Promise<readonly CheckedEndpoint[]> => {
  const { value, head, replaced, schemaProblems } = file;
  const context: EndpointContext = {
    ...sourceContextOf(file),
    catalogue,
    datasets,
    deadline: deadlineOf(head),
    token: value.token,
    maxSkew: value.maxSkew,
    client: value.client,
    apiKey: value.apiKey,
    origins: value.origins,
    cache: replaced.includes('cache') ? undefined : value.cache,
  };
  const definitions = Object.entries(hasFields(value.endpoints) ? value.endpoints : {});
  const endpoints = definitions.map(([slug, definition]) => checkEndpoint(slug, definition, schemaProblems, context));
  return checkPaths(await Promise.all(endpoints));
};

/** Returns an unknown component as the file spells it. */
const ownerOf = (value: Fields, { slug, component }: CheckedEndpoint): Owner => {
  const definition = hasFields(value.endpoints) ? value.endpoints[slug] : undefined;
  const written = hasFields(definition) ? definition.component : undefined;
  const name = component?.name ?? (typeof written === 'string' ? written : undefined);
  return { endpoint: slug, ...(name !== undefined && { component: name }) };
};

const createPlacer =
  ({ folder, yaml, value }: FileWithHead, checked: readonly CheckedEndpoint[]) =>
  (problem: DefinitionProblem) => {
    const [key, slug] = problem.path;
    const endpoint = key === 'endpoints' ? checked.find((one) => one.slug === slug) : undefined;
    return placeProblem(join(folder, FILE_NAME), yaml, problem, endpoint ? ownerOf(value, endpoint) : {});
  };

export interface CheckedDefinition {
  readonly head: DashboardHead;
  readonly written: WrittenDefinition;
  /** Valid or not. */
  readonly checkedDatasets: CheckedDatasets;
  /** Valid or not. */
  readonly checked: readonly CheckedEndpoint[];
  /** The parts of the file whose errors stop every endpoint, in words: `the key timezone`. */
  readonly blockedBy: readonly string[];
  /** The dashboard's own keys that are invalid and replaced by their defaults. */
  readonly replaced: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Tokens from the environment, whose values packaging would put into the template. Valid in the stage `local`. */
  readonly localOnly: readonly Diagnostic[];
}

const hasSql = (checked: readonly CheckedEndpoint[], datasets: CheckedDatasets): boolean =>
  checked.some(({ config }) => Object.values(config.tables).flatMap(partsOf).some(isSql)) ||
  Object.values(loadedDatasets(datasets)).some(({ config }) => isSql(config.source));

export const checkDefinition = async (
  folder: string,
  yaml: YamlFile,
  catalogue: Catalogue,
): Promise<CheckedDefinition> => {
  const file = await readHead(folder, yaml);
  const { value, headProblems, headErrors, head, replaced } = file;
  const checkedDatasets = await checkDatasetsOf(file);
  const checked = await checkEndpoints(file, checkedDatasets, catalogue);
  const unreachable = unreachableHosts(value);
  const problems = [
    ...headProblems,
    ...unreachable.map((problem) => ({ ...problem, severity: 'note' as const })),
    ...Object.values(checkedDatasets).flatMap((dataset) => dataset.problems),
    ...checked.flatMap((endpoint) => endpoint.problems),
    ...skewWarnings(value, checked),
    ...checkDataApi(value, hasSql(checked, checkedDatasets)),
    ...datasetWarnings(value, checkedDatasets, checked),
  ];
  const toDiagnostic = createPlacer(file, checked);
  return {
    head,
    written: { value, keysAt: yaml.keysAt, toDiagnostic },
    checkedDatasets,
    checked,
    blockedBy: blockedBy(yaml, headErrors),
    replaced,
    diagnostics: problems.map(toDiagnostic),
    localOnly: [...environmentTokens(value), ...unreachable].map(toDiagnostic),
  };
};
