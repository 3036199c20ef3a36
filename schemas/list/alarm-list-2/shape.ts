import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S4',
  name: 'alarm-list-2',
  components: ['Alarm List 2'],
  tables: { table: table({ name: text, value: number, color: optional(text) }) },
  fold: ({ table: series }) => ({ series }),
});
