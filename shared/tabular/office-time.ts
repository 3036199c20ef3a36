import { type CivilParts, civilTime } from './civil-time.ts';

/** English names in lower case. */
export const MONTHS: readonly string[] = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

const SHORT_LENGTH = 3;

export const shortMonth = (name: string): string => name.slice(0, SHORT_LENGTH);

const NUMBERS: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((name, index) => [
    [name, index + 1],
    [shortMonth(name), index + 1],
  ]),
);

/** A time of day behind a date: ` 08:31`, ` 8:31:05`, `, 10:22 PM`, ` at 10:22 p. m.`. */
const CLOCK = String.raw`(?:(?:,? |,? at )(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])(?:m|\. ?m\.))?)?`;
const form = (date: string): RegExp => new RegExp(`^${date}${CLOCK}$`, 'i');

const DAY_FIRST = form(String.raw`(\d{1,2})([ ./-])([a-z]{3,9})\2(\d{4})`);
const MONTH_FIRST = form(String.raw`([a-z]{3,9}) (\d{1,2}),? (\d{4})`);
const NUMBERED = form(String.raw`(\d{4})([-/年])(\d{1,2})([-/月])(\d{1,2})(日?)`);
const WEEK_DAY = form(String.raw`(\d{4})-W(\d{2})-([1-7])`);
const WEEK = /^(\d{4})-W(\d{2})$/;
const MONTH = /^(\d{4})(?:-(\d{2})|年(\d{1,2})月)$/;

const START = { day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };

type Clock = readonly (string | undefined)[];

/** Returns the hour from 0 to 23 of an hour from 1 to 12; NaN for any other hour. */
export const fullHour = (hour: number, isAfternoon: boolean): number =>
  hour >= 1 && hour <= 12 ? (hour % 12) + (isAfternoon ? 12 : 0) : Number.NaN;

const clockOf = ([hour = '0', minute = '0', second = '0', fraction = '', half]: Clock) => ({
  hour: half === undefined ? Number(hour) : fullHour(Number(hour), half.toLowerCase() === 'p'),
  minute: Number(minute),
  second: Number(second),
  millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
});

const civilOf = (parts: CivilParts): number => civilTime(parts) ?? Number.NaN;

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** Days from a Monday to 1970-01-01. */
const EPOCH_WEEKDAY = 3;

