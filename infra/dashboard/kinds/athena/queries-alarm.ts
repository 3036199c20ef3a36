import type { KindStack, LoadedDataset } from '../source-kind.ts';
import type { Resource } from '../template-values.ts';
import { asksOwnWorkgroup } from './lake-dataset.ts';
import { OWN_WORKGROUP } from './workgroup.ts';

const PERIOD_SECONDS = 3_600;
const MAX_FAILURES = 3;

/** Counts the queries of the stack's workgroup that ended in a state. Athena publishes the duration of each query. */
const queriesIn = (id: string, state: 'FAILED' | 'CANCELLED') => ({
  Id: id,
  ReturnData: false,
  MetricStat: {
    Stat: 'SampleCount',
    Period: PERIOD_SECONDS,
    Metric: {
      Namespace: 'AWS/Athena',
      MetricName: 'TotalExecutionTime',
      Dimensions: [
        { Name: 'WorkGroup', Value: OWN_WORKGROUP },
        { Name: 'QueryState', Value: state },
      ],
    },
  },
});

/** Creates the alarm on failing queries of the stack's own workgroup; nothing if no dataset uses it. */
export const queriesAlarm = (
  datasets: readonly LoadedDataset[],
  { name, tags }: KindStack,
): Readonly<Record<string, Resource>> =>
  datasets.some(asksOwnWorkgroup)
    ? {
        QueriesAlarm: {
          Type: 'AWS::CloudWatch::Alarm',
          Properties: {
            AlarmName: `${name}-queries`,
            AlarmDescription:
              'Three queries of the datasets failed or were cancelled within an hour, so that components show old figures or ' +
              'none. The history of the workgroup in Athena says why',
            Metrics: [
              queriesIn('failed', 'FAILED'),
              queriesIn('cancelled', 'CANCELLED'),
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
