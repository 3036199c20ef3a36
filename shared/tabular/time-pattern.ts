import { areSeconds, parseTime, TIME_FORMS, timeFault } from './parse-time.ts';
import { createPatternReader, type TimeReader } from './time-steps.ts';

const SECONDS = /^(-?)(\d{1,12})(?:[.,](\d+))?$/;
/** The last second of the year 9999. A larger number is probably milliseconds. */
const MAX_SECONDS = 253_402_300_799;

const readSeconds: TimeReader = (text) => {
  const [, sign, whole = '', fraction = ''] = SECONDS.exec(text) ?? [];
  const seconds = Number(whole);
  if (whole === '' || seconds > MAX_SECONDS)
    return timeFault(text, 'is not a time', 'write seconds since 1970, such as 1795172400, because of dates: seconds');
  const time = seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return sign === '-' ? -time : time;
};

const HINT = `say how the file writes its times, such as dates: dd/MM/yyyy HH:mm; without dates, write ${TIME_FORMS}`;

const SECONDS_HINT = 'say how the file writes its times: dates: seconds';

/** Matches a length of time, such as `1:38:41`. */
const DURATION = /^\d{1,4}:\d{2}(?::\d{2})?$/;

const DURATION_HINT = 'if the cell is a length of time, read it as a number with `durations`; a time needs its date';

/** Longest text that is compared with the forms of times. */
const MAX_CHARACTERS = 40;

/** Returns a hint with the patterns that read a text, if there are any. */
const hintOf = (text: string): string => {
  if (areSeconds(text)) return SECONDS_HINT;
  if (DURATION.test(text)) return DURATION_HINT;
  if (text.length > MAX_CHARACTERS) return HINT;
  const reads = (pattern: string) => typeof createPatternReader(pattern, 'UTC', undefined)(text) === 'number';
  const patterns = suggestDates(text, reads).map((pattern) => `\`dates: ${pattern}\``);
  return patterns.length === 0 ? HINT : `say how the file writes its times: ${patterns.join(' or ')}`;
};

/**
 * Creates a reader for the times of a file.
 * @param dates the form of the file's times: `seconds`, or a pattern of the letters in `TIME_LETTERS`. All other
 * characters of the pattern must occur as they are. Missing parts are those of 1970-01-01 00:00. If undefined, the
 * usual forms are read.
 * @param months the names of the twelve months, if they are not English.
 */
export const createTimeReader = (
  dates: string | undefined,
  timezone: string,
  months?: readonly string[],
): TimeReader => {
  if (dates === 'seconds') return readSeconds;
  if (dates !== undefined) return createPatternReader(dates, timezone, months);
  return (text) => parseTime(text, timezone, hintOf);
};

/** Matches the time of day at the end of a text. */
const CLOCK = /^(.*?\d.*?)((?:,? |T)\d{1,2}:\d{2}.*)$/;

const clockPattern = (clock: string): string => {
  const isHalfDay = /[ap]\.?m\.?$/i.test(clock);
  const hour = isHalfDay ? 'h' : 'H';
  return clock
    .replace(/[ap]\.?m\.?$/i, 'a')
    .replace(/(\d{1,2}):(\d{2})/, (_, hours: string) => `${hour.repeat(hours.length)}:mm`)
    .replace(/:\d{2}/, ':ss')
    .replace(/([.,])\d{3}/, '$1SSS')
    .replace(/[+-]\d{2}:?\d{2}$/, 'Z');
};

/** The orders of the numbers in a date, with and without a name for the month. */
const ORDERS = ['dMy', 'Mdy', 'yMd'];
const ORDERS_BESIDE_NAMES = ['dy', 'yd'];

const PARTS = /\d+|\p{L}+/gu;

const isNumber = (part: string): boolean => /^\d/.test(part);

/** Splits eight digits without marks into a year, a month and a day. */
const COMPACT = /^\d{8}$/;

/** Matches the name of a weekday before a date. */
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)/i;

const wordPattern = (word: string): string => {
  if (word === 'T') return word;
  const letter = WEEKDAY.test(word) ? 'E' : 'M';
  return letter.repeat(word.length > 3 ? 4 : 3);
};

const datePatterns = (date: string): readonly string[] => {
  if (COMPACT.test(date)) return ['yyyyMMdd'];
  const parts = date.match(PARTS) ?? [];
  const hasName = parts.some((part) => !isNumber(part) && !WEEKDAY.test(part));
  return (hasName ? ORDERS_BESIDE_NAMES : ORDERS).map((order) => {
    let index = 0;
    return date.replace(PARTS, (part) => {
      if (!isNumber(part)) return wordPattern(part);
      const letter = order.charAt(index) || 'd';
      index += 1;
      return letter.repeat(part.length);
    });
  });
};

/**
 * Returns the patterns of `dates` that may read a text, such as dd/MM/yyyy and MM/dd/yyyy for 11/12/2026.
 * @param reads tries a pattern.
 */
export const suggestDates = (text: string, reads: (pattern: string) => boolean): readonly string[] => {
  const [, date = text, clock = ''] = CLOCK.exec(text) ?? [];
  const end = clockPattern(clock);
  return datePatterns(date)
    .map((pattern) => pattern + end)
    .filter((pattern) => !/y{5}|(?<!y)y(?:yy)?(?!y)|d{3}/.test(pattern) && reads(pattern));
};
