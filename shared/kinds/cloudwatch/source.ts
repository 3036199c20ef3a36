import type { DatasetSource } from '../../config/sources.ts';

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

export interface CloudWatchSource extends DatasetSource {
  readonly source: 'cloudwatch';
  readonly region: string;
  readonly queries: readonly MetricQuery[];
  /** Length of the span of a value. */
  readonly periodSeconds: number;
  /** True to read the newest span, too, which is incomplete. */
  readonly hasNewest?: true;
  /** Key of the file whose rows the local stack has in place of CloudWatch's. */
  readonly local: string;
}
