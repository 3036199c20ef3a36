import { option } from '../../../shared/catalogue/option.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text, time } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';
import { givenFields } from '../../common/axis-chart.ts';

export const shape = defineShape({
  id: 'S13',
  name: 'carousel-line-chart',
  components: ['Carousel Line Chart'],
  tables: { table: table({ title: text, series: text, x: time, y: number }) },
  options: { symbol: option.described(option.optional(option.text), 'the symbol at each point') },
  fold: ({ table: rows }, { symbol }) =>
    Array.from(groupBy(rows, 'title'), ([title, chart]) => ({
      title,
      series: Array.from(groupBy(chart, 'series'), ([name, points]) => ({
        name,
        type: 'line',
        ...givenFields({ symbol }),
        data: points.map(({ x, y }) => [x, y]),
      })),
    })),
});
