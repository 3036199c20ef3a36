import { defineShape } from '../../../shared/catalogue/shape.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { colouredColumns, colouredValues } from '../../common/coloured-values.ts';

export const shape = defineShape({
  id: 'S4',
  name: 'stereo-proportion-chart',
  components: ['Stereo Proportion Chart'],
  tables: { table: table(colouredColumns) },
  fold: ({ table: rows }) => colouredValues(rows),
});
