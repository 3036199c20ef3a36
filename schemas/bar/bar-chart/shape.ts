import { option } from '../../../shared/catalogue/option.ts';
import { indexInto, sameLength } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { completePairs } from '../../../shared/tabular/key-checks.ts';
import { pivot } from '../../../shared/tabular/pivot.ts';
import { axisChartOptions, chartFields, seriesFields } from '../../common/axis-chart.ts';

const grid = { down: 'series', across: 'category', value: 'value' } as const;

export const shape = defineShape({
  id: 'S8',
  name: 'bar-chart',
  components: ['Bar Chart'],
  tables: { table: table({ series: text, category: text, value: number }, { keys: [completePairs(grid)] }) },
  options: {
    ...axisChartOptions('bar'),
    fill: option.described(
      option.optional(option.number),
      'the number for pairs that no row has; without it, every pair needs a row',
    ),
  },
  rules: [sameLength('xAxis[].data', 'series[].data'), indexInto('series[].yAxisIndex', 'yAxis', { whenAbsent: 1 })],
  fold({ table: rows }, options) {
    const { down, across, values } = pivot(rows, grid, options.fill);
    return {
      ...chartFields(options),
      xAxis: [{ type: 'category', data: across }],
      series: down.map((name, index) => ({ ...seriesFields(name, options, 'bar'), data: values[index] })),
    };
  },
});
