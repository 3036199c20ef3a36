import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { RoleSettings } from '../dashboard/head/dashboard-head.ts';
import { beforeOpenings, type WeeklyTime } from '../dashboard/head/opening-hours.ts';
import { useStoreKey } from './permissions.ts';
import { functionArn, scheduleRole, scheduleRoleArn, zoneName } from './schedules.ts';
import { logicalName, type Resource, type Tag } from './template/template.ts';

type Resources = Readonly<Record<string, Resource>>;

/**
 * A database that was paused for over a day takes half a minute to wake; a warm function stays warm for five minutes.
 */
export const LEAD_MINUTES = 2;

/** shared/middleware/answer-warm-up.ts handles this event. */
const WARM_UP = JSON.stringify({ wallfeed: 'warm-up' });

const GROUP = 'WarmUps';
const ROLE = 'WarmUpRole';
const TOPIC = 'WarmUpTopic';
const TOPIC_ARN = { Ref: TOPIC };
const HOUR_MINUTES = 60;

const permissionId = (family: string): string => `${logicalName(family)}WarmUpPermission`;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Creates the role that lets the stack's schedules publish to the topic. */
const roleOf = (tags: readonly Tag[], dashboard: Pick<LoadedDashboard, 'roles' | 'storeKey'>): Resource => {
  const { storeKey } = dashboard;
  const statements = [
    { Effect: 'Allow', Action: ['sns:Publish'], Resource: [TOPIC_ARN] },
    ...useStoreKey({ ...(storeKey !== undefined && { storeKey }) }),
  ] as const;
  return scheduleRole(GROUP, { name: 'topic', statements }, dashboard, tags);
};

/**
 * Retries only while a warm-up is still useful. CloudFormation creates the schedule last, because Scheduler checks at
 * once that it may assume the role, and IAM needs some seconds to make a role known.
 */
const scheduleOf = (
  { days, minute }: WeeklyTime,
  timezone: string,
  families: readonly string[],
  roles: RoleSettings | undefined,
): readonly [string, Resource] => {
  const hours = Math.floor(minute / HOUR_MINUTES);
  const minutes = minute % HOUR_MINUTES;
  return [
    `WarmUp${twoDigits(hours)}${twoDigits(minutes)}`,
    {
      Type: 'AWS::Scheduler::Schedule',
      DependsOn: families.map(permissionId),
      Properties: {
        Description: 'Wakes the database and warms the functions before the wall opens',
        GroupName: { Ref: GROUP },
        ScheduleExpression: `cron(${minutes} ${hours} ? * ${days.join(',').toUpperCase()} *)`,
        ScheduleExpressionTimezone: zoneName(timezone),
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: TOPIC_ARN,
          RoleArn: scheduleRoleArn(ROLE, roles),
          Input: WARM_UP,
          RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 300 },
        },
      },
    },
  ];
};

const invocationOf = (family: string): Resources => ({
  [`${logicalName(family)}WarmUpSubscription`]: {
    Type: 'AWS::SNS::Subscription',
    Properties: { TopicArn: TOPIC_ARN, Protocol: 'lambda', Endpoint: functionArn(family) },
  },
  [permissionId(family)]: {
    Type: 'AWS::Lambda::Permission',
    Properties: {
      Action: 'lambda:InvokeFunction',
      FunctionName: functionArn(family),
      Principal: 'sns.amazonaws.com',
      SourceArn: TOPIC_ARN,
    },
  },
});

/**
 * Creates a schedule shortly before each opening, and a topic that passes its event to each function. Empty without
 * `hours`.
 */
export const warmUps = (
  { hours = [], timezone, ...dashboard }: Pick<LoadedDashboard, 'hours' | 'timezone' | 'roles' | 'storeKey'>,
  families: readonly string[],
  tags: readonly Tag[],
): Resources => {
  const times = beforeOpenings(hours, LEAD_MINUTES);
  if (times.length === 0) return {};
  return {
    [GROUP]: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Tags: tags } },
    ...(dashboard.roles?.function === undefined && { [ROLE]: roleOf(tags, dashboard) }),
    [TOPIC]: { Type: 'AWS::SNS::Topic', Properties: { Tags: tags } },
    ...Object.assign({}, ...families.map(invocationOf)),
    ...Object.fromEntries(times.map((time) => scheduleOf(time, timezone, families, dashboard.roles))),
  };
};
