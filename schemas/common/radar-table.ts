import { number, type Row, text } from '../../shared/tabular/column.ts';
import { type RowCount, table } from '../../shared/tabular/define-table.ts';
import { agree, completePairs } from '../../shared/tabular/key-checks.ts';
import { foldRadar } from './radar.ts';

const columns = { value1: number, name1: text, max: number, name2: text, value2: number };
const grid = { down: 'name2', across: 'name1', value: 'value2' } as const;

/** Declares the table that the interface defines for one radar. */
export const radarTable = (rowCount: RowCount = {}) =>
  table(columns, { rowCount, keys: [completePairs(grid), agree('value1'), agree('max', { by: 'name1' })] });

/** Folds the rows of a radar table into one radar. */
export const foldRadarTable = (rows: readonly Row<typeof columns>[], fill: number | undefined) =>
  foldRadar(
    rows.map(({ value1, name1, max, name2, value2 }) => ({
      value: value1,
      indicator: name1,
      max,
      series: name2,
      amount: value2,
    })),
    fill,
  );
