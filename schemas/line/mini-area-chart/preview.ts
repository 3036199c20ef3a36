import { withUnit } from '../../common/charts/format-number.ts';
import type { Preview } from '../../common/charts/picture.ts';
import { smallLines } from '../../common/charts/tables.ts';

interface Body {
  readonly series: readonly {
    readonly name: string;
    readonly value: number;
    readonly unit?: string;
    readonly data: readonly number[];
  }[];
}

export const preview: Preview<Body> = ({ series }) =>
  smallLines(series.map(({ name, value, unit, data }) => ({ name, data, value: withUnit(value, unit) })));
