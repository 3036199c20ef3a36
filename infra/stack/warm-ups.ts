import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { beforeOpenings, type WeeklyTime } from '../dashboard/head/opening-hours.ts';
import { policyDocument } from './permission.ts';
import { logicalName, type Resource, type Tag } from './template/template.ts';

type Resources = Readonly<Record<string, Resource>>;

/**
 * Minutes by which a warm-up comes before the opening. A database that was paused for over a day takes half a minute to
 * wake; a warm function stays warm for five minutes.
 */
export const LEAD_MINUTES = 2;

/** The event of a warm-up, which shared/middleware/answer-warm-up.ts handles. */
const WARM_UP = JSON.stringify({ wallfeed: 'warm-up' });

const GROUP = 'WarmUps';
const ROLE = 'WarmUpRole';
const HOUR_MINUTES = 60;

const functionArn = (family: string) => ({ 'Fn::GetAtt': [`${logicalName(family)}LambdaFunction`, 'Arn'] });

/** Returns a time zone in its official spelling: AWS is case-sensitive, dashboard.yml is not. */
const zoneName = (timezone: string): string =>
  Intl.supportedValuesOf('timeZone').find((name) => name.toLowerCase() === timezone.toLowerCase()) ?? timezone;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Creates the role that lets the stack's schedule group, and no other, invoke the stack's functions. */
const roleOf = (families: readonly string[], tags: readonly Tag[]): Resource => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { Service: 'scheduler.amazonaws.com' },
          Action: 'sts:AssumeRole',
          Condition: {
            StringEquals: {
              'aws:SourceAccount': { Ref: 'AWS::AccountId' },
              'aws:SourceArn': { 'Fn::GetAtt': [GROUP, 'Arn'] },
            },
          },
        },
      ],
    },
    Policies: [
      {
        PolicyName: 'functions',
        PolicyDocument: policyDocument([
          { Effect: 'Allow', Action: ['lambda:InvokeFunction'], Resource: families.map(functionArn) },
        ]),
      },
    ],
    Tags: tags,
  },
});

/** Retries only while a warm-up is still useful. */
const scheduleOf = (family: string, { days, minute }: WeeklyTime, timezone: string): readonly [string, Resource] => {
  const hours = Math.floor(minute / HOUR_MINUTES);
  const minutes = minute % HOUR_MINUTES;
  return [
    `${logicalName(family)}WarmUp${twoDigits(hours)}${twoDigits(minutes)}`,
    {
      Type: 'AWS::Scheduler::Schedule',
      Properties: {
        Description: 'Wakes the database and warms the function before the wall opens',
        GroupName: { Ref: GROUP },
        ScheduleExpression: `cron(${minutes} ${hours} ? * ${days.join(',').toUpperCase()} *)`,
        ScheduleExpressionTimezone: zoneName(timezone),
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: functionArn(family),
          RoleArn: { 'Fn::GetAtt': [ROLE, 'Arn'] },
          Input: WARM_UP,
          RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 300 },
        },
      },
    },
  ];
};

/** Creates schedules that warm each function and its database shortly before the wall opens; none without `hours`. */
export const warmUps = (
  { hours = [], timezone }: Pick<LoadedDashboard, 'hours' | 'timezone'>,
  families: readonly string[],
  tags: readonly Tag[],
): Resources => {
  const times = beforeOpenings(hours, LEAD_MINUTES);
  if (times.length === 0) return {};
  return {
    [GROUP]: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Tags: tags } },
    [ROLE]: roleOf(families, tags),
    ...Object.fromEntries(families.flatMap((family) => times.map((time) => scheduleOf(family, time, timezone)))),
  };
};
