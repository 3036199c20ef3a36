import type { AxisSeries } from './axis-picture.ts';

/** The fields that bar charts and line charts share. */
export interface AxisBody<Value> {
  readonly yAxis?: readonly { readonly name?: string }[];
  readonly forward?: string;
  readonly stacked?: string;
  readonly stack?: string;
  readonly area?: string;
  readonly series: readonly {
    readonly name: string;
    readonly type?: 'bar' | 'line';
    readonly yAxisIndex?: number;
    readonly xAxisIndex?: number;
    readonly data: readonly Value[];
  }[];
}

/**
 * Returns the series of a bar chart or line chart. If the body asks for stacks, bars and areas are stacked, but lines
 * are not.
 */
export const axisBodySeries = <Value>(
  { stacked, stack = stacked, area, series }: AxisBody<Value>,
  toPoint: (value: Value) => unknown,
): readonly AxisSeries[] =>
  series.map(({ type = 'line', data, ...one }) => ({
    ...one,
    type,
    data: data.map(toPoint),
    isArea: type === 'line' && area === '1',
    ...(stack === '1' && (type === 'bar' || area === '1') && { stack: `${type} ${one.yAxisIndex ?? 0}` }),
  }));
