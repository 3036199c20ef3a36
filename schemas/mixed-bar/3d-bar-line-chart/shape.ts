import { option } from '../../../shared/catalogue/option.ts';
import { indexInto } from '../../../shared/catalogue/rules.ts';
import { codeWrapper, defineShape } from '../../../shared/catalogue/shape.ts';
import { barLineOptions, barLineRules, barLineSeries, barLineTable } from '../../common/bar-line.ts';

export const shape = defineShape({
  id: 'S46',
  name: '3d-bar-line-chart',
  components: ['3D Bar Line Chart'],
  tables: { table: barLineTable },
  options: {
    ...barLineOptions,
    tickUnit: option.described(
      barLineOptions.tickUnit,
      'the units of the y axes; if there are two, the second is for the lines',
    ),
    tick: option.described(option.number, 'the granularity of the time axis in minutes'),
  },
  rules: [
    ...barLineRules,
    indexInto('data.series[].yAxis', 'data.yAxis'),
    indexInto('data.series[].yAxis', 'data.yAixs'),
  ],
  fold({ table }, { tickUnit, tick, opposite }) {
    const lineAxis = tickUnit.length - 1;
    const series = barLineSeries(table).map((one) => ({ ...one, yAxis: one.type === 'line' ? lineAxis : 0 }));
    const yAxis = tickUnit.map((unit, index) => ({
      tickUnit: unit,
      ...(opposite && { opposite: opposite[index] }),
    }));
    return codeWrapper({ overview: { tick }, series, yAxis, yAixs: yAxis });
  },
});
