import { codeWrapper, defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { agree } from '../../../shared/tabular/key-checks.ts';

export const shape = defineShape({
  id: 'S27',
  name: '3d-earth',
  components: ['3D Earth'],
  tables: {
    table: table(
      { unit: text, name: text, type: text, locationId: number, firstScreen: number },
      { keys: [agree('unit')] },
    ),
  },
  fold: ({ table: rows }) =>
    codeWrapper({
      unit: rows[0]?.unit ?? '',
      data: rows.map(({ name, type, firstScreen }) => ({ firstscreen: firstScreen, firstScreen, name, type })),
    }),
});
