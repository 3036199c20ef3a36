import { describe, expect, test } from '@jest/globals';
import { createBudget } from '../../../shared/limits/budget.ts';
import { traceViolations } from '../../../shared/pipeline/trace-violations.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { freeTable, type TypedTables, table } from '../../../shared/tabular/define-table.ts';
import { groupBy } from '../../../shared/tabular/pivot.ts';

const definitions = { table: table({ group: text, value: number }) };
const rows = [
  { group: 'a', value: 1 },
  { group: 'a', value: 2 },
  { group: 'b', value: 2 },
];

const trace = (fold: (tables: TypedTables<typeof definitions>) => unknown, ...paths: string[]) =>
  traceViolations(definitions, { table: rows }, (tables) => fold(tables as TypedTables<typeof definitions>), paths);

describe('the cell behind a path', () => {
  test('the cell behind a path is found in its own row, even if another row has the same value', () => {
    expect(trace(({ table: all }) => ({ series: all }), 'series[2].value', 'series[1].group')).toEqual([
      { table: 'table', row: 2, column: 1 },
      { table: 'table', row: 1, column: 0 },
    ]);
  });

  const grouped = ({ table: all }: TypedTables<typeof definitions>) => ({
    groups: Array.from(groupBy(all, 'group'), ([id, group]) => ({ id, values: group.map(({ value }) => value) })),
  });

  test('if rows are grouped by a column, a violation in that column is traced to the first row of the group', () => {
    expect(trace(grouped, 'groups[1].id', 'groups[0].id', 'groups[0].values[1]')).toEqual([
      { table: 'table', row: 2, column: 0 },
      { table: 'table', row: 0, column: 0 },
      { table: 'table', row: 1, column: 1 },
    ]);
  });

  test('no cell is named for a path if the value was computed, or comes from several cells', () => {
    const sum = ({ table: rows }: TypedTables<typeof definitions>) => ({
      sum: rows.reduce((total, { value }) => total + value, 0),
      list: rows.map(({ value }) => value),
    });
    expect(trace(sum, 'sum', 'list', 'absent')).toEqual([undefined, undefined, undefined]);
  });

  test('the search for the cell behind a violation ends without a cell if the fold throws', () => {
    const picky = ({ table: rows }: TypedTables<typeof definitions>) => {
      if (rows.some(({ value }) => value > 2)) throw new Error('never happens with rows that were typed');
      return { series: rows.map(({ value }) => ({ value })) };
    };
    expect(trace(picky, 'series[0].value')).toEqual([undefined]);
  });

  test('the cell behind a path is found in a table of very many columns without a fold for each column', () => {
    const header = Array.from({ length: 5_000 }, (_, index) => `column ${index}`);
    const wide = { table: freeTable(text, text) };
    let folds = 0;
    const fold = (tables: Readonly<Record<string, unknown>>) => {
      folds++;
      return tables;
    };
    const row = header as [string, ...string[]];
    const typed = { table: { header, rows: [row, row] } };
    expect(traceViolations(wide, typed, fold, ['table.rows[1][7]'])).toEqual([{ table: 'table', row: 1, column: 7 }]);
    expect(folds).toBeLessThan(10);
  });

  test('the cell behind a path is not searched for if no time is left', () => {
    let folds = 0;
    const fold = () => {
      folds++;
      return { series: rows };
    };
    const budget = createBudget({ memoryMb: 256, endsAt: 1_000, now: () => 1_001 });
    expect(traceViolations(definitions, { table: rows }, fold, ['series[0].value'], budget)).toEqual([undefined]);
    expect(folds).toBe(0);
  });
});
