import { option } from '../../../shared/catalogue/option.ts';
import { sameLength } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { blankable, number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { completePairs } from '../../../shared/tabular/key-checks.ts';
import { pivot } from '../../../shared/tabular/pivot.ts';
import { SUMMARIES, summarise } from '../../common/summary.ts';

const grid = { down: 'series', across: 'label', value: 'value' } as const;

export const shape = defineShape({
  id: 'S11',
  name: 'line-area-chart',
  components: ['Line Area Chart'],
  tables: {
    table: table({ series: text, label: blankable(text), value: number }, { keys: [completePairs(grid)] }),
  },
  options: {
    summary: option.described(
      option.or(option.word(...SUMMARIES, 'none'), 'last'),
      'how the value of a series comes from its numbers',
    ),
    fill: option.described(
      option.optional(option.number),
      'the number for pairs that no row has; without it, every pair needs a row',
    ),
  },
  rules: [sameLength('xAxis.data', 'series[].data')],
  fold({ table: rows }, { summary, fill }) {
    const { down, across, values } = pivot(rows, grid, fill);
    return {
      xAxis: { data: across },
      series: down.map((name, index) => {
        const data = values[index] ?? [];
        return { name, value: summarise(summary, data), data };
      }),
    };
  },
});
