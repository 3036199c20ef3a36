import type { Preview } from '../../common/charts/picture.ts';
import { pies } from '../../common/charts/pies.ts';

interface Body {
  readonly legend: readonly { readonly name: string }[];
  readonly series: readonly { readonly name: string; readonly data: readonly number[] }[];
}

export const preview: Preview<Body> = ({ legend, series }) =>
  pies(
    series.map(({ name: title, data }) => ({
      title,
      slices: legend.map(({ name }, index) => ({ name, value: data[index] ?? 0 })),
    })),
  );
