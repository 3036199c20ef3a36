import { option } from '../../../shared/catalogue/option.ts';
import { within } from '../../../shared/catalogue/rules.ts';
import { codeWrapper, defineShape, reference } from '../../../shared/catalogue/shape.ts';
import { number } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { freeList, listTable, textAlignOption } from '../../common/free-list.ts';
import { listRadars, radarColumns, radarKeys, radarListRules } from '../../common/radar.ts';

export const shape = defineShape({
  id: 'S34',
  name: 'radar-chart-list',
  components: ['Radar Chart List'],
  tables: {
    rows: listTable,
    radars: table({ row: number, ...radarColumns }, { keys: radarKeys('row') }),
  },
  options: {
    textAlign: textAlignOption,
    fill: option.described(
      option.optional(option.number),
      'the number for pairs that no row has; without it, every pair needs a row',
    ),
  },
  defaultReading: 'sample',
  references: [reference('radars.row', 'rows', (_, reading) => (reading === 'table' ? 'data.radars' : 'radars'))],
  rules: [...radarListRules, ...radarListRules.map((rule) => within('data', rule))],
  fold({ rows, radars }, { textAlign, fill }, reading) {
    const list = { ...freeList(rows, textAlign), radars: listRadars(rows, radars, fill) };
    return reading === 'table' ? codeWrapper(list) : list;
  },
});
