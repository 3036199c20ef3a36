import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { DEFAULT_REFRESH_MS, DEFAULT_SCREENS, requestsOf } from '../dashboard/wall-rate.ts';
import type { Tag } from './tags.ts';
import type { Resource } from './template.ts';

type Dashboard = Pick<LoadedDashboard, 'alarms' | 'endpoints' | 'throttle'>;

const PERIOD_SECONDS = 300;

/** Traffic above the wall's own by this factor is not the wall's. */
const FLOOD_FACTOR = 2;
/** A throttled API answers no more than its limit, so a flood must raise the alarm below it. */
const SHARE_OF_THROTTLE = 0.9;
/** A screen with a wrong token is refused by itself; a wall of three has a third of the traffic on each. */
const REFUSED_SHARE = 0.1;

const wallRequests = ({ alarms = {}, endpoints }: Dashboard): number => {
  const { screens = DEFAULT_SCREENS, refreshMs = DEFAULT_REFRESH_MS } = alarms;
  return requestsOf(endpoints.length, { screens, refreshMs }, PERIOD_SECONDS);
};

const floodThreshold = (dashboard: Dashboard): number =>
  Math.ceil(
    Math.min(FLOOD_FACTOR * wallRequests(dashboard), SHARE_OF_THROTTLE * PERIOD_SECONDS * dashboard.throttle.rate),
  );

/** A blank component fails among many. Three times, as a database that wakes up fails once; in half an hour, as it may ask every ten minutes. */
const FAILURES = {
  MetricName: '5xx',
  AlarmDescription:
    'Requests fail again and again, so that a component stays blank, such as for a file that cannot be read: the log ' +
    'lines of the functions say which component, and why',
  Threshold: 0,
  EvaluationPeriods: 6,
  DatapointsToAlarm: 3,
};

const alarmsOf = (dashboard: Dashboard) => ({
  AnswersAlarm: { name: 'answers', ...FAILURES },
  TrafficAlarm: {
    name: 'traffic',
    MetricName: 'Count',
    AlarmDescription:
      'Far more requests than the screens of the wall send: somebody else asks, and every request costs money. The ' +
      'access log says from which address',
    Threshold: floodThreshold(dashboard),
    EvaluationPeriods: 3,
    DatapointsToAlarm: 2,
  },
  RefusalsAlarm: {
    name: 'refusals',
    MetricName: '4xx',
    AlarmDescription:
      'Many requests are refused: with a wrong or missing token, for an endpoint that does not exist, or over the ' +
      'throttle. The access log says from which address, the log lines of the functions say why',
    Threshold: Math.ceil(REFUSED_SHARE * wallRequests(dashboard)),
    EvaluationPeriods: 3,
    DatapointsToAlarm: 2,
  },
});

/** Alarms on what API Gateway counts: failures, and traffic beyond the wall's own. */
export const apiAlarms = (
  stack: string,
  dashboard: Dashboard,
  tags: readonly Tag[],
): Readonly<Record<string, Resource>> =>
  Object.fromEntries(
    Object.entries(alarmsOf(dashboard)).map(([id, { name, ...settings }]) => [
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
