import { join, resolve } from 'node:path';
import type { EndpointConfig } from '../../shared/config/dashboard-config.ts';
import { loadCatalogue } from '../build/load-catalogue.ts';
import { blockedBy, isOfHead, replacedKeys, SYNTAX } from './blocking-keys.ts';
import { type CheckedEndpoint, checkEndpoint, type EndpointContext } from './check-endpoint.ts';
import { checkHead, compileHead, type DashboardHead, deadlineOf } from './check-head.ts';
import { checkPaths } from './check-paths.ts';
import { checkSchema } from './check-schema.ts';
import { skewWarnings } from './check-skew.ts';
import { datasetWarnings } from './datasets/dataset-warnings.ts';
import type { CheckedDatasets } from './datasets/read-dataset-table.ts';
import { datasetNames, loadedDatasets, readDatasets } from './datasets/read-datasets.ts';
import { type DefinitionProblem, isDefined, isWarning } from './definition-problem.ts';
import { type Diagnostic, type Diagnostics, placeAt, splitBySeverity } from './diagnostic.ts';
import { type Fields, hasFields } from './fields.ts';
import type { LoadedDataset } from './loaded-dataset.ts';
import { type Owner, placeProblem } from './place-problem.ts';
import { FILE_NAME, readDashboardFile } from './read-dashboard-file.ts';
import { readYaml, type YamlFile } from './read-yaml.ts';
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
  /** The source as text: `csv traffic.csv`, `sql`, `json x.json`. */
  readonly source: string;
  readonly config: EndpointConfig;
}

/** A dashboard folder with its definition checked. `errors` and `warnings` do not include those of its data. */
export interface LoadedDashboard extends DashboardHead, Diagnostics {
  /** Absolute path of the folder. */
  readonly folder: string;
  readonly endpoints: readonly LoadedEndpoint[];
  /** The valid datasets, by name. */
  readonly datasets: Readonly<Record<string, LoadedDataset>>;
  /** Every dataset of the file, valid or not. */
  readonly checkedDatasets: CheckedDatasets;
  /** Every endpoint of the file, valid or not. */
  readonly checked: readonly CheckedEndpoint[];
  /** The parts of the file whose errors stop every endpoint, in words: `the key timezone`. */
  readonly blockedBy: readonly string[];
  /** The dashboard's own keys that are invalid and replaced by their defaults. */
  readonly replaced: readonly string[];
  /** Errors outside the stage `local`: tokens from the environment, which packaging would put into the template. */
  readonly localOnly: readonly Diagnostic[];
}

/**
 * Returns the endpoint and component of a diagnostic. For an unknown component, returns the name that the file gives.
 */
const ownerOf = (value: Fields, { slug, component }: CheckedEndpoint): Owner => {
  const definition = hasFields(value.endpoints) ? value.endpoints[slug] : undefined;
  const written = hasFields(definition) ? definition.component : undefined;
  const name = component?.name ?? (typeof written === 'string' ? written : undefined);
  return { endpoint: slug, ...(name !== undefined && { component: name }) };
};

/** Returns an endpoint in a list, or an empty list if its definition is invalid. */
const loaded = (checked: CheckedEndpoint, datasets: LoadedDashboard['datasets']): readonly LoadedEndpoint[] => {
  const { slug, component, path, source, config, problems } = checked;
  const hasDatasets = datasetNames(config).every((name) => Object.hasOwn(datasets, name));
  if (!component || !isDefined(problems) || !hasDatasets) return [];
  const { family, name } = component;
  return [{ slug, family, component: name, path, source, config }];
};

const NOTHING = { endpoints: [], datasets: {}, checkedDatasets: {}, checked: [], replaced: [], localOnly: [] } as const;

/** A parsed file whose own keys are checked. */
interface FileWithHead {
  readonly folder: string;
  readonly yaml: YamlFile;
  /** The keys of the file. Empty if it has none. */
  readonly value: Fields;
  /** The problems that the schema finds in the whole file. */
  readonly schemaProblems: readonly DefinitionProblem[];
  /** The problems of the dashboard’s own keys, and the errors among them. */
  readonly ofHead: readonly DefinitionProblem[];
  readonly headErrors: readonly DefinitionProblem[];
  readonly head: DashboardHead;
  readonly replaced: readonly string[];
}

/** Checks the dashboard’s own keys. */
const readHead = async (folder: string, yaml: YamlFile): Promise<FileWithHead> => {
  const value = hasFields(yaml.value) ? yaml.value : {};
  const schemaProblems = await checkSchema(yaml.value);
  const ofHead = [...schemaProblems.filter(isOfHead), ...checkHead(value)];
  const headErrors = ofHead.filter((problem) => !isWarning(problem));
  const head = compileHead(value, headErrors);
  return { folder, yaml, value, schemaProblems, ofHead, headErrors, head, replaced: replacedKeys(headErrors) };
};

const sourceContextOf = ({ folder, yaml, value, head, replaced }: FileWithHead) => ({
  folder,
  dashboard: head.name,
  keysAt: yaml.keysAt,
  stale: replaced.includes('stale') ? undefined : value.stale,
  ...(head.database && { database: head.database }),
});

const checkDatasets = (file: FileWithHead): Promise<CheckedDatasets> => {
  const { value, schemaProblems } = file;
  return readDatasets(value.datasets, schemaProblems, { ...sourceContextOf(file), athena: value.athena });
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
    cache: replaced.includes('cache') ? undefined : value.cache,
  };
  const definitions = Object.entries(hasFields(value.endpoints) ? value.endpoints : {});
  const endpoints = definitions.map(([slug, definition]) => checkEndpoint(slug, definition, schemaProblems, context));
  return checkPaths(await Promise.all(endpoints));
};

/** Returns the function that finds the line and column of a problem, and its endpoint and component. */
const createPlace =
  ({ folder, yaml, value }: FileWithHead, checked: readonly CheckedEndpoint[]) =>
  (problem: DefinitionProblem) => {
    const [key, slug] = problem.path;
    const endpoint = key === 'endpoints' ? checked.find((one) => one.slug === slug) : undefined;
    return placeProblem(join(folder, FILE_NAME), yaml, problem, endpoint ? ownerOf(value, endpoint) : {});
  };

/** Checks the parsed file: the dashboard's own keys, then its datasets, then its endpoints. */
const checkFile = async (folder: string, yaml: YamlFile, catalogue: Catalogue) => {
  const file = await readHead(folder, yaml);
  const { value, ofHead, headErrors, head, replaced } = file;
  const checkedDatasets = await checkDatasets(file);
  const checked = await checkEndpoints(file, checkedDatasets, catalogue);
  const blocked = blockedBy(yaml, headErrors);
  const datasets = loadedDatasets(checkedDatasets);
  const problems = [
    ...ofHead,
    ...Object.values(checkedDatasets).flatMap((dataset) => dataset.problems),
    ...checked.flatMap((endpoint) => endpoint.problems),
    ...skewWarnings(value, checked),
    ...datasetWarnings(value, checkedDatasets, checked),
  ];
  const place = createPlace(file, checked);
  return {
    ...head,
    endpoints: blocked.length === 0 ? checked.flatMap((one) => loaded(one, datasets)) : [],
    datasets,
    checked,
    checkedDatasets,
    blockedBy: blocked,
    replaced,
    found: problems.map(place),
    localOnly: environmentTokens(value).map(place),
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
