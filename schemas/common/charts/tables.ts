import { formatNumber } from './format-number.ts';
import type { PictureCell, TablePicture, TextAlign } from './picture.ts';

const MAX_ROWS = 300;

/** Limits the rows of a table. The last row of a shortened table says how many rows are left out. */
export const limitRows = (rows: readonly (readonly PictureCell[])[]): readonly (readonly PictureCell[])[] =>
  rows.length > MAX_ROWS ? [...rows.slice(0, MAX_ROWS), [`and ${rows.length - MAX_ROWS} more`]] : rows;

/** Turns a value of a body into the text of a cell. */
export const cellText = (value: unknown): string => {
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
};

/** Draws rows as a table without headings. */
export const plainTable = (rows: readonly (readonly PictureCell[])[], align: readonly TextAlign[]): TablePicture => ({
  kind: 'table',
  header: [],
  align,
  rows: limitRows(rows),
});

/** Draws series of numbers as small lines, each between its name and its value. */
export const smallLines = (
  series: readonly { readonly name: string; readonly data: readonly number[]; readonly value: string }[],
): TablePicture =>
  plainTable(
    series.map(({ name, data, value }) => [name, { line: data }, value]),
    ['left', 'center', 'right'],
  );
