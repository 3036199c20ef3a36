import { defineRule, selector } from '../../../shared/catalogue/rule.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { coded, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { say } from '../../../shared/tabular/say.ts';

const times = selector('series[].time');

const DATE = /^(\d{4})-(\d{2})-(\d{2}) /;

const countDays = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The date of a time must exist in the calendar. */
const realDays = defineRule('realDays(series[].time)', function* (body, base) {
  for (const { path, value } of times(body, base)) {
    const [, year, month, day] = DATE.exec(String(value))?.map(Number) ?? [];
    if (year === undefined || month === undefined || day === undefined) continue;
    const days = countDays(year, month);
    if (day <= days) continue;
    yield { path, message: say`'${value}' is not in the calendar`, hint: `that month has ${days} days` };
  }
});

export const shape = defineShape({
  id: 'S29',
  name: 'alarm-list',
  components: ['Alarm List'],
  tables: {
    table: table({
      status: coded({ 1: 'recovered', 2: 'warning', 3: 'critical' }),
      title: text,
      content: text,
      time: text,
    }),
  },
  rules: [realDays],
  fold: ({ table: series }) => ({ series }),
});
