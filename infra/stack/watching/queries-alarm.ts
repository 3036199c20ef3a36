import type { Resource, Value } from '../template/template.ts';
import type { WatchedStack } from './function-alarms.ts';

const PERIOD_SECONDS = 3_600;
const MAX_FAILURES = 3;

/** Counts the queries of the stack's workgroup that ended in a state. Athena publishes the duration of each query. */
const queriesIn = (workgroup: Value, id: string, state: 'FAILED' | 'CANCELLED') => ({
  Id: id,
  ReturnData: false,
  MetricStat: {
    Stat: 'SampleCount',
    Period: PERIOD_SECONDS,
    Metric: {
      Namespace: 'AWS/Athena',
      MetricName: 'TotalExecutionTime',
      Dimensions: [
        { Name: 'WorkGroup', Value: workgroup },
        { Name: 'QueryState', Value: state },
      ],
    },
  },
});

/** Creates the alarm on failing queries of the stack's own workgroup; nothing if no dataset uses it. */
export const queriesAlarm = ({
  name,
  tags,
  workgroup,
}: Pick<WatchedStack, 'name' | 'tags' | 'workgroup'>): Readonly<Record<string, Resource>> =>
  workgroup
    ? {
        QueriesAlarm: {
          Type: 'AWS::CloudWatch::Alarm',
          Properties: {
            AlarmName: `${name}-queries`,
            AlarmDescription:
              'Three queries of the datasets failed or were cancelled within an hour, so that components show old figures or ' +
              'none. The history of the workgroup in Athena says why',
            Metrics: [
              queriesIn(workgroup, 'failed', 'FAILED'),
              queriesIn(workgroup, 'cancelled', 'CANCELLED'),
              { Id: 'ended', Expression: 'FILL(failed, 0) + FILL(cancelled, 0)', ReturnData: true },
            ],
            Threshold: MAX_FAILURES,
            EvaluationPeriods: 1,
            ComparisonOperator: 'GreaterThanOrEqualToThreshold',
            TreatMissingData: 'notBreaching',
            AlarmActions: [{ Ref: 'AlarmTopic' }],
            Tags: tags,
          },
        },
      }
    : {};
