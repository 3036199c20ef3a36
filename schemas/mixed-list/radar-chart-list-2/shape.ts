import { option } from '../../../shared/catalogue/option.ts';
import { defineShape, reference } from '../../../shared/catalogue/shape.ts';
import { number, numberOrText } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { freeList, listTable, textAlignOption } from '../../common/free-list.ts';
import { listRadars, radarColumns, radarKeys, radarListRules } from '../../common/radar.ts';

export const shape = defineShape({
  id: 'S34',
  name: 'radar-chart-list-2',
  components: ['Radar Chart List 2'],
  tables: {
    rows: listTable,
    radars: table({ row: number, ...radarColumns, value: numberOrText }, { keys: radarKeys('row') }),
  },
  optionalTables: ['radars'],
  options: {
    textAlign: textAlignOption,
    fill: option.described(
      option.optional(option.number),
      'the number for pairs that no row has; without it, every pair needs a row',
    ),
  },
  references: [reference('radars.row', 'rows', 'radars')],
  rules: radarListRules,
  fold({ rows, radars }, { textAlign, fill }) {
    const list = freeList(rows, textAlign);
    return radars ? { ...list, radars: listRadars(rows, radars, fill) } : list;
  },
});
