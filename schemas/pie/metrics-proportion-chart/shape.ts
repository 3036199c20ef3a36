import { defineShape, statusWrapper } from '../../../shared/catalogue/shape.ts';
import { number, optional, text } from '../../../shared/tabular/column.ts';
import { ONE_ROW, table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S18',
  name: 'metrics-proportion-chart',
  components: ['Metrics Proportion Chart'],
  tables: {
    table: table(
      { name: text, value: number, percent: optional(number) },
      { rowCount: { ...ONE_ROW, reading: 'sample' } },
    ),
  },
  defaultReading: 'sample',
  fold: ({ table: rows }, _options, reading) => statusWrapper(reading === 'sample' ? rows[0] : rows),
});
