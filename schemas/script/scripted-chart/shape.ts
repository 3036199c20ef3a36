import { defineShape } from '../../../shared/catalogue/shape.ts';
import { blankable, numberOrText } from '../../../shared/tabular/column.ts';
import { freeTable } from '../../../shared/tabular/define-table.ts';

const cell = blankable(numberOrText);

export const shape = defineShape({
  id: 'S50',
  name: 'scripted-chart',
  components: ['Scripted Chart A', 'Scripted Chart B'],
  tables: { table: freeTable(cell, cell) },
  fold: ({ table: { header, rows } }) => ({ source: [header, ...rows] }),
});
