import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { ONE_ROW, table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S14',
  name: 'metric-number',
  components: ['Performance Metrics', 'Numeric Metric'],
  tables: { table: table({ value: number, unit: text }, { rowCount: ONE_ROW }) },
  fold: ({ table: [metric] }) => metric,
});
