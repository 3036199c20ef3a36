import { option } from '../../../shared/catalogue/option.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';
import { givenFields } from '../../common/axis-chart.ts';
import { SUMMARIES, summarise } from '../../common/summary.ts';

export const shape = defineShape({
  id: 'S12',
  name: 'mini-area-chart',
  components: ['Mini Area Chart'],
  tables: { table: table({ series: text, value: number }) },
  options: {
    summary: option.described(
      option.or(option.word(...SUMMARIES), 'last'),
      'how the value of a series comes from its numbers',
    ),
    unit: option.described(option.optional(option.text), 'the unit'),
  },
  fold: ({ table: rows }, { summary, unit }) => ({
    series: Array.from(groupBy(rows, 'series'), ([name, group]) => {
      const data = group.map(({ value }) => value);
      return { name, value: summarise(summary, data), ...givenFields({ unit }), data };
    }),
  }),
});
