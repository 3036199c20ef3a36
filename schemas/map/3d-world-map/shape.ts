import { option } from '../../../shared/catalogue/option.ts';
import { defineShape, reference } from '../../../shared/catalogue/shape.ts';
import { number, optional, type Row, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { agree, uniqueKeys } from '../../../shared/tabular/key-checks.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';
import { performanceOptions, performanceValue } from '../../common/summary.ts';

const regions = { name: text, title: text, value: number };
const tips = { region: text, series: text, name: text, value: number, scope: optional(number) };
const alarms = { region: text, title: text, node: text, alarmname: text };

const tipSeries = (rows: readonly Row<typeof tips>[]) =>
  Array.from(groupBy(rows, 'series'), ([name, group]) => {
    const data = group.map((row) => ({ name: row.name, value: row.value }));
    const scope = group[0]?.scope;
    return scope === undefined ? { name, data } : { name, data, scope };
  });

const alarmSeries = (rows: readonly Row<typeof alarms>[]) =>
  Array.from(groupBy(rows, 'title'), ([title, group]) => ({
    title,
    data: group.map(({ node, alarmname }) => ({ node, alarmname })),
  }));

export const shape = defineShape({
  id: 'S26',
  name: '3d-world-map',
  components: ['3D World Map'],
  tables: {
    regions: table(regions, { keys: [uniqueKeys('name')] }),
    tips: table(tips, { keys: [agree('scope', { by: ['region', 'series'] })] }),
    alarms: table(alarms),
  },
  options: {
    ...performanceOptions,
    value: option.described(
      performanceOptions.value,
      'the overall value; `average` is the mean of all regions, `sum` their total',
    ),
  },
  references: [
    reference('tips.region', 'regions.name', 'series'),
    reference('alarms.region', 'regions.name', 'series'),
  ],
  fold(tables, { unit, value }) {
    const tipsOf = groupBy(tables.tips, 'region');
    const alarmsOf = groupBy(tables.alarms, 'region');
    const series = tables.regions.map((region) => ({
      ...region,
      tip: {
        series: tipSeries(tipsOf.get(region.name) ?? []),
        list: { series: alarmSeries(alarmsOf.get(region.name) ?? []) },
      },
    }));
    return { unit, value: performanceValue(value, series), series };
  },
});
