import { option } from '../../../shared/catalogue/option.ts';
import { indexInto } from '../../../shared/catalogue/rules.ts';
import { defineShape } from '../../../shared/catalogue/shape.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { provinceName } from '../../common/provinces.ts';
import { performanceOptions, performanceValue } from '../../common/summary.ts';

interface LegendEntry {
  readonly name: string;
  /** Values below it belong to this entry. An entry without a bound gets all remaining values. */
  readonly below?: number | undefined;
}

/**
 * Returns a field with the index of the first legend entry that a value belongs to; no field if there is no such entry.
 */
const legendNoOf = (value: number, legend: readonly LegendEntry[]): { legendNo?: number } => {
  const legendNo = legend.findIndex(({ below }) => below === undefined || value < below);
  return legendNo === -1 ? {} : { legendNo };
};

export const shape = defineShape({
  id: 'S25',
  name: 'map',
  components: ['Map', '3D Map'],
  tables: { table: table({ name: text, value: number }) },
  options: {
    ...performanceOptions,
    names: option.described(
      option.optional(option.word('short')),
      '`short` sends provinces by their short Chinese names, such as 浙江 for 浙江省 or Zhejiang',
    ),
    legend: option.described(
      option.optional(option.list(option.record({ name: option.text, below: option.optional(option.number) }))),
      'the legend; a region belongs to the first entry whose `below` is greater than its value',
    ),
  },
  rules: [indexInto('series[].legendNo', 'legend.data', { whenAbsent: 0 })],
  fold({ table: written }, { unit, value, names, legend }) {
    const rows = names === 'short' ? written.map((row) => ({ ...row, name: provinceName(row.name) })) : written;
    const performance = { value: performanceValue(value, rows), unit };
    if (!legend) return { ...performance, series: rows };
    return {
      ...performance,
      legend: { data: legend.map(({ name }) => ({ name })) },
      series: rows.map((row) => ({ ...row, ...legendNoOf(row.value, legend) })),
    };
  },
});
