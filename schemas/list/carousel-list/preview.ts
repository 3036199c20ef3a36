import type { Preview, TextAlign } from '../../common/charts/picture.ts';
import { cellText, limitRows } from '../../common/charts/tables.ts';

interface Menu {
  readonly name: string;
  readonly seriestitle: readonly string[];
  readonly textAlign: readonly TextAlign[];
  readonly series: readonly (readonly unknown[] | { readonly name: unknown; readonly num: unknown })[];
}

const cellsOf = (row: Menu['series'][number]): readonly unknown[] => ('name' in row ? [row.name, row.num] : row);

export const preview: Preview<{ menus: readonly Menu[] }> = ({ menus }) => ({
  kind: 'several',
  direction: 'column',
  pictures: menus.map(({ name, seriestitle, textAlign, series }) => ({
    title: name,
    weight: series.length + 2,
    picture: {
      kind: 'table',
      header: seriestitle,
      align: textAlign,
      rows: limitRows(series.map((row) => cellsOf(row).map(cellText))),
    },
  })),
});
