import { formatNumber } from '../../common/charts/format-number.ts';
import type { Preview } from '../../common/charts/picture.ts';
import { smallLines } from '../../common/charts/tables.ts';

interface Body {
  readonly series: readonly {
    readonly name: string;
    readonly title: string;
    readonly value: number | string;
    readonly data: readonly number[];
  }[];
}

export const preview: Preview<Body> = ({ series }) =>
  smallLines(
    series.map(({ name, title, value, data }) => ({
      name,
      data,
      value: `${formatNumber(value)} ${title}`.trimStart(),
    })),
  );
