import { axisPicture } from '../../common/charts/axis-picture.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body {
  readonly legend: readonly { readonly name: string; readonly color: string }[];
  readonly series: readonly { readonly name: string; readonly value: readonly number[] }[];
}

export const preview: Preview<Body> = ({ legend, series }) =>
  axisPicture({
    categories: series.map(({ name }) => name),
    series: legend.map(({ name, color }, index) => ({
      name,
      color,
      type: 'bar',
      data: series.map(({ value }) => value[index]),
    })),
  });
