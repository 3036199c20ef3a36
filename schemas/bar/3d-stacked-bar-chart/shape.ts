import { fillOption, option } from '../../../shared/catalogue/option.ts';
import { sameLength } from '../../../shared/catalogue/rules.ts';
import { defineShape, statusWrapper } from '../../../shared/catalogue/shape.ts';
import { number, type Row, text } from '../../../shared/tabular/column.ts';
import { chosenTable, table } from '../../../shared/tabular/define-table.ts';
import { agree, completePairs } from '../../../shared/tabular/key-checks.ts';
import { groupBy, pivot } from '../../../shared/tabular/pivot.ts';

const grid = { down: 'set', across: 'legend', value: 'value' } as const;
const setColumns = { set: text, legend: text, value: number };
const groupColumns = { id: text, totalname: text, total: number, relatedname: text, related: number, ...setColumns };

type SetRow = Row<typeof setColumns>;
type GroupRow = Row<typeof groupColumns>;

const TOTALS = ['totalname', 'total', 'relatedname', 'related'] as const;

/** True if the rows have the columns of style 1. The option `style` alone decides which columns rows have. */
const hasGroups = (_rows: readonly SetRow[], style: 1 | 2): _rows is readonly GroupRow[] => style === 1;

const foldSets = (rows: readonly SetRow[], legend: readonly string[], fill: number | undefined) => {
  const { down, values } = pivot(rows, grid, fill, legend);
  return down.map((name, index) => ({ name, list: values[index] }));
};

const largest = (rows: readonly SetRow[]): number =>
  rows.length === 0 ? 0 : rows.reduce((most, { value }) => Math.max(most, value), Number.NEGATIVE_INFINITY);

export const shape = defineShape({
  id: 'S44',
  name: '3d-stacked-bar-chart',
  components: ['3D Stacked Bar Chart'],
  tables: {
    table: chosenTable('style', {
      '1': table(groupColumns, {
        keys: [
          completePairs(grid, { within: 'id', acrossOf: 'table' }),
          ...TOTALS.map((column) => agree(column, { by: 'id' })),
        ],
      }),
      '2': table(setColumns, { keys: [completePairs(grid)] }),
    }),
  },
  options: {
    style: option.described(
      option.or(option.word(1, 2), 2),
      '1 for two groups of two sets with totals, 2 for any number of sets',
    ),
    max: option.described(option.optional(option.number), "the scale's maximum; without it, the largest value"),
    id: option.described(option.or(option.text, '1'), 'the id of the group'),
    fill: fillOption,
  },
  rules: [sameLength('data.legend', 'data.series[].series[].list', 'data.singseries.series[].list')],
  fold({ table: rows }, { style, max, id, fill }) {
    const legend = [...new Set(rows.map((row) => row.legend))];
    const common = { max: String(max ?? largest(rows)), legend: legend.map((name) => ({ name })) };
    if (!hasGroups(rows, style)) {
      return statusWrapper({ ...common, singseries: { id, series: foldSets(rows, legend, fill) } });
    }
    const series = Array.from(groupBy(rows, 'id'), ([group, members]) => {
      const [{ totalname, total, relatedname, related }] = members;
      return { id: group, totalname, total, relatedname, related, series: foldSets(members, legend, fill) };
    });
    return statusWrapper({ ...common, series });
  },
});
