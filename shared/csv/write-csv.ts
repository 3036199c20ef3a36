/** RFC 4180 demands quotes for these cells. */
const NEEDS_QUOTES = /[",\n\r]/;

const quoteIfNeeded = (cell: string): string => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Writes rows of cells as CSV with commas. The last line has no line break. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.map((cell) => quoteIfNeeded(String(cell))).join(',')).join('\n');
