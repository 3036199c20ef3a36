import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S4',
  name: 'color-bar-metrics',
  components: ['Color Bar Metrics'],
  tables: { table: table({ name: text, unit: text, value: number, color: text }, { rowCount: { min: 1 } }) },
  fold: ({ table: series }) => ({ series }),
});
