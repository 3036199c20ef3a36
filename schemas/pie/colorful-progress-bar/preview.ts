import type { Bar } from '../../common/charts/bars.ts';
import type { Preview } from '../../common/charts/picture.ts';
import { rings } from '../../common/charts/rings.ts';

export const preview: Preview<{ series: readonly Bar[] }> = ({ series }) => rings(series);
