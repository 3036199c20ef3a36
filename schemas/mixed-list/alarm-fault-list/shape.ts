import { refersTo, unique } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, numberOrText, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { agree } from '../../../shared/tabular/key-checks.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';

export const shape = defineShape({
  id: 'S31',
  name: 'alarm-fault-list',
  components: ['Alarm Fault List'],
  tables: {
    infolist: table({ name: text, value: numberOrText }, { rowCount: { min: 3, max: 3 } }),
    group: table({ id: number, name: text, infoName: text, infoValue: text }, { keys: [agree('name', { by: 'id' })] }),
    series: table({ id: number, groupId: number, name: text, value: optional(number), color: optional(text) }),
  },
  rules: [unique('group[].id'), unique('series[].id'), refersTo('series[].groupId', 'group[].id')],
  fold({ infolist, group: rows, series }) {
    const group = Array.from(groupBy(rows, 'id'), ([id, infos]) => ({
      id,
      name: infos[0]?.name,
      info: infos.map(({ infoName, infoValue }) => ({ name: infoName, value: infoValue })),
    }));
    return { infolist, group, series };
  },
});
