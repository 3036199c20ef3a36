import { option } from '../../../shared/catalogue/option.ts';
import { sameLength } from '../../../shared/catalogue/rules/same-length.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { foldRadarTable, radarTable } from '../../common/radar-table.ts';

export const shape = defineShape({
  id: 'S22',
  name: 'radar-chart',
  components: ['Radar Chart'],
  tables: { table: radarTable() },
  options: { fill: option.optional(option.number) },
  rules: [sameLength('indicator', 'series[].value')],
  fold: ({ table: rows }, { fill }) => foldRadarTable(rows, fill),
});
