import { option } from '../../../shared/catalogue/option.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { barLineOptions, barLineRules, barLineSeries, barLineTable } from '../../common/bar-line.ts';

const UNUSED = 'not used by this component';

export const shape = defineShape({
  id: 'S46',
  name: 'bar-line-chart',
  components: ['Bar Line Chart'],
  tables: { table: barLineTable },
  options: {
    ...barLineOptions,
    tick: option.described(barLineOptions.tick, UNUSED),
    opposite: option.described(barLineOptions.opposite, UNUSED),
  },
  rules: barLineRules,
  fold: ({ table }, { tickUnit }) => ({
    code: 200,
    data: { series: barLineSeries(table), yAxis: tickUnit.map((unit) => ({ tickUnit: unit })) },
  }),
});
