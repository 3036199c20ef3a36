import { formatNumber } from '../../common/charts/format-number.ts';
import type { Preview } from '../../common/charts/picture.ts';
import { plainTable } from '../../common/charts/tables.ts';

interface Body {
  readonly series: readonly {
    readonly name: string;
    readonly data: readonly { readonly name: string; readonly value: number }[];
  }[];
}

export const preview: Preview<Body> = ({ series }) => ({
  kind: 'several',
  direction: 'column',
  pictures: series.map(({ name: title, data }) => ({
    title,
    weight: data.length + 1,
    picture: plainTable(
      data.map(({ name, value }) => [name, { stars: value }, formatNumber(value)]),
      ['left', 'left', 'right'],
    ),
  })),
});
