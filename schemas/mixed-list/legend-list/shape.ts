import { option } from '../../../shared/catalogue/option.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { listTable } from '../../common/free-list.ts';
import { keyedList, keyedListRules, otherTable } from '../../common/keyed-list.ts';

export const shape = defineShape({
  id: 'S30',
  name: 'legend-list',
  components: ['Legend List'],
  tables: { list: listTable, other: otherTable },
  optionalTables: ['other'],
  options: { legend: option.described(option.list(option.text), 'the entries of the legend') },
  rules: keyedListRules,
  fold: (tables, { legend }) => ({ status: 200, series: [{ legend, ...keyedList(tables) }] }),
});
