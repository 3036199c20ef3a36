import { isCellFault } from '../../../shared/tabular/cell-fault.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { parseTime } from '../../../shared/tabular/parse-time.ts';
import type { Texts } from './find-dates.ts';

/** Reads the file with its header in a line or in several lines; undefined if that fails. */
type ReadFrom = (header: number | readonly number[]) => Texts | undefined;

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

const shareOf = (rows: Texts['rows'], isCounted: (row: readonly string[]) => boolean): number =>
  rows.length === 0 ? 0 : rows.filter(isCounted).length / rows.length;

/** True if a line below the first is the header of a table of several columns. */
const isLaterHeader = ({ header, rows }: Texts): boolean =>
  header.length > 1 && areNames(header) && shareOf(rows, ({ length }) => length === header.length) >= MIN_WHOLE_SHARE;

/** True if the first line is a title: it has at most half as many filled cells as the header below has columns. */
const isTitle = (first: readonly string[], header: readonly string[]): boolean =>
  new Set(first.filter(isFilled)).size * 2 <= header.length;

/**
 * True if a line is probably a text with delimiters in it, and no header: there is one name above it, and neither numbers
 * nor times below it.
 */
const isProse = (first: Texts, { rows }: Texts): boolean =>
  first.header.length === 1 && areNames(first.header) && !rows.some((row) => row.some(isData));

/**
 * Finds the line of a file's header: the first line, or a line below the title of a report. Undefined if no line looks
 * like one.
 */
const findHeaderLine = (first: Texts, readFrom: ReadFrom): number | undefined => {
  const isOne = areNames(first.header) && first.rows.every(({ length }) => length <= first.header.length);
  if (isOne && first.header.length > 1) return 1;
  for (let line = 2; line <= MAX_HEADER_LINE; line += 1) {
    const below = readFrom(line);
    if (!below) break;
    if (isTitle(first.header, below.header) && isLaterHeader(below) && !isProse(first, below)) return line;
  }
  return isOne ? 1 : undefined;
};

/** True if a file has no header: its first line holds numbers or times where the other lines do. */
const isHeadless = ({ header, rows }: Texts): boolean => {
  const columns = header.flatMap((cell, column) => (isData(cell) ? [column] : []));
  const holdsData = (column: number): boolean =>
    shareOf(rows, (row) => isFilled(row[column] ?? '') && isData(row[column] ?? '')) >= MIN_WHOLE_SHARE;
  return columns.length > 0 && columns.every(holdsData);
};

/** The most lines of a header. */
const MAX_LINES = 3;

const isUnique = (names: readonly string[]): boolean => new Set(names).size === names.length;

/**
 * Finds a header of two or three lines, such as quarters above a plan and a result. Only all of its lines together give
 * each column a unique name.
 */
const findTallHeader = (readFrom: ReadFrom): readonly number[] | undefined => {
  for (let line = 1; line < MAX_HEADER_LINE; line += 1) {
    const upper = readFrom(line);
    if (!upper) return undefined;
    if (upper.header.some(isData) || new Set(upper.header.filter(isFilled)).size < 2) continue;
    for (let count = 2; count <= MAX_LINES; count += 1) {
      const lines = Array.from({ length: count }, (_, index) => line + index);
      const last = readFrom(lines.at(-1) ?? line)?.header;
      if (!last || last.some(isData) || isUnique(last.filter(isFilled))) break;
      const whole = readFrom(lines);
      if (whole && isLaterHeader(whole) && whole.rows.some((row) => row.some(isNumber))) return lines;
    }
  }
  return undefined;
};

/** Finds a header that is not just the first line: a later line, several lines, or no header at all. */
export const findHeaderLines = (
  first: Texts,
  readFrom: ReadFrom,
): { readonly header?: number | 'none' | readonly number[] } => {
  const line = findHeaderLine(first, readFrom);
  if (line !== undefined) return line === 1 ? {} : { header: line };
  const lines = findTallHeader(readFrom);
  if (lines) return { header: lines };
  return isHeadless(first) ? { header: 'none' } : {};
};
