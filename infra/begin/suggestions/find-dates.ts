import { isCellFault } from '../../../shared/tabular/cell-fault.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { suggestDates } from '../../../shared/tabular/suggest-dates.ts';
import { createTimeReader } from '../../../shared/tabular/time-pattern.ts';
import type { TimeReader } from '../../../shared/tabular/time-steps.ts';

/** The header and rows of a file, as texts. */
export interface Texts {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const DAYS = ['dd/MM/yyyy', 'MM/dd/yyyy', 'dd.MM.yyyy', 'dd-MM-yyyy', 'yyyy.MM.dd', 'yyyy年MM月dd日'];
const LOOSE_DAYS = ['d/M/yyyy', 'M/d/yyyy', 'd.M.yyyy', 'd-M-yyyy', 'yyyy年M月d日', 'dd.MM.yy', 'dd/MM/yy', 'MM/dd/yy'];
const CLOCKS = ['', ' HH:mm', ' HH:mm:ss', ' H:mm', ' H:mm:ss', ', HH:mm', ', HH:mm:ss'];

const PATTERNS = [...DAYS, ...LOOSE_DAYS].flatMap((day) => CLOCKS.map((clock) => day + clock));

/** Matches a text of three parts that may be a date, perhaps with a time of day. */
const LIKE_DATE = /^(?:\p{L}+,? )?[\p{L}\d]{1,9}[ ./-][\p{L}\d]{1,9}[ ./,-]+\d{2,4}(?!\d)/u;

/** Matches names of columns that hold times. */
const TIMES = /(^|[^a-z])(time|date|at|ts|timestamp|when|epoch)([^a-z]|$)|时间|日期/i;

/** Matches seconds of the years 2001 to 2033, which have ten digits. Milliseconds have thirteen. */
const SECONDS = /^[12]\d{9}(\.\d+)?$/;
const MILLISECONDS = /^[12]\d{12}$/;

/** Returns the filled cells of a column. */
export const cellsOf = ({ rows }: Pick<Texts, 'rows'>, column: number): readonly string[] =>
  rows.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');

/** Reads all cells as times; undefined if a cell is not a time, or if there are no cells. */
export const readTimes = (cells: readonly string[], read: TimeReader): readonly number[] | undefined => {
  const times: number[] = [];
  for (const cell of cells) {
    const time = read(cell);
    if (isCellFault(time)) return undefined;
    times.push(time);
  }
  return times.length > 0 ? times : undefined;
};

/**
 * Returns the unit of a column of numbers since 1970; undefined for other columns. Only the column's name distinguishes
 * such times from other large numbers.
 */
export const countedUnit = (name: string, cells: readonly string[]): 'seconds' | 'milliseconds' | undefined => {
  if (!TIMES.test(name) || cells.length === 0) return undefined;
  if (cells.every((cell) => MILLISECONDS.test(cell))) return 'milliseconds';
  return cells.every((cell) => SECONDS.test(cell)) ? 'seconds' : undefined;
};

const isNumeric = (cells: readonly string[]): boolean => cells.every((cell) => parseNumber(cell) !== undefined);

/** Number of cells from which patterns are derived. */
const MAX_MODELS = 20;

const isTimeBy = (pattern: string, cell: string, timezone: string): boolean =>
  !isCellFault(createTimeReader(pattern, timezone)(cell));

/** Returns the usual patterns, and those that a column's own cells show, such as dd-MMM-yy. */
const patternsFor = (cells: readonly string[], timezone: string): readonly string[] => {
  const models = cells
    .slice(0, MAX_MODELS)
    .filter((cell) => LIKE_DATE.test(cell))
    .flatMap((cell) => suggestDates(cell, (pattern) => isTimeBy(pattern, cell, timezone)));
  return [...new Set([...PATTERNS, ...models])];
};

/** Finds the pattern of a column's times; undefined if several patterns give different times, as for 03/04/2026. */
const patternOf = (cells: readonly string[], timezone: string): string | undefined => {
  const found = patternsFor(cells, timezone).flatMap((pattern) => {
    const times = readTimes(cells, createTimeReader(pattern, timezone));
    return times ? [{ pattern, times: times.join() }] : [];
  });
  const isClear = new Set(found.map(({ times }) => times)).size === 1;
  return isClear ? found[0]?.pattern : undefined;
};

/** Finds how a file writes its times, if not in one of the usual ways. */
export const findDates = (texts: Texts, timezone: string): { readonly dates?: string } => {
  const columns = texts.header.map((name, index) => ({ name, cells: cellsOf(texts, index) }));
  const usual = createTimeReader(undefined, timezone);
  if (columns.some(({ cells }) => readTimes(cells, usual))) return {};
  if (columns.some(({ name, cells }) => countedUnit(name, cells) === 'seconds')) return { dates: 'seconds' };
  for (const { cells } of columns) {
    const pattern = cells.length > 0 && !isNumeric(cells) ? patternOf(cells, timezone) : undefined;
    if (pattern !== undefined) return { dates: pattern };
  }
  return {};
};
