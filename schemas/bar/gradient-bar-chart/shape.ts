import { option } from '../../../shared/catalogue/option.ts';
import { sameLength } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { agree, completePairs } from '../../../shared/tabular/key-checks.ts';
import { groupBy, pivot } from '../../../shared/tabular/pivot.ts';

const grid = { down: 'name2', across: 'name1', value: 'value' } as const;

export const shape = defineShape({
  id: 'S45',
  name: 'gradient-bar-chart',
  components: ['Gradient Bar Chart'],
  tables: {
    table: table(
      { name1: text, color: text, name2: text, value: number },
      { keys: [completePairs(grid), agree('color', { by: 'name1' })] },
    ),
  },
  options: {
    fill: option.described(
      option.optional(option.number),
      'the number for pairs that no row has; without it, every pair needs a row',
    ),
  },
  rules: [sameLength('legend', 'series[].value')],
  fold({ table: rows }, { fill }) {
    const { down, values } = pivot(rows, grid, fill);
    return {
      legend: Array.from(groupBy(rows, 'name1'), ([name, [{ color }]]) => ({ name, color })),
      series: down.map((name, index) => ({ name, value: values[index] })),
    };
  },
});
