import { axisPicture } from './axis-picture.ts';
import type { ChartPicture } from './picture.ts';
import { type Point, pairs } from './points.ts';

interface Axis {
  readonly tickUnit: string;
}

/** A body with columns and lines over the same times. */
export interface BarLineBody {
  readonly data: {
    readonly series: readonly {
      readonly name: string;
      readonly type?: string;
      readonly yAxis?: number;
      readonly data: readonly Point[];
    }[];
    readonly yAxis?: readonly Axis[];
    readonly yAixs?: readonly Axis[];
  };
}

/** Draws columns and lines. If there are two units, a line that names no y axis uses the second axis. */
export const barLinePicture = ({ data }: BarLineBody): ChartPicture => {
  const axes = data.yAxis ?? data.yAixs ?? [];
  const lineAxis = Math.max(axes.length - 1, 0);
  return axisPicture({
    xTypes: ['time'],
    yNames: axes.map(({ tickUnit }) => tickUnit),
    series: data.series.map(({ name, type, yAxis, data: points }) => ({
      name,
      type: type === 'column' ? 'bar' : 'line',
      yAxisIndex: yAxis ?? (type === 'column' ? 0 : lineAxis),
      data: pairs(points),
    })),
  });
};
