import { option } from '../../../shared/catalogue/option.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { average } from '../../../shared/tabular/mean.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';

const overall = (value: number | 'average' | undefined, values: readonly number[]): { value?: number } => {
  if (value === 'average') return values.length > 0 ? { value: average(values) } : {};
  return value === undefined ? {} : { value };
};

export const shape = defineShape({
  id: 'S1',
  name: 'proportion-series',
  components: [
    'Pie Chart',
    'Circular Proportion Chart',
    'User Experience Score',
    'Proportion Chart',
    '3D Water Column Chart',
    'Classification Proportion Chart',
    '3D Pie Proportion Chart',
    'Method Proportion Chart',
  ],
  tables: { table: table({ name1: text, name2: text, value: number }) },
  options: {
    unit: option.described(option.or(option.text, ''), 'the unit'),
    value: option.described(
      option.optional(option.either(option.number, option.word('average'))),
      'the overall value; `average` is the mean of all values',
    ),
  },
  defaultReading: 'table',
  fold({ table: rows }, { unit, value }, reading) {
    if (reading === 'sample') return { data: rows.map((row) => ({ name: row.name2, unit, value: row.value })) };
    const series = Array.from(groupBy(rows, 'name1'), ([name, group]) => ({
      name,
      data: group.map((row) => ({ name: row.name2, value: row.value })),
    }));
    return {
      ...overall(
        value,
        rows.map((row) => row.value),
      ),
      unit,
      series,
    };
  },
});
