import { isCellFault } from '../../../shared/tabular/cell-fault.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { createTimeReader, suggestDates } from '../../../shared/tabular/time-pattern.ts';
import type { TimeReader } from '../../../shared/tabular/time-steps.ts';

export interface Texts {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const DAYS = ['dd/MM/yyyy', 'MM/dd/yyyy', 'dd.MM.yyyy', 'dd-MM-yyyy', 'yyyy.MM.dd', 'yyyy年MM月dd日'];
const LOOSE_DAYS = ['d/M/yyyy', 'M/d/yyyy', 'd.M.yyyy', 'd-M-yyyy', 'yyyy年M月d日', 'dd.MM.yy', 'dd/MM/yy', 'MM/dd/yy'];
const CLOCKS = ['', ' HH:mm', ' HH:mm:ss', ' H:mm', ' H:mm:ss', ', HH:mm', ', HH:mm:ss'];

const PATTERNS = [...DAYS, ...LOOSE_DAYS].flatMap((day) => CLOCKS.map((clock) => day + clock));

/** Matches a text of three parts that may be a date, perhaps with a time of day. */
const LIKE_DATE = /^(?:\p{L}+,? )?[\p{L}\d]{1,9}[ ./-]{1,2}[\p{L}\d]{1,9}[ ./,-]+\d{2,4}(?!\d)/u;

const TIMES = /(^|[^a-z])(time|date|at|ts|timestamp|when|epoch|clock)([^a-z]|$)|时间|日期/i;

/** Matches seconds of the years 2001 to 2033, which have ten digits. Milliseconds have thirteen. */
const SECONDS = /^[12]\d{9}(\.\d+)?$/;
const MILLISECONDS = /^[12]\d{12}$/;

export const cellsOf = ({ rows }: Pick<Texts, 'rows'>, column: number): readonly string[] =>
  rows.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '');

/** Returns undefined if a cell is not a time, or if there are no cells. */
export const readTimes = (cells: readonly string[], read: TimeReader): readonly number[] | undefined => {
  const times: number[] = [];
  for (const cell of cells) {
    const time = read(cell);
    if (isCellFault(time)) return undefined;
    times.push(time);
  }
  return times.length > 0 ? times : undefined;
};

/** Returns a unit only if the column's name tells times from other large numbers. */
export const countedUnit = (name: string, cells: readonly string[]): 'seconds' | 'milliseconds' | undefined => {
  if (!TIMES.test(name) || cells.length === 0) return undefined;
  if (cells.every((cell) => MILLISECONDS.test(cell))) return 'milliseconds';
  return cells.every((cell) => SECONDS.test(cell)) ? 'seconds' : undefined;
};

const isNumeric = (cells: readonly string[]): boolean => cells.every((cell) => parseNumber(cell) !== undefined);

const MAX_MODELS = 20;

/** The languages whose names of months are known here, besides English. */
const LANGUAGES = ['de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'tr'];
const MONTHS_OF_A_YEAR = 12;
const MARCH = 2;
/** German office software writes Mrz, where others write Mär. */
const GERMAN_MARCH = 'Mrz';

const monthsIn = (language: string, month: 'short' | 'long'): readonly string[] => {
  const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
  return Array.from({ length: MONTHS_OF_A_YEAR }, (_, index) =>
    format.format(Date.UTC(2026, index)).replace(/\.$/, ''),
  );
};

/** Lists the names of the twelve months in each language: undefined for English, which needs no list. */
const listMonths = (): readonly (readonly string[] | undefined)[] => [
  undefined,
  ...LANGUAGES.flatMap((language) => [monthsIn(language, 'short'), monthsIn(language, 'long')]),
  monthsIn('de', 'short').with(MARCH, GERMAN_MARCH),
];

/** Returns the patterns that a column's own cells show, such as dd-MMM-yy. */
const patternsOf = (cells: readonly string[], timezone: string, months?: readonly string[]): readonly string[] => {
  const reads = (cell: string) => (pattern: string) => !isCellFault(createTimeReader(pattern, timezone, months)(cell));
  return cells
    .slice(0, MAX_MODELS)
    .filter((cell) => LIKE_DATE.test(cell))
    .flatMap((cell) => suggestDates(cell, reads(cell)))
    .map((pattern) => (months ? pattern.replace('MMMM', 'MMM') : pattern));
};

export interface FoundDates {
  readonly dates?: string;
  /** The names of the months in `dates`, if they are not English. */
  readonly months?: readonly string[];
}

/** A column whose times have several readings, such as 03/04/2026, and the patterns that read all of its cells. */
export interface UnclearDates {
  readonly column: string;
  readonly patterns: readonly string[];
}

/** Returns one pattern for each reading. */
const readingsOf = (cells: readonly string[], timezone: string, months?: readonly string[]): readonly string[] => {
  const readings = new Map<string, string>();
  for (const pattern of new Set([...(months ? [] : PATTERNS), ...patternsOf(cells, timezone, months)])) {
    const times = readTimes(cells, createTimeReader(pattern, timezone, months))?.join();
    if (times !== undefined && !readings.has(times)) readings.set(times, pattern);
  }
  return [...readings.values()];
};

const HAS_NAME = /\p{L}{3}/u;

/** Returns patterns if the user must decide between them. */
const datesOf = (cells: readonly string[], timezone: string): FoundDates | readonly string[] | undefined => {
  const hasNames = cells.some((cell) => LIKE_DATE.test(cell) && HAS_NAME.test(cell));
  for (const months of hasNames ? listMonths() : [undefined]) {
    const [dates, ...others] = readingsOf(cells, timezone, months);
    if (dates !== undefined) return others.length > 0 ? [dates, ...others] : { dates, ...(months && { months }) };
  }
  return undefined;
};

/** Finds a pattern that is not a usual one, and the columns whose times have several readings. */
export const findDates = (
  texts: Texts,
  timezone: string,
): { readonly times: FoundDates; readonly unclear: readonly UnclearDates[] } => {
  const columns = texts.header.map((name, index) => ({ name, cells: cellsOf(texts, index) }));
  const usual = createTimeReader(undefined, timezone);
  const unclear: UnclearDates[] = [];
  if (columns.some(({ cells }) => readTimes(cells, usual))) return { times: {}, unclear };
  if (columns.some(({ name, cells }) => countedUnit(name, cells) === 'seconds'))
    return { times: { dates: 'seconds' }, unclear };
  for (const { name, cells } of columns) {
    const found = cells.length > 0 && !isNumeric(cells) ? datesOf(cells, timezone) : undefined;
    if (found && 'dates' in found) return { times: found, unclear };
    if (Array.isArray(found)) unclear.push({ column: name.trim(), patterns: found });
  }
  return { times: {}, unclear };
};
