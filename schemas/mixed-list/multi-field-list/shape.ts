import { option } from '../../../shared/catalogue/option.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { numberList, optional } from '../../../shared/tabular/column.ts';
import { listTable } from '../../common/free-list.ts';
import { keyedList, keyedListRules, otherTable } from '../../common/keyed-list.ts';

export const shape = defineShape({
  id: 'S30',
  name: 'multi-field-list',
  components: ['Multi-field List', 'Overview List'],
  tables: {
    list: { ...listTable, named: { option: 'lineColumns', column: optional(numberList) } },
    other: otherTable,
  },
  optionalTables: ['other'],
  options: {
    lineColumns: option.described(
      option.optional(option.list(option.text)),
      'the columns whose cells are lists of numbers, drawn as small lines',
    ),
  },
  rules: keyedListRules,
  fold: (tables) => ({ status: 200, series: [keyedList(tables)] }),
});
