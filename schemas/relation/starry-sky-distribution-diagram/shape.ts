import { refersTo, sameLength, unique } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, numberList, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';

export const shape = defineShape({
  id: 'S39',
  name: 'starry-sky-distribution-diagram',
  components: ['Starry Sky Distribution Diagram'],
  tables: {
    legend: table({ name: text, max: number, color: text }),
    group: table({ id: number, name: text, color: text }),
    series: table({ name: text, groupId: number, value: number, data: numberList }),
  },
  rules: [unique('group[].id'), refersTo('series[].groupId', 'group[].id'), sameLength('legend', 'series[].data')],
  fold: (tables) => tables,
});
