import { codeWrapper, defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S6',
  name: '3d-single-metric-pie-chart',
  components: ['3D Single Metric Pie Chart'],
  tables: { table: table({ name: text, value: number, unit: text }) },
  fold: ({ table: rows }) => codeWrapper(rows),
});
