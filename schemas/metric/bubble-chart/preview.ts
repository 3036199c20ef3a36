import type { NamedValues } from '../../common/charts/bars.ts';
import { bubbles } from '../../common/charts/bubbles.ts';
import type { Preview } from '../../common/charts/picture.ts';

export const preview: Preview<NamedValues> = ({ series }) => bubbles(series);
