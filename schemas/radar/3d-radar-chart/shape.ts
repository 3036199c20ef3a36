import { option } from '../../../shared/catalogue/option.ts';
import { sameLength } from '../../../shared/catalogue/rules.ts';
import { codeWrapper, defineShape } from '../../../shared/catalogue/shape.ts';
import { foldRadarTable, radarTable } from '../../common/radar.ts';

export const shape = defineShape({
  id: 'S23',
  name: '3d-radar-chart',
  components: ['3D Radar Chart', 'Mesh Radar Chart'],
  tables: { table: radarTable({ min: 1 }) },
  options: {
    fill: option.described(
      option.optional(option.number),
      'the number for pairs that no row has; without it, every pair needs a row',
    ),
  },
  rules: [sameLength('data.indicator', 'data.series[].value')],
  fold: ({ table: rows }, { fill }) => codeWrapper(foldRadarTable(rows, fill)),
});
