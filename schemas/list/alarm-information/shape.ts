import { option } from '../../../shared/catalogue/option.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S32',
  name: 'alarm-information',
  components: ['Alarm Information'],
  tables: { table: table({ name: text, value: text }) },
  options: {
    color: option.described(option.text, 'the colour of the component'),
    title: option.described(option.text, 'the title'),
  },
  fold: ({ table: rows }, { color, title }) => ({ color, title, series: rows.length > 0 ? rows : null }),
});
