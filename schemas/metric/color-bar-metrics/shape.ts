import { defineShape } from '../../../shared/catalogue/shape.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { colouredColumns } from '../../common/coloured-values.ts';

export const shape = defineShape({
  id: 'S4',
  name: 'color-bar-metrics',
  components: ['Color Bar Metrics'],
  tables: { table: table(colouredColumns, { rowCount: { min: 1 } }) },
  fold: ({ table: series }) => ({ series }),
});
