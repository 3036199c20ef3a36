import { axisPicture, type Point, pairs } from '../../common/charts/axis-picture.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly data: {
    readonly series: readonly { readonly name: string; readonly yAxis: string; readonly data: readonly Point[] }[];
    readonly yAxis: readonly { readonly tickUnit: string }[];
  };
}

export const preview: Preview<Body> = ({ data: { series, yAxis } }) =>
  axisPicture({
    xTypes: ['time'],
    isDeep: true,
    yNames: yAxis.map(({ tickUnit }) => tickUnit),
    series: series.map(({ name, yAxis: axis, data }) => ({
      name,
      type: 'bar',
      yAxisIndex: Number(axis),
      data: pairs(data),
    })),
  });
