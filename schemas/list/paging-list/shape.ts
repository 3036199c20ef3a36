import { option } from '../../../shared/catalogue/option.ts';
import { sameLength } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { freeList, listTable, textAlignOption } from '../../common/free-list.ts';

export const shape = defineShape({
  id: 'S33',
  name: 'paging-list',
  components: ['Paging List'],
  tables: { table: listTable },
  options: {
    textAlign: textAlignOption,
    thwidth: option.described(
      option.optional(option.list(option.number)),
      'the relative width of each column; without it, all columns have the width 1',
    ),
    params: option.described(
      option.optional(option.list(option.map(option.anything))),
      'extra data for each column, which is not displayed',
    ),
  },
  rules: [sameLength('seriestitle', 'textAlign', 'thwidth', 'series[]')],
  fold({ table: rows }, { textAlign, thwidth, params }) {
    const list = { ...freeList(rows, textAlign), thwidth: thwidth ?? rows.header.map(() => 1) };
    return params ? { ...list, params } : list;
  },
});
