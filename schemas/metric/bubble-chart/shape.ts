import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S16',
  name: 'bubble-chart',
  components: ['Bubble Chart'],
  tables: { table: table({ name: text, value: number, unit: text }) },
  fold: ({ table: series }) => ({ series }),
});
