import { sameLength, within } from '../../shared/catalogue/rules.ts';
import { number, type Row, text } from '../../shared/tabular/column.ts';
import { type FreeRows, type RowCount, table } from '../../shared/tabular/define-table.ts';
import { agree, completePairs, type KeyCheck } from '../../shared/tabular/key-checks.ts';
import { groupBy, pivot } from '../../shared/tabular/pivot.ts';

/** A table of several radars has one more column before them, for the owner of the row. */
export const radarColumns = { value: number, indicator: text, max: number, series: text, amount: number };

type RadarRow = Omit<Row<typeof radarColumns>, 'value'> & { readonly value: number | string };

const grid = { down: 'series', across: 'indicator', value: 'amount' } as const;

/**
 * Creates the key checks of radars in one table: all pairs, one value for each radar, one maximum for each indicator.
 */
export const radarKeys = (owner: string): readonly KeyCheck[] => [
  completePairs(grid, { within: owner }),
  agree('value', { by: owner }),
  agree('max', { by: [owner, 'indicator'] }),
];

/** Folds rows into one radar. No rows give an empty radar. */
export const foldRadar = (rows: readonly RadarRow[], fill: number | undefined) => {
  const { down, across, values } = pivot(rows, grid, fill);
  const maxima = new Map(rows.map(({ indicator, max }) => [indicator, max]));
  return {
    value: rows[0]?.value ?? 0,
    indicator: across.map((name) => ({ name, max: maxima.get(name) })),
    series: down.map((name, index) => ({ name, value: values[index] })),
  };
};

/** A cell and an alignment for each column, a radar for each row, a value for each corner. */
export const radarListRules = [
  sameLength('seriestitle', 'textAlign', 'series[]'),
  sameLength('series', 'radars'),
  within('radars[]', sameLength('indicator', 'series[].value')),
];

/** Radars in the order of the list's rows. `row` is the number of a row, from 1. */
export const listRadars = (
  { rows }: FreeRows,
  radars: readonly (RadarRow & { readonly row: number })[],
  fill: number | undefined,
) => {
  const radarOf = groupBy(radars, 'row');
  return rows.flatMap((_, index) => {
    const radar = radarOf.get(index + 1);
    return radar ? [foldRadar(radar, fill)] : [];
  });
};

const columns = { value1: number, name1: text, max: number, name2: text, value2: number };
const tableGrid = { down: 'name2', across: 'name1', value: 'value2' } as const;

/** Declares the table that the interface defines for one radar. */
export const radarTable = (rowCount: RowCount = {}) =>
  table(columns, { rowCount, keys: [completePairs(tableGrid), agree('value1'), agree('max', { by: 'name1' })] });

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
