import { defineShape } from '../../../shared/catalogue/shape.ts';
import { blankable, numberOrText, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';

export const shape = defineShape({
  id: 'S20',
  name: 'multi-dimensional-metrics',
  components: ['Multi-dimensional Metrics'],
  tables: {
    table: table({ title: blankable(text), name: text, value: blankable(numberOrText), unit: optional(text) }),
  },
  fold: ({ table: rows }) => ({
    series: Array.from(groupBy(rows, 'title'), ([title, group]) => ({
      title,
      data: group.map(({ title: _, ...metric }) => metric),
    })),
  }),
});
