import { commandLine } from '../build/command-line.ts';
import { checkBudget } from '../cost/estimate-dashboard.ts';
import { checkDashboard } from '../dashboard/check-dashboard.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import {
  type Diagnostic,
  reportDiagnostics,
  reportList,
  sortDiagnostics,
  splitBySeverity,
} from '../dashboard/folder/diagnostic.ts';
import type { DashboardFolder } from '../dashboard/folder/read-dashboard-file.ts';
import { checkFoundRegion } from '../dashboard/head/region.ts';
import { withRegion } from '../deploy/aws/stacks.ts';
import { stageRefusal } from '../stack/check-limits.ts';
import { queriesOf } from '../stack/sources.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { DASHBOARD_OPTION, readDashboardFolder } from './dashboard-option.ts';
import type { OptionValues } from './define-command.ts';

/** A dashboard folder, with the stage and region of its stack. */
export interface Target {
  readonly folder: DashboardFolder;
  readonly stage: string;
}

const STAGE_OPTION = { value: 'name', meaning: 'the stage, such as dev; each stage has its own stack' } as const;

/** The options of every command that concerns a stack. */
export const TARGET_OPTIONS = { dashboard: DASHBOARD_OPTION, stage: STAGE_OPTION } as const;

export type TargetValues = OptionValues<typeof TARGET_OPTIONS>;

const LOCAL = 'local';

/** Reads the option `--stage`, or refuses it. */
export const readStage = (stage: string | undefined): string | CommandFailure => {
  if (stage === undefined) return fail('--stage is missing: add it, such as --stage dev', EXIT_USAGE);
  const refusal = stageRefusal(stage);
  return refusal === undefined ? stage : fail(`--stage ${refusal}; found ${stage}`, EXIT_USAGE);
};

/** Reads the target of a command, or refuses its options. */
export const readTarget = async ({ dashboard, stage: given }: TargetValues): Promise<Target | CommandFailure> => {
  const stage = readStage(given);
  if (typeof stage !== 'string') return stage;
  const folder = await readDashboardFolder(dashboard);
  return 'failure' in folder ? folder : { folder, stage };
};

/** Reads the target of a command that changes an account. */
export const readAwsTarget = async (values: TargetValues): Promise<Target | CommandFailure> => {
  const target = await readTarget(values);
  if ('failure' in target || target.stage !== LOCAL) return target;
  return fail(
    `--stage must not be local, which is the stage of ${commandLine('start')}; choose another one, such as dev`,
    EXIT_USAGE,
  );
};

/** Checks the region of the environment, which takes the place of the key `region`. */
const checkEnvironment = (dashboard: LoadedDashboard): readonly Diagnostic[] => {
  const { region, written } = dashboard;
  if (region === undefined || written.value.region !== undefined) return [];
  return checkFoundRegion(region, queriesOf(dashboard).length > 0).map(written.toDiagnostic);
};

/**
 * Checks a dashboard for a stage, and prints every error and warning. Refuses an invalid dashboard. The returned
 * dashboard has a region: from dashboard.yml, or else from the user's environment.
 */
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
