import { isCellFault } from '../../../shared/tabular/cell-fault.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { parseTime } from '../../../shared/tabular/parse-time.ts';
import type { Texts } from './find-dates.ts';

/** Undefined if reading fails. */
type ReadFrom = (header: number | readonly number[]) => Texts | undefined;

/** Reports of office software have some lines above the header. */
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

/** True for the header of a pivot table, whose corner above the names of the rows is blank. */
const haveBlankCorner = ([corner = '', ...names]: readonly string[]): boolean =>
  !isFilled(corner) && names.length > 0 && areNames(names);

/** Counts the columns of numbers or times. Only the right header has no title among them. */
const countMeasures = ({ header, rows }: Texts): number =>
  header.filter((_, column) => {
    const cells = rows.map((row) => row[column] ?? '').filter(isFilled);
    return cells.length > 0 && cells.every(isData);
  }).length;

/** True if a line below the first is the header of a table of several columns. */
const isLaterHeader = (texts: Texts): boolean => {
  const { header, rows } = texts;
  const areWhole = shareOf(rows, ({ length }) => length === header.length) >= MIN_WHOLE_SHARE;
  if (header.length < 2 || !areWhole) return false;
  return areNames(header) || (haveBlankCorner(header) && countMeasures(texts) > 0);
};

/** True if the first line is a title: it has at most half as many filled cells as the header below has columns. */
const isTitle = (first: readonly string[], header: readonly string[]): boolean =>
  new Set(first.filter(isFilled)).size * 2 <= header.length;

/** True for a line of a name and its value, above a table with more columns: `Account,DE00 1234`. */
const isSetting = (first: readonly string[], below: Texts): boolean => {
  const filled = first.filter(isFilled).length;
  return filled < below.header.length && first.slice(0, filled).every(isFilled) && countMeasures(below) > 0;
};

/** True for a text with delimiters in it: one name is above it, and neither numbers nor times are below it. */
const isProse = (first: Texts, { rows }: Texts): boolean =>
  first.header.length === 1 && areNames(first.header) && !rows.some((row) => row.some(isData));

/**
 * Finds a header below the lines of a title. A line of a name and its value may look like a header, so the line below
 * it is the header if more columns have only numbers below that line.
 */
const findBelowTitle = (first: Texts, readFrom: ReadFrom) => {
  let found: { readonly line: number; readonly measures: number } | undefined;
  for (let line = 2; line <= MAX_HEADER_LINE; line += 1) {
    const below = readFrom(line);
    if (!below) break;
    const isBelow = isTitle(first.header, below.header) || isSetting(first.header, below);
    const isOne = isBelow && isLaterHeader(below) && !isProse(first, below);
    const measures = isOne ? countMeasures(below) : 0;
    if (found && (!isOne || measures <= found.measures)) break;
    if (isOne) found = { line, measures };
  }
  return found;
};

/** Returns undefined if no line looks like a header. */
const findHeaderLine = (first: Texts, readFrom: ReadFrom): number | undefined => {
  const areWhole = first.rows.every(({ length }) => length <= first.header.length);
  const isOne = areNames(first.header) && areWhole;
  if (isOne && first.header.length > 1) return 1;
  const hasCorner = haveBlankCorner(first.header) && areWhole;
  const below = findBelowTitle(first, readFrom);
  if (below && (!hasCorner || below.measures > countMeasures(first))) return below.line;
  return isOne || hasCorner ? 1 : undefined;
};

/** True if a file has no header: its first line holds numbers or times where the other lines do. */
const isHeadless = ({ header, rows }: Texts): boolean => {
  const columns = header.flatMap((cell, column) => (isData(cell) ? [column] : []));
  const holdsData = (column: number): boolean =>
    shareOf(rows, (row) => isFilled(row[column] ?? '') && isData(row[column] ?? '')) >= MIN_WHOLE_SHARE;
  return columns.length > 0 && columns.every(holdsData);
};

const MAX_LINES = 3;

const isUnique = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** Finds two or three lines, such as quarters above a plan and a result, that only together name each column. */
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

/** Finds a later line, several lines, or no header at all. Undefined for a header that is just the first line. */
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
