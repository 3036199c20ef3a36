import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, optional, text, time } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';

interface Titles {
  readonly maintitle: string | undefined;
  readonly subtitle: string | undefined;
}

/**
 * Returns the titles of a point; no field if it has none, because the platform always shows the titles that it gets.
 */
const infoOf = ({ maintitle, subtitle }: Titles) =>
  maintitle === undefined && subtitle === undefined
    ? {}
    : { info: { maintitle: maintitle ?? '', subtitle: subtitle ?? '' } };

export const shape = defineShape({
  id: 'S10',
  name: 'line-chart-2',
  components: ['Line Chart 2'],
  tables: {
    table: table({ series: text, x: time, y: number, maintitle: optional(text), subtitle: optional(text) }),
  },
  fold: ({ table: rows }) => ({
    series: Array.from(groupBy(rows, 'series'), ([name, points]) => ({
      name,
      data: points.map(({ x, y, ...titles }) => ({ x, y, ...infoOf(titles) })),
    })),
  }),
});
