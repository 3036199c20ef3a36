import { isCellFault } from '../../../shared/tabular/cell-fault.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { parseTime } from '../../../shared/tabular/parse-time.ts';

interface Lines {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The last line that may be a header. Reports of office software have some lines above it. */
const MAX_HEADER_LINE = 20;

/** Minimum share of the rows below a header that have as many cells as the header. */
const MIN_WHOLE_SHARE = 0.8;

const YEAR = /^(19|20)\d\d$/;

const isFilled = (cell: string): boolean => cell.trim() !== '';

const isNumber = (cell: string): boolean =>
  parseNumber(cell.trim(), '.') !== undefined || parseNumber(cell.trim(), ',') !== undefined;

/** True for a cell that no header has. A year may be the name of a column. */
const isData = (cell: string): boolean =>
  (isNumber(cell) && !YEAR.test(cell.trim())) || !isCellFault(parseTime(cell.trim(), 'UTC'));

const areNames = (cells: readonly string[]): boolean =>
  cells.every((cell) => isFilled(cell) && !isData(cell)) && new Set(cells).size === cells.length;

const shareOf = (rows: Lines['rows'], isCounted: (row: readonly string[]) => boolean): number =>
  rows.length === 0 ? 0 : rows.filter(isCounted).length / rows.length;

/** True if a line below the first is the header of a table of several columns. */
const isLaterHeader = ({ header, rows }: Lines): boolean =>
  header.length > 1 && areNames(header) && shareOf(rows, ({ length }) => length === header.length) >= MIN_WHOLE_SHARE;

/** True if the first line is a title: most columns of the header below have no cell in it. */
const isTitle = (first: readonly string[], header: readonly string[]): boolean =>
  first.filter(isFilled).length * 2 <= header.length;

/**
 * Finds the line of a file's header: the first line, or a line below the title of a report. Undefined if no line looks
 * like one.
 * @param readFrom reads the file with its header in a line; undefined if that fails.
 */
export const findHeaderLine = (first: Lines, readFrom: (line: number) => Lines | undefined): number | undefined => {
  const isOne = areNames(first.header) && first.rows.every(({ length }) => length <= first.header.length);
  if (isOne && first.header.length > 1) return 1;
  for (let line = 2; line <= MAX_HEADER_LINE; line += 1) {
    const below = readFrom(line);
    if (!below) break;
    if (isTitle(first.header, below.header) && isLaterHeader(below)) return line;
  }
  return isOne ? 1 : undefined;
};

/** True if a file has no header: its first line holds numbers or times where the other lines do. */
export const isHeadless = ({ header, rows }: Lines): boolean => {
  const columns = header.flatMap((cell, column) => (isData(cell) ? [column] : []));
  const holdsData = (column: number): boolean =>
    shareOf(rows, (row) => isFilled(row[column] ?? '') && isData(row[column] ?? '')) >= MIN_WHOLE_SHARE;
  return columns.length > 0 && columns.every(holdsData);
};
