import { horizontalBars, type NamedValues } from '../../common/charts/bars.ts';
import type { Preview } from '../../common/charts/picture.ts';

export const preview: Preview<NamedValues> = ({ series }) => horizontalBars(series);
