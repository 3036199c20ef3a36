import { option } from '../../../shared/catalogue/option.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { agree } from '../../../shared/tabular/key-checks.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';
import { SUMMARIES, summarise } from '../../common/summary.ts';

export const shape = defineShape({
  id: 'S47',
  name: 'metric-area-chart',
  components: ['Metric Area Chart'],
  tables: { table: table({ name: text, title: text, value: number }, { keys: [agree('title', { by: 'name' })] }) },
  options: {
    summary: option.described(
      option.or(option.word(...SUMMARIES, 'none'), 'last'),
      'how the value of a series comes from its numbers',
    ),
  },
  fold: ({ table: rows }, { summary }) => ({
    series: Array.from(groupBy(rows, 'name'), ([name, group]) => {
      const data = group.map(({ value }) => value);
      return { name, title: group[0].title, value: summarise(summary, data), data };
    }),
  }),
});
