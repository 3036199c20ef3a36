import { writeCsv } from '../../shared/csv/write-csv.ts';

/** Matches a text that a spreadsheet program may take for a formula. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]/;

const asText = (cell: string | number): string | number =>
  typeof cell === 'string' && FORMULA.test(cell) && Number.isNaN(Number(cell)) ? `'${cell}` : cell;

/** Writes rows as CSV for a spreadsheet program, in which no text of a user becomes a formula. */
export const writeSheetCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  writeCsv(rows.map((row) => row.map(asText)));
