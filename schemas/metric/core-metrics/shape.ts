import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S4',
  name: 'core-metrics',
  components: ['Core Metrics'],
  tables: { table: table({ name: text, unit: optional(text), value: number, color: optional(text) }) },
  fold: ({ table: series }) => ({ series }),
});
