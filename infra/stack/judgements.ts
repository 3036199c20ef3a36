import type { OpenTime } from '../../shared/config/promises.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { type OpenHours, openHours } from '../dashboard/head/opening-hours.ts';
import { judgingFamilies, promisedSources } from './promises.ts';
import { functionArn, scheduleRole, scheduleRoleArn, zoneName } from './schedules.ts';
import type { Sourced } from './sources.ts';
import { logicalName, type Resource, type Tag } from './template/template.ts';

type Resources = Readonly<Record<string, Resource>>;

/** Minutes between two judgements while nobody asks. */
export const JUDGEMENT_MINUTES = 5;

/** The event that shared/middleware/open-promises.ts handles. */
const JUDGE = JSON.stringify({ wallfeed: 'judge' });

const GROUP = 'Judgements';
const ROLE = 'JudgementRole';

/** Returns when a schedule runs: every five minutes, in the hours of some days or always. */
const expressionOf = (hours: OpenHours | undefined): string =>
  hours
    ? `cron(0/${JUDGEMENT_MINUTES} ${hours.hours.join(',')} ? * ${hours.days.join(',').toUpperCase()} *)`
    : `rate(${JUDGEMENT_MINUTES} minutes)`;

const scheduleOf = (
  hours: OpenHours | undefined,
  family: string,
  { timezone, roles }: Pick<LoadedDashboard, 'timezone' | 'roles'>,
): Resource => ({
  Type: 'AWS::Scheduler::Schedule',
  ...(roles?.function === undefined && { DependsOn: [ROLE] }),
  Properties: {
    Description: 'Judges the promises while nobody asks',
    GroupName: { Ref: GROUP },
    ScheduleExpression: expressionOf(hours),
    ...(hours && { ScheduleExpressionTimezone: zoneName(timezone) }),
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: {
      Arn: functionArn(family),
      RoleArn: scheduleRoleArn(ROLE, roles),
      Input: JUDGE,
      RetryPolicy: { MaximumRetryAttempts: 1, MaximumEventAgeInSeconds: 60 * JUDGEMENT_MINUTES },
    },
  },
});

type Judging = Sourced & Pick<LoadedDashboard, 'alarms' | 'hours' | 'timezone' | 'roles'>;

/** Returns undefined if promises are judged always. */
export const judgingHours = (dashboard: Judging): readonly OpenTime[] | undefined =>
  promisedSources(dashboard).some(({ promises }) => promises.always) ? undefined : dashboard.hours;

/** Creates schedules for each function, a role for them and a group. Empty without promises and without `silence`. */
export const judgements = (dashboard: Judging, tags: readonly Tag[]): Resources => {
  const families = judgingFamilies(dashboard);
  if (families.length === 0) return {};
  const { roles } = dashboard;
  const hours = judgingHours(dashboard);
  const times: readonly (OpenHours | undefined)[] = hours ? openHours(hours) : [undefined];
  const policy = {
    name: 'functions',
    statements: [{ Effect: 'Allow', Action: ['lambda:InvokeFunction'], Resource: families.map(functionArn) }],
  } as const;
  return {
    [GROUP]: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Tags: tags } },
    ...(roles?.function === undefined && { [ROLE]: scheduleRole(GROUP, policy, dashboard, tags) }),
    ...Object.fromEntries(
      families.flatMap((family) =>
        times.map((time, index) => [
          `${logicalName(family)}Judgement${index === 0 ? '' : index + 1}`,
          scheduleOf(time, family, dashboard),
        ]),
      ),
    ),
  };
};
