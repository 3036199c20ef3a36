import { codeWrapper, defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S6',
  name: 'metrics-component',
  components: ['Metrics Component'],
  tables: { table: table({ name: text, unit: text, value: number }) },
  fold: ({ table: rows }) => codeWrapper(rows),
});
