import type { DatasetSource } from '../../config/sources.ts';

/** One query of GetMetricData, as CloudWatch expects it. */
export interface MetricQuery {
  readonly Id: string;
  readonly Expression?: string;
  readonly Period?: number;
  readonly MetricStat?: {
    readonly Metric: {
      readonly Namespace: string;
      readonly MetricName: string;
      readonly Dimensions: readonly { readonly Name: string; readonly Value: string }[];
    };
    readonly Period: number;
    readonly Stat: string;
  };
}

/** Metrics of Amazon CloudWatch in a time range. */
export interface CloudWatchSource extends DatasetSource {
  readonly source: 'cloudwatch';
  readonly region: string;
  readonly queries: readonly MetricQuery[];
  /** Length of the span of a value in seconds. */
  readonly periodSeconds: number;
  /** True if the newest span is read, too, which is incomplete. */
  readonly hasNewest?: true;
  /** Key of the file whose rows the local stack has in place of CloudWatch's. */
  readonly local: string;
}
