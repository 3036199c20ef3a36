import { option } from '../../../shared/catalogue/option.ts';
import { sameLength } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { completePairs } from '../../../shared/tabular/key-checks.ts';
import { pivot } from '../../../shared/tabular/pivot.ts';

const grid = { down: 'series', across: 'legend', value: 'value' } as const;

export const shape = defineShape({
  id: 'S7',
  name: 'mini-pie-chart',
  components: ['Mini Pie Chart'],
  tables: { table: table({ series: text, legend: text, value: number }, { keys: [completePairs(grid)] }) },
  options: {
    fill: option.described(
      option.optional(option.number),
      'the number for pairs that no row has; without it, every pair needs a row',
    ),
  },
  rules: [sameLength('legend', 'series[].data')],
  fold({ table: rows }, { fill }) {
    const { down, across, values } = pivot(rows, grid, fill);
    return {
      legend: across.map((name) => ({ name })),
      series: down.map((name, index) => ({ name, data: values[index] })),
    };
  },
});
