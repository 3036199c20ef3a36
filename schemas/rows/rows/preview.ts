import { axisPicture } from '../../common/charts/axis-picture.ts';
import { type Bar, horizontalBars } from '../../common/charts/bars.ts';
import type { Picture, Preview } from '../../common/charts/picture.ts';
import { cellText, limitRows } from '../../common/charts/tables.ts';

type Row = Readonly<Record<string, number | string | null>>;

type Body =
  | readonly Row[]
  | { readonly dimensions: readonly string[]; readonly source: readonly Row[] }
  | { readonly columns: readonly { readonly id: string; readonly name: string }[]; readonly rows: readonly Row[] };

/** Returns the text of a cell; a blank cell is null in the body. */
const textOf = (cell: number | string | null | undefined): string => cellText(cell ?? '');

const isNumeric = (rows: readonly Row[], key: string): boolean => rows.some((row) => typeof row[key] === 'number');

const tableOf = (keys: readonly string[], rows: readonly Row[]): Picture => ({
  kind: 'table',
  header: keys,
  align: keys.map((key) => (isNumeric(rows, key) ? 'right' : 'left')),
  rows: limitRows(rows.map((row) => keys.map((key) => textOf(row[key])))),
});

/** Draws a dataset: its first column has the categories, and each column of numbers is a series of bars. */
const barsOf = ([first = '', ...others]: readonly string[], rows: readonly Row[]): Picture =>
  axisPicture({
    categories: rows.map((row) => textOf(row[first])),
    series: others
      .filter((key) => isNumeric(rows, key))
      .map((name) => ({ name, type: 'bar', data: rows.map((row) => row[name]) })),
  });

const arePairs = (rows: readonly Row[]): boolean =>
  rows.every((row) => Object.keys(row).join() === 'name,value' && typeof row.value !== 'string');

export const preview: Preview<Body> = (body) => {
  if ('dimensions' in body) return barsOf(body.dimensions, body.source);
  if ('columns' in body)
    return tableOf(
      body.columns.map(({ id }) => id),
      body.rows,
    );
  if (body.length > 0 && arePairs(body))
    return horizontalBars(body.map(({ name, value }): Bar => ({ name: textOf(name), value: Number(value) })));
  return tableOf(Object.keys(body[0] ?? {}), body);
};
