import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { checkBudget } from '../cost/estimate-dashboard.ts';
import { checkDashboard } from '../dashboard/check-dashboard.ts';
import { type LoadedDashboard, loadDashboard } from '../dashboard/definition/load-dashboard.ts';
import {
  type Diagnostic,
  reportDiagnostics,
  reportList,
  sortDiagnostics,
  splitBySeverity,
} from '../dashboard/folder/diagnostic.ts';
import {
  type DashboardFolder,
  FILE_NAME,
  findDashboardFile,
  invocationFolder,
  resolveDashboardFolder,
} from '../dashboard/folder/read-dashboard-file.ts';
import { checkFoundRegion } from '../dashboard/head/region.ts';
import { refreshDemo } from '../dashboards/demo/exports/refresh-demo.ts';
import { commandLine } from '../program/command-line.ts';
import { stageRefusal } from '../stack/check-limits.ts';
import { queriesOf } from '../stack/sources.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import type { OptionValues } from './define-command.ts';

export const readOutFolder = async (out: string): Promise<string | CommandFailure> => {
  const folder = resolve(invocationFolder(), out);
  const found = await stat(folder).catch(() => undefined);
  if (!found || found.isDirectory()) return folder;
  return fail(`--out: ${out} cannot be used as the output folder, because it is not a folder`, EXIT_USAGE);
};

export const DASHBOARD_OPTION = {
  value: 'folder',
  meaning: 'the dashboard folder; the current one by default',
} as const;

const describeMissing = async (given: string): Promise<string | undefined> => {
  const path = resolve(invocationFolder(), given);
  const found = await stat(path).catch(() => undefined);
  if (!found) return `--dashboard: the folder ${given} does not exist`;
  if (found.isDirectory()) return undefined;
  const hint =
    basename(path) === FILE_NAME ? `name its folder, ${dirname(given)}` : `name a folder with a ${FILE_NAME}`;
  return `--dashboard: ${given} is not a folder; ${hint}`;
};

const NEW_ONE = `make a dashboard with: ${commandLine('init', '<folder>')}`;

/** Returns undefined if the current folder contains a dashboard. */
const describeElsewhere = async (): Promise<string | undefined> => {
  if ((await findDashboardFile(invocationFolder())) !== undefined) return undefined;
  const isInside = (await findDashboardFile(dirname(invocationFolder()))) !== undefined;
  const other = isInside
    ? 'the parent folder has one: add --dashboard ..'
    : 'name a dashboard folder with --dashboard <folder>';
  return `There is no ${FILE_NAME} in the current folder: ${other}, or ${NEW_ONE}`;
};

export const readDashboardFolder = async (given: string | undefined): Promise<DashboardFolder | CommandFailure> => {
  const problem = given === undefined ? await describeElsewhere() : await describeMissing(given);
  if (problem !== undefined) return fail(problem, EXIT_USAGE);
  const folder = resolveDashboardFolder(given ?? '.');
  await refreshDemo(folder.path);
  return folder;
};

export const readUrl = (url: string, option: string): string | CommandFailure =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    ? url
    : fail(`${option} must be a URL such as https://wall.example.com, found ${url}`, EXIT_USAGE);

/** Returns the value without a slash at its end. */
export const readBase = (base: string): string | CommandFailure => {
  const url = readUrl(base, '--base');
  return typeof url === 'string' ? url.replace(/\/+$/, '') : url;
};

/** Fails if the dashboard has no valid endpoint. */
export const loadValidDashboard = async (given: string | undefined): Promise<LoadedDashboard | CommandFailure> => {
  const folder = await readDashboardFolder(given);
  if ('failure' in folder) return folder;
  const { path, nameOf } = folder;
  const dashboard = await loadDashboard(path);
  if (dashboard.endpoints.length > 0) return dashboard;
  return fail(`${nameOf(path)} has no valid endpoint: ${commandLine('check')} says why`);
};

export interface Target {
  readonly folder: DashboardFolder;
  readonly stage: string;
}

const STAGE_OPTION = { value: 'name', meaning: 'the stage, such as dev; each stage has its own stack' } as const;

export const TARGET_OPTIONS = { dashboard: DASHBOARD_OPTION, stage: STAGE_OPTION } as const;

export type TargetValues = OptionValues<typeof TARGET_OPTIONS>;

const LOCAL = 'local';

export const readStage = (stage: string | undefined): string | CommandFailure => {
  if (stage === undefined) return fail('--stage is missing: add it, such as --stage dev', EXIT_USAGE);
  const refusal = stageRefusal(stage);
  return refusal === undefined ? stage : fail(`--stage ${refusal}; found ${stage}`, EXIT_USAGE);
};

export const readTarget = async ({ dashboard, stage: given }: TargetValues): Promise<Target | CommandFailure> => {
  const stage = readStage(given);
  if (typeof stage !== 'string') return stage;
  const folder = await readDashboardFolder(dashboard);
  return 'failure' in folder ? folder : { folder, stage };
};

export const readAwsTarget = async (values: TargetValues): Promise<Target | CommandFailure> => {
  const target = await readTarget(values);
  if ('failure' in target || target.stage !== LOCAL) return target;
  return fail(
    `--stage must not be local, which is the stage of ${commandLine('start')}; choose another one, such as dev`,
    EXIT_USAGE,
  );
};

/** Finds nothing if dashboard.yml has `region`. */
const checkEnvironment = (dashboard: LoadedDashboard): readonly Diagnostic[] => {
  const { region, written } = dashboard;
  if (region === undefined || written.value.region !== undefined) return [];
  return checkFoundRegion(region, queriesOf(dashboard).length > 0).map(written.toDiagnostic);
};

/** Loads the clients of AWS only if dashboard.yml has no region. */
const withRegion = async (dashboard: LoadedDashboard): Promise<LoadedDashboard> =>
  dashboard.region === undefined ? (await import('../deploy/aws/stacks.ts')).withRegion(dashboard) : dashboard;

/** Prints errors and warnings. Takes the region from dashboard.yml, or else from the user's environment. */
export const checkForStage = async (
  { folder, stage }: Target,
  print: (text: string) => void = console.log,
): Promise<LoadedDashboard | CommandFailure> => {
  const { dashboard: loaded, errors: own, warnings: ownWarnings } = await checkDashboard(folder.path, [checkBudget]);
  const dashboard = await withRegion(loaded);
  const further = stage === LOCAL ? [] : [...dashboard.localOnly, ...checkEnvironment(dashboard)];
  const found = splitBySeverity(further);
  const errors = sortDiagnostics([...own, ...found.errors]);
  const warnings = sortDiagnostics([...ownWarnings, ...found.warnings]);
  if (errors.length > 0) {
    print(reportDiagnostics({ errors, warnings, notes: [] }, folder.nameOf));
    return fail('');
  }
  if (warnings.length > 0) print(reportList(warnings, folder.nameOf));
  return dashboard;
};
