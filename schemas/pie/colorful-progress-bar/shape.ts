import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S3',
  name: 'colorful-progress-bar',
  components: ['Colorful Progress Bar'],
  tables: { table: table({ name: text, unit: text, value: number, color: text }) },
  fold: ({ table: series }) => ({ series }),
});
