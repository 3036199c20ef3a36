import { type DashboardFolder, resolveDashboardFolder } from '../dashboard/dashboard-folder.ts';
import { stageRefusal } from '../stack/stage.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { DASHBOARD_OPTION } from './dashboard-option.ts';
import type { OptionValues } from './define-command.ts';

/** A dashboard folder and where it goes. */
export interface Target {
  readonly folder: DashboardFolder;
  readonly stage: string;
}

const STAGE_OPTION = { value: 'name', meaning: 'such as dev: a dashboard has one stack in each stage' } as const;

/** Options of a command that only reads. */
export const TARGET_OPTIONS = { dashboard: DASHBOARD_OPTION, stage: STAGE_OPTION } as const;

/** Options of a command that changes an account: it never guesses the dashboard. */
export const NAMED_TARGET_OPTIONS = {
  dashboard: { ...DASHBOARD_OPTION, meaning: 'the dashboard folder' },
  stage: STAGE_OPTION,
} as const;

export type TargetValues = OptionValues<typeof TARGET_OPTIONS>;

const LOCAL = 'local';

/** Reads the target of a command, or refuses its options. */
export const readTarget = ({ dashboard, stage }: TargetValues): Target | CommandFailure => {
  if (stage === undefined) return fail('--stage is missing, such as --stage dev', EXIT_USAGE);
  const refusal = stageRefusal(stage);
  if (refusal !== undefined) return fail(`--stage ${refusal}; found ${stage}`, EXIT_USAGE);
  return { folder: resolveDashboardFolder(dashboard), stage: stage };
};

/** Reads the target of a command that changes an account. */
export const readNamedTarget = (values: TargetValues): Target | CommandFailure => {
  if (values.dashboard === undefined)
    return fail('--dashboard is missing, such as --dashboard ../ops-room', EXIT_USAGE);
  const target = readTarget(values);
  if ('failure' in target || target.stage !== LOCAL) return target;
  return fail(
    'the stage local is that of npm start, which keeps secrets in variables; choose another, such as dev',
    EXIT_USAGE,
  );
};