/** Returns the midnight of a day of an ISO week. NaN if the year has no such week. */
const dayOfWeek = (year: number, week: number, day: number): number => {
  const fourth = civilOf({ ...START, year, month: 1, day: 4 });
  const weekday = (((fourth / DAY_MS + EPOCH_WEEKDAY) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS;
  const monday = fourth + ((week - 1) * WEEK_DAYS - weekday) * DAY_MS;
  const isOfYear = week >= 1 && monday + EPOCH_WEEKDAY * DAY_MS < civilOf({ ...START, year: year + 1, month: 1 });
  return isOfYear ? monday + (day - 1) * DAY_MS : Number.NaN;
};

const namedDay = (year: string, month: string, day: string, clock: Clock): number | undefined => {
  const number = NUMBERS.get(month.toLowerCase());
  return number && civilOf({ year: Number(year), month: number, day: Number(day), ...clockOf(clock) });
};

const ZERO = 48;
const SPACE = 32;
const HYPHEN = 45;
const COLON = 58;
const SHORT_DATE_CHARACTERS = 'dd-MMM-yyyy'.length;
const MINUTE_CHARACTERS = 'dd-MMM-yyyy HH:mm'.length;
const SECOND_CHARACTERS = 'dd-MMM-yyyy HH:mm:ss'.length;

/** Returns the number that two digits write, or NaN. */
const pairAt = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
};

/** The times in a file are often on the same day. The midnight is in UTC. */
let lastDate = '';
let lastMidnight: number | undefined;

/** Returns the midnight of a day such as `20-Nov-2026`. Undefined for any other text. */
const midnightOf = (date: string): number | undefined => {
  if (date === lastDate) return lastMidnight;
  const separator = date.charCodeAt(2);
  const isDate = (separator === SPACE || separator === HYPHEN) && date.charCodeAt(6) === separator;
  const month = isDate ? NUMBERS.get(date.slice(3, 6).toLowerCase()) : undefined;
  const year = pairAt(date, 7) * 100 + pairAt(date, 9);
  lastMidnight = month === undefined ? undefined : civilTime({ ...START, year, month, day: pairAt(date, 0) });
  lastDate = date;
  return lastMidnight;
};

/**
 * Reads `dd-MMM-yyyy`, `dd-MMM-yyyy HH:mm` and `dd-MMM-yyyy HH:mm:ss`, also with blanks in the date. Undefined for any
 * other text, so that the slower patterns decide.
 */
const readShort = (text: string): number | undefined => {
  const { length } = text;
  if (length !== SECOND_CHARACTERS && length !== MINUTE_CHARACTERS && length !== SHORT_DATE_CHARACTERS)
    return undefined;
  const midnight = midnightOf(text.slice(0, SHORT_DATE_CHARACTERS));
  if (midnight === undefined || length === SHORT_DATE_CHARACTERS) return midnight;
  const hasSeconds = length === SECOND_CHARACTERS;
  if (text.charCodeAt(11) !== SPACE || text.charCodeAt(14) !== COLON) return undefined;
  if (hasSeconds && text.charCodeAt(17) !== COLON) return undefined;
  const hour = pairAt(text, 12);
  const minute = pairAt(text, 15);
  const second = hasSeconds ? pairAt(text, 18) : 0;
  const isClock = hour < 24 && minute < 60 && second < 60;
  return isClock ? midnight + ((hour * 60 + minute) * 60 + second) * 1000 : undefined;
};

const readNamed = (text: string): number | undefined => {
  const [, first = '', , month = '', year = '', ...clock] = DAY_FIRST.exec(text) ?? [];
  if (year !== '') return namedDay(year, month, first, clock);
  const [, name = '', day = '', inYear = '', ...rest] = MONTH_FIRST.exec(text) ?? [];
  return inYear === '' ? undefined : namedDay(inYear, name, day, rest);
};

/** Marks between the parts of a date. A hyphen needs two digits for months and days, as in ISO 8601. */
const MARKS: ReadonlySet<string> = new Set(['--', '//', '年月日']);

/** Reads a date whose parts are numbers: `2026年11月20日`, `2026/11/20`, `2026-11-20`, perhaps with a time of day. */
export const readNumbered = (text: string): number | undefined => {
  const [, year = '', first = '', month = '', second = '', day = '', last = '', ...clock] = NUMBERED.exec(text) ?? [];
  if (!MARKS.has(first + second + last) || (first === '-' && month.length + day.length < 4)) return undefined;
  return civilOf({ year: Number(year), month: Number(month), day: Number(day), ...clockOf(clock) });
};

const readWeek = (text: string): number | undefined => {
  const [, year = '', week = '', day = '1', ...clock] = WEEK_DAY.exec(text) ?? WEEK.exec(text) ?? [];
  if (year === '') return undefined;
  return (
    dayOfWeek(Number(year), Number(week), Number(day)) + civilOf({ ...START, year: 1970, month: 1, ...clockOf(clock) })
  );
};

const readMonth = (text: string): number | undefined => {
  const [, year = '', month, inChinese] = MONTH.exec(text) ?? [];
  return year === '' ? undefined : civilOf({ ...START, year: Number(year), month: Number(month ?? inChinese) });
};

/**
 * Reads forms with one meaning: `20 Nov 2026`, `Nov 20, 2026`, `2026年11月20日`, `2026-11`, `2026年11月`, `2026-W47`, and
 * behind a day ` 8:31:05` or ` 10:22 PM`. Returns the time as if it were UTC; NaN for a time that does not exist, and
 * undefined for any other text.
 */
export const readOfficeTime = (text: string): number | undefined =>
  readShort(text) ?? readNamed(text) ?? readNumbered(text) ?? readWeek(text) ?? readMonth(text);
