import type { Preview } from '../../common/charts/picture.ts';
import { pies, type Slice } from '../../common/charts/pies.ts';

interface Body {
  readonly series: readonly { readonly name: string; readonly data: readonly Slice[] }[];
}

export const preview: Preview<Body> = ({ series }) =>
  pies(series.map(({ name, data }) => ({ title: name, slices: data })));
