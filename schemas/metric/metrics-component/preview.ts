import type { Preview } from '../../common/charts/picture.ts';
import { type Figure, tiles } from '../../common/charts/tables.ts';

export const preview: Preview<{ data: readonly Figure[] }> = ({ data }) => tiles(data);
