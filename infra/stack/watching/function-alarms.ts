import { METRICS_NAMESPACE } from '../../../shared/middleware/log-line.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { logicalName, type Resource, type Tag } from '../template/template.ts';

export interface AlarmedFunction {
  readonly family: string;
  /** The function's name in AWS. */
  readonly name: string;
  /** Timeout of a function in milliseconds. */
  readonly timeout: number;
}

const PERIOD_SECONDS = 300;

/** The share of its timeout that a function may take before an alarm fires. */
const SHARE_OF_TIMEOUT = 0.8;

/** Creates an alarm that tells the stack's topic. */
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

/** Creates the alarms on Lambda's own metrics of one function. */
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
 * Creates one alarm on the duration of all functions of a stack. The alarm on 5xx responses
 * covers crashes and throttles, because the gateway responds to both with 5xx.
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

/** The parts of a stack that alarms and metrics need. */
export interface WatchedStack {
  readonly name: string;
  readonly stage: string;
  /** Part of the CloudWatch dashboard's name, because these names are shared by all regions of an account. */
  readonly region: string;
  readonly functions: readonly AlarmedFunction[];
  readonly hasDatabase: boolean;
  /** Alarms of the kinds of sources that datasets have. */
  readonly alarms?: Readonly<Record<string, Resource>>;
  readonly tags: readonly Tag[];
}
