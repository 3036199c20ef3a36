import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';

export const shape = defineShape({
  id: 'S42',
  name: 'summary-bar-chart',
  components: ['Summary Bar Chart'],
  tables: { table: table({ name: text, item: text, value: number, color: optional(text) }) },
  fold: ({ table: rows }) => ({
    series: Array.from(groupBy(rows, 'name'), ([name, group]) => ({
      name,
      data: group.map(({ item, name: _, ...rest }) => ({ name: item, ...rest })),
    })),
  }),
});
