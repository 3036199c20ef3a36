import { option } from '../../../shared/catalogue/option.ts';
import { indexInto } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { hinted, number, text, time } from '../../../shared/tabular/column.ts';
import { chosenTable, table } from '../../../shared/tabular/define-table.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';
import { axisChartOptions, chartFields, seriesFields } from '../../common/axis-chart.ts';

export const shape = defineShape({
  id: 'S9',
  name: 'line-chart',
  components: ['Line Chart'],
  tables: {
    table: chosenTable('xAxis', {
      value: table({ series: text, x: hinted(number, "write a number, or set options.xAxis to 'time'"), y: number }),
      time: table({ series: text, x: hinted(time, 'write a time, or leave out options.xAxis for numbers'), y: number }),
    }),
  },
  options: {
    ...axisChartOptions('line'),
    xAxis: option.described(option.or(option.word('value', 'time'), 'value'), 'the kind of x axis'),
    xAxisIndex: option.described(
      option.optional(option.map(option.integer)),
      'the index of the x axis of each series, by the name of the series',
    ),
  },
  rules: [
    indexInto('series[].xAxisIndex', 'xAxis', { whenAbsent: 1 }),
    indexInto('series[].yAxisIndex', 'yAxis', { whenAbsent: 1 }),
  ],
  fold: ({ table: rows }, options) => ({
    ...chartFields(options),
    xAxis: [{ type: options.xAxis }],
    series: Array.from(groupBy(rows, 'series'), ([name, points]) => ({
      ...seriesFields(name, options, 'line'),
      data: points.map(({ x, y }) => ({ x, y })),
    })),
  }),
});
