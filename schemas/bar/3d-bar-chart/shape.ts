import { option } from '../../../shared/catalogue/option.ts';
import { indexInto } from '../../../shared/catalogue/rules.ts';
import { codeWrapper, defineShape } from '../../../shared/catalogue/shape.ts';
import { number, time } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S43',
  name: '3d-bar-chart',
  components: ['3D Bar Chart'],
  tables: { table: table({ x: time, y: number }) },
  options: {
    name: option.described(option.text, 'the name of the series'),
    tickUnit: option.described(option.or(option.text, ''), 'the unit of the y axis'),
  },
  rules: [indexInto('data.series[].yAxis', 'data.yAxis', { asText: true })],
  fold: ({ table: data }, { name, tickUnit }) =>
    codeWrapper({ series: [{ name, type: 'column', yAxis: '0', data }], yAxis: [{ tickUnit }] }),
});
