import { option } from '../../../shared/catalogue/option.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { sum } from '../../../shared/tabular/mean.ts';
import { givenFields } from '../../common/axis-chart.ts';

export const shape = defineShape({
  id: 'S4',
  name: '3d-bar-chart-2',
  components: ['3D Bar Chart 2'],
  tables: { table: table({ name: text, unit: optional(text), value: number, color: optional(text) }) },
  options: {
    title: option.described(option.optional(option.text), 'the title'),
    total: option.described(
      option.optional(option.either(option.number, option.word('sum'))),
      'the total; `sum` adds up the values',
    ),
  },
  fold: ({ table: rows }, { title, total }) => ({
    ...givenFields({ title, total: total === 'sum' ? sum(rows.map(({ value }) => value)) : total }),
    series: rows,
  }),
});
