import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { colouredValues } from '../../common/coloured-values.ts';

export const shape = defineShape({
  id: 'S4',
  name: 'funnel-chart',
  components: ['Funnel Chart'],
  tables: { table: table({ name: text, value: number, color: text }) },
  fold: ({ table: rows }) => colouredValues(rows),
});
