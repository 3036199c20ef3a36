import type { Preview } from '../../common/charts/picture.ts';
import { type Figure, tiles } from '../../common/charts/tables.ts';

interface Body {
  readonly series: readonly { readonly title: string; readonly data: readonly Figure[] }[];
}

/** True unless the value is blank. The platform does not show a figure with a blank value. */
const isShown = ({ value }: Figure): boolean => value !== '';

export const preview: Preview<Body> = ({ series }) => ({
  kind: 'several',
  direction: 'column',
  pictures: series.map(({ title, data }) => ({ title, picture: tiles(data.filter(isShown)) })),
});
