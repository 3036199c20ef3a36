import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';

export const shape = defineShape({
  id: 'S21',
  name: 'star-rating-chart',
  components: ['Star Rating Chart'],
  tables: { table: table({ title: text, name: text, value: number }) },
  fold: ({ table: rows }) => ({
    series: Array.from(groupBy(rows, 'title'), ([title, group]) => ({
      name: title,
      data: group.map(({ name, value }) => ({ name, value })),
    })),
  }),
});
