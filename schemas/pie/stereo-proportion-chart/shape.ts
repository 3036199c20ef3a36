import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S4',
  name: 'stereo-proportion-chart',
  components: ['Stereo Proportion Chart'],
  tables: { table: table({ name: text, unit: text, value: number, color: text }) },
  fold: ({ table: rows }) => ({ series: rows.map(({ name, value, color }) => ({ name, value, color })) }),
});
