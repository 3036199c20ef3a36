import { resolve } from 'node:path';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { loadCatalogue } from '../../build/catalogue/load-catalogue.ts';
import { type ClientSettings, PLATFORM } from '../clients/read-client.ts';
import { datasetNames, loadedDatasets } from '../datasets/check-datasets.ts';
import type { CheckedEndpoint } from '../endpoints/check-endpoint.ts';
import type { Catalogue } from '../endpoints/resolve-component.ts';
import { isDefined } from '../folder/definition-problem.ts';
import { type Diagnostic, type Diagnostics, placeAt, splitBySeverity } from '../folder/diagnostic.ts';
import { readDashboardFile } from '../folder/read-dashboard-file.ts';
import { readYaml, type YamlFile } from '../folder/read-yaml.ts';
import { FILE_START } from '../folder/text-position.ts';
import { compileHead } from '../head/check-head.ts';
import type { DashboardHead } from '../head/dashboard-head.ts';
import type { LoadedDataset } from '../kinds/source-kind.ts';
import { type CheckedDefinition, checkDefinition, SYNTAX } from './check-definition.ts';

export interface LoadedEndpoint {
  readonly slug: string;
  readonly title?: string;
  readonly family: string;
  readonly component: string;
  /** `/pie/traffic-share`, or a path of its own. */
  readonly path: string;
  /** `csv traffic.csv`, `sql`, `json x.json`. */
  readonly source: string;
  readonly config: EndpointConfig;
  /** Absent for the platform. */
  readonly client?: ClientSettings;
}

/** A dashboard folder with its definition checked. Its diagnostics do not include those of its data. */
export interface LoadedDashboard extends DashboardHead, Diagnostics, Omit<CheckedDefinition, 'head' | 'diagnostics'> {
  readonly folder: string;
  readonly endpoints: readonly LoadedEndpoint[];
  readonly datasets: Readonly<Record<string, LoadedDataset>>;
}

const emptyDashboard = (
  folder: string,
  errors: readonly Diagnostic[],
  blockedBy: readonly string[],
): LoadedDashboard => ({
  ...compileHead({}, []),
  folder,
  endpoints: [],
  datasets: {},
  checkedDatasets: {},
  checked: [],
  blockedBy,
  replaced: [],
  localOnly: [],
  written: {
    value: {},
    keysAt: () => [],
    toDiagnostic: (problem) => ({ file: errors[0]?.file ?? folder, ...FILE_START, ...problem, severity: 'error' }),
  },
  errors,
  warnings: [],
  notes: [],
});

const syntaxErrors = (file: string, text: string, { problems }: YamlFile): readonly Diagnostic[] =>
  problems.map(({ offset, message, hint }) => ({ ...placeAt(file, text, offset), message, hint, severity: 'error' }));

const toLoaded = (checked: CheckedEndpoint, datasets: LoadedDashboard['datasets']): readonly LoadedEndpoint[] => {
  const { slug, title, component, path, source, config, client, problems } = checked;
  const hasDatasets = datasetNames(config).every((name) => Object.hasOwn(datasets, name));
  if (!component || !isDefined(problems) || !hasDatasets) return [];
  const { family, name } = component;
  const isOfPlatform = client.name === PLATFORM && client.headers.length === 0 && !client.credentials && !config.client;
  const optional = { ...(title !== undefined && { title }), ...(!isOfPlatform && { client }) };
  return [{ slug, family, component: name, path, source, config, ...optional }];
};

/** Selects the valid endpoints and datasets. An error of the dashboard's own keys may stop all endpoints. */
const selectValid = ({ checkedDatasets, checked, blockedBy }: CheckedDefinition) => {
  const datasets = loadedDatasets(checkedDatasets);
  return { datasets, endpoints: blockedBy.length === 0 ? checked.flatMap((one) => toLoaded(one, datasets)) : [] };
};

const loadYaml = async (
  folder: string,
  yaml: YamlFile,
  errors: readonly Diagnostic[],
  catalogue?: Catalogue,
): Promise<LoadedDashboard> => {
  const definition = await checkDefinition(folder, yaml, catalogue ?? (await loadCatalogue()));
  const { head, diagnostics, ...checked } = definition;
  const found = splitBySeverity([...errors, ...diagnostics]);
  return { ...head, ...checked, ...selectValid(definition), folder, ...found };
};

/** Returns a check of the folder as if dashboard.yml had another value. Reads and parses the file once. */
export const createTrial = async (folder: string): Promise<(value: unknown) => Promise<LoadedDashboard>> => {
  const read = await readDashboardFile(folder);
  const yaml = readYaml('message' in read ? '' : read.text);
  return (value) => loadYaml(folder, { ...yaml, value }, []);
};

/** Returns errors and warnings, and throws none. */
export const loadDashboard = async (folder: string, catalogue?: Catalogue): Promise<LoadedDashboard> => {
  const absolute = resolve(folder);
  const read = await readDashboardFile(absolute);
  if ('message' in read) {
    const { file, message, hint } = read;
    return emptyDashboard(absolute, [{ file, ...FILE_START, message, hint, severity: 'error' }], []);
  }
  const yaml = readYaml(read.text);
  const errors = syntaxErrors(read.file, read.text, yaml);
  if (yaml.value === undefined) return emptyDashboard(absolute, errors, [SYNTAX]);
  return loadYaml(absolute, yaml, errors, catalogue);
};
