import type { Preview } from '../../common/charts/picture.ts';
import { type Figure, tiles } from '../../common/charts/tables.ts';

export const preview: Preview<{ series: readonly Figure[] }> = ({ series }) => tiles(series);
