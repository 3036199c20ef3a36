import { axisPicture } from '../../common/charts/axis-picture.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly title: string;
  readonly series: readonly { readonly name: string; readonly data: readonly (readonly [number, number])[] }[];
}

const MAX_CHARTS = 12;

export const preview: Preview<readonly Body[]> = (charts) => ({
  kind: 'several',
  direction: 'row',
  pictures: charts.slice(0, MAX_CHARTS).map(({ title, series }) => ({
    title,
    picture: axisPicture({
      xTypes: ['time'],
      series: series.map(({ name, data }) => ({ name, type: 'line', data })),
    }),
  })),
});
