import { stageRefusal } from '../../stack/stage.ts';
import { type DashboardFolder, resolveDashboardFolder } from '../dashboard/dashboard-folder.ts';
import { DASHBOARD_OPTION } from '../dashboard/dashboard-option.ts';
import type { CommandOption } from '../read-options.ts';
import { type CommandFailure, type CommandValues, fail } from '../run-command.ts';

/** A dashboard folder and where it goes. */
export interface Target {
  readonly folder: DashboardFolder;
  readonly stage: string;
}

export const STAGE_OPTION: CommandOption = {
  type: 'string',
  value: 'name',
  meaning: 'such as dev: a dashboard has one stack a stage',
};

/** Of a command that only reads. */
export const TARGET_OPTIONS: Readonly<Record<string, CommandOption>> = {
  dashboard: DASHBOARD_OPTION,
  stage: STAGE_OPTION,
};

/** Of a command that changes an account: it guesses no dashboard. */
export const NAMED_TARGET_OPTIONS: Readonly<Record<string, CommandOption>> = {
  dashboard: { ...DASHBOARD_OPTION, meaning: 'the dashboard folder' },
  stage: STAGE_OPTION,
};

const LOCAL = 'local';

/** The target of a command, or what is wrong with its options. */
export const readTarget = ({ dashboard, stage }: CommandValues): Target | CommandFailure => {
  if (stage === undefined) return fail('--stage is missing, such as --stage dev', 2);
  const refusal = stageRefusal(String(stage));
  if (refusal !== undefined) return fail(`--stage ${refusal}; found ${stage}`, 2);
  return { folder: resolveDashboardFolder(dashboard), stage: String(stage) };
};

/** The same for a command that changes an account. */
export const readNamedTarget = (values: CommandValues): Target | CommandFailure => {
  if (values.dashboard === undefined) return fail('--dashboard is missing, such as --dashboard ../ops-room', 2);
  const target = readTarget(values);
  if ('failure' in target || target.stage !== LOCAL) return target;
  return fail('the stage local is that of npm start, which keeps secrets in variables; choose another, such as dev', 2);
};
