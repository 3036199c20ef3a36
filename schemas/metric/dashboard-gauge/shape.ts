import { option } from '../../../shared/catalogue/option.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number } from '../../../shared/tabular/column.ts';
import { ONE_ROW, table } from '../../../shared/tabular/define-table.ts';
import { roundHalfUp } from '../../../shared/tabular/mean.ts';

export const shape = defineShape({
  id: 'S19',
  name: 'dashboard-gauge',
  components: ['Dashboard Gauge'],
  tables: { table: table({ percent: number }, { rowCount: ONE_ROW }) },
  options: { name: option.described(option.or(option.text, ''), 'the name; it is not displayed') },
  fold: ({ table: [row] }, { name }) => ({ name, percent: row && roundHalfUp(row.percent) }),
});
