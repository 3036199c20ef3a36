import { codeWrapper, defineShape } from '../../../shared/catalogue/shape.ts';
import { number, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S2',
  name: '3d-pie-chart',
  components: ['3D Pie Chart'],
  tables: { table: table({ name: text, value: number, score: optional(number), pv: optional(number) }) },
  fold: ({ table: rows }) => codeWrapper(rows.map(({ name, value }) => ({ name, value }))),
});
