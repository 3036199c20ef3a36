import { codeWrapper, defineShape } from '../../../shared/catalogue/shape.ts';
import { number } from '../../../shared/tabular/column.ts';
import { ONE_ROW, table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S15',
  name: 'pv',
  components: ['PV'],
  tables: { table: table({ pv: number }, { rowCount: ONE_ROW }) },
  fold: ({ table: [views] }) => codeWrapper(views),
});
