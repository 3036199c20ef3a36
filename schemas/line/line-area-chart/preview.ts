import { axisPicture } from '../../common/charts/axis-picture.ts';
import { formatNumber } from '../../common/charts/format-number.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly xAxis: { readonly data: readonly string[] };
  readonly series: readonly {
    readonly name: string;
    readonly value: number | string;
    readonly data: readonly number[];
  }[];
}

export const preview: Preview<Body> = ({ xAxis, series }) =>
  axisPicture({
    categories: xAxis.data,
    series: series.map(({ name, value, data }) => ({
      name: `${name}  ${formatNumber(value)}`.trimEnd(),
      type: 'line',
      isArea: true,
      data,
    })),
  });
