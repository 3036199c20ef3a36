import type { TablePicture, TextAlign } from './picture.ts';
import { cellText, limitRows } from './tables.ts';

/** The body of a list with any columns. */
export interface FreeListBody {
  readonly seriestitle: readonly string[];
  readonly textAlign: readonly TextAlign[];
  readonly thwidth?: readonly number[];
  readonly series: readonly (readonly unknown[])[];
}

/** Draws a list with free columns as a table. */
export const freeListTable = ({ seriestitle, textAlign, thwidth, series }: FreeListBody): TablePicture => ({
  kind: 'table',
  header: seriestitle,
  align: textAlign,
  ...(thwidth && { widths: thwidth }),
  rows: limitRows(series.map((row) => row.map(cellText))),
});
