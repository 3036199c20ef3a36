import { horizontalBars, type NamedValues } from '../../common/charts/bars.ts';
import { formatNumber } from '../../common/charts/format-number.ts';
import type { Preview } from '../../common/charts/picture.ts';

interface Body extends NamedValues {
  readonly title?: string;
  readonly total?: number;
}

export const preview: Preview<Body> = ({ title = '', total, series }) =>
  horizontalBars(series, [title, total === undefined ? '' : formatNumber(total)].filter(Boolean).join('  '), true);
