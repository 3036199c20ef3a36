import { option } from '../../../shared/catalogue/option.ts';
import { sameLength } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { foldRadarTable, radarTable } from '../../common/radar.ts';

export const shape = defineShape({
  id: 'S22',
  name: 'radar-chart',
  components: ['Radar Chart'],
  tables: { table: radarTable() },
  options: {
    fill: option.described(
      option.optional(option.number),
      'the number for pairs that no row has; without it, every pair needs a row',
    ),
  },
  rules: [sameLength('indicator', 'series[].value')],
  fold: ({ table: rows }, { fill }) => foldRadarTable(rows, fill),
});
