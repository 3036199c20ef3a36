import { METRICS_NAMESPACE } from '../../../shared/middleware/log-line.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { DEFAULT_REFRESH_MS, DEFAULT_SCREENS, requestsOf } from '../../dashboard/head/watch.ts';
import { logicalName, type Resource, type Tag } from '../template/template.ts';

export interface AlarmedFunction {
  readonly family: string;
  readonly name: string;
  /** In milliseconds. */
  readonly timeout: number;
}

export const PERIOD_SECONDS = 300;

/** A function may take this share before an alarm fires. */
const SHARE_OF_TIMEOUT = 0.8;

export const alarm = (tags: readonly Tag[], properties: Readonly<Record<string, unknown>>): Resource => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    Period: PERIOD_SECONDS,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
    ...properties,
    AlarmActions: [{ Ref: 'AlarmTopic' }],
    Tags: tags,
  },
});

const slow = (timeout: number) => ({
  AlarmDescription: 'One request in a hundred takes over 80 % of the timeout: a source is slow',
  ExtendedStatistic: 'p99',
  Threshold: SHARE_OF_TIMEOUT * timeout,
  EvaluationPeriods: 3,
  DatapointsToAlarm: 2,
});

const alarmsOf = ({ timeout }: AlarmedFunction) => ({
  Errors: {
    AlarmDescription: 'The function crashed, ran out of memory or exceeded its timeout',
    Statistic: 'Sum',
    Threshold: 0,
    EvaluationPeriods: 1,
  },
  Throttles: {
    AlarmDescription:
      'Lambda refused requests: the concurrency of the account, or the concurrency reserved for the function, is used up',
    Statistic: 'Sum',
    Threshold: 0,
    EvaluationPeriods: 1,
  },
  Duration: slow(timeout),
});

export const functionAlarms = (
  stack: string,
  one: AlarmedFunction,
  tags: readonly Tag[],
): Readonly<Record<string, Resource>> =>
  Object.fromEntries(
    Object.entries(alarmsOf(one)).map(([metric, settings]) => [
      `${logicalName(one.family)}${metric}Alarm`,
      alarm(tags, {
        AlarmName: `${stack}-${one.family}-${metric.toLowerCase()}`,
        Namespace: 'AWS/Lambda',
        MetricName: metric,
        Dimensions: [{ Name: 'FunctionName', Value: one.name }],
        ...settings,
      }),
    ]),
  );

/**
 * Creates an alarm on the duration of all functions. The alarm on 5xx responses covers crashes and throttles, because
 * the gateway responds to both with 5xx.
 */
export const slowAlarm = (
  { name: dashboard, timeout }: Pick<LoadedDashboard, 'name' | 'timeout'>,
  { name, stage, tags }: { readonly name: string; readonly stage: string; readonly tags: readonly Tag[] },
): Readonly<Record<string, Resource>> => ({
  SlowAnswersAlarm: alarm(tags, {
    AlarmName: `${name}-duration`,
    Namespace: METRICS_NAMESPACE,
    MetricName: 'duration',
    Dimensions: [
      { Name: 'dashboard', Value: dashboard },
      { Name: 'stage', Value: stage },
    ],
    ...slow(timeout),
  }),
});

export interface WatchedStack {
  readonly name: string;
  readonly stage: string;
  /** Part of the CloudWatch dashboard's name, because these names are shared by all regions of an account. */
  readonly region: string;
  readonly functions: readonly AlarmedFunction[];
  readonly hasDatabase: boolean;
  readonly alarms?: Readonly<Record<string, Resource>>;
  readonly tags: readonly Tag[];
}

type Dashboard = Pick<LoadedDashboard, 'alarms' | 'endpoints' | 'throttle'>;

/** The alarm on traffic fires at this multiple of the wall's expected traffic. */
const FLOOD_FACTOR = 2;
/** The API serves no more than its throttle limit, so the threshold of the alarm on traffic stays below that limit. */
const SHARE_OF_THROTTLE = 0.9;
/** Low enough to notice one screen with a wrong token: on a wall of three screens, each has a third of the traffic. */
const REFUSED_SHARE = 0.1;

const wallRequests = ({ alarms = {}, endpoints }: Dashboard): number => {
  const { screens = DEFAULT_SCREENS, refreshMs = DEFAULT_REFRESH_MS } = alarms;
  return requestsOf(endpoints.length, { screens, refreshMs }, PERIOD_SECONDS);
};

const floodThreshold = (dashboard: Dashboard): number =>
  Math.ceil(
    Math.min(FLOOD_FACTOR * wallRequests(dashboard), SHARE_OF_THROTTLE * PERIOD_SECONDS * dashboard.throttle.rate),
  );

/**
 * Counts failures instead of their share, because one blank component is a small share of the traffic. Requires
 * failures in three of six periods: a database that wakes up causes one, and a component may refresh only every ten
 * minutes.
 */
export const FAILURES = {
  MetricName: '5xx',
  AlarmDescription:
    'Requests fail again and again, so that a component stays blank. One cause is a file that cannot be read: the log ' +
    'lines of the functions say which component fails, and why',
  Threshold: 0,
  EvaluationPeriods: 6,
  DatapointsToAlarm: 3,
};

export const refusalsOf = (dashboard: Dashboard) => ({
  MetricName: '4xx',
  AlarmDescription:
    'Many requests are refused: for a wrong or missing token, for an endpoint that does not exist, or because of the ' +
    'throttle. The access log has the addresses of the senders, and the log lines of the functions have the reasons',
  Threshold: Math.ceil(REFUSED_SHARE * wallRequests(dashboard)),
  EvaluationPeriods: 3,
  DatapointsToAlarm: 2,
});

const apiAlarmsOf = (dashboard: Dashboard) => ({
  AnswersAlarm: { name: 'answers', ...FAILURES },
  TrafficAlarm: {
    name: 'traffic',
    MetricName: 'Count',
    AlarmDescription:
      'Far more requests than the screens of the wall send: somebody else sends requests, and every request costs money. The ' +
      'access log has the addresses of the senders',
    Threshold: floodThreshold(dashboard),
    EvaluationPeriods: 3,
    DatapointsToAlarm: 2,
  },
  RefusalsAlarm: { name: 'refusals', ...refusalsOf(dashboard) },
});

/** Creates alarms on failures, and on more traffic than the wall should cause. */
export const apiAlarms = (
  stack: string,
  dashboard: Dashboard,
  tags: readonly Tag[],
): Readonly<Record<string, Resource>> =>
  Object.fromEntries(
    Object.entries(apiAlarmsOf(dashboard)).map(([id, { name, ...settings }]) => [
      id,
      {
        Type: 'AWS::CloudWatch::Alarm',
        Properties: {
          AlarmName: `${stack}-${name}`,
          Namespace: 'AWS/ApiGateway',
          Dimensions: [{ Name: 'ApiId', Value: { Ref: 'HttpApi' } }],
          Statistic: 'Sum',
          Period: PERIOD_SECONDS,
          ComparisonOperator: 'GreaterThanThreshold',
          TreatMissingData: 'notBreaching',
          ...settings,
          AlarmActions: [{ Ref: 'AlarmTopic' }],
          Tags: tags,
        },
      },
    ]),
  );
