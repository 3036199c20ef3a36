import { defineShape } from '../../../shared/catalogue/shape.ts';
import { text } from '../../../shared/tabular/column.ts';
import { ONE_ROW, table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S50',
  name: 'frame',
  components: ['Frame'],
  tables: { table: table({ src: text }, { rowCount: ONE_ROW }) },
  fold: ({ table: rows }) => rows[0],
});
