import { isNamedZone, plainBlanks, zoneNameOf } from './framed-time.ts';
import { areSeconds, parseTime, serialHint, TIME_FORMS, timeFault } from './parse-time.ts';
import { timePart, timeTokens } from './time-letters.ts';
import { OFFSET } from './time-offset.ts';
import { createPatternReader, foreignMonth, offsetHint, type TimeReader } from './time-steps.ts';

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

/** A length of time such as `1:38:41`. */
const DURATION = /^\d{1,4}:\d{2}(?::\d{2})?$/;

const DURATION_HINT = 'if the cell is a length of time, read it as a number with `durations`; a time needs its date';

/** Longer texts are not compared with the forms of times. */
const MAX_CHARACTERS = 40;

const reads = (pattern: string, text: string): boolean =>
  typeof createPatternReader(pattern, 'UTC', undefined)(text) === 'number';

const patternsFor = (text: string): readonly string[] => suggestDates(text, (pattern) => reads(pattern, text));

const zoneHint = (text: string, pattern: string | undefined): string | undefined => {
  const name = zoneNameOf(text);
  if (name === undefined || !(pattern !== undefined || isNamedZone(text))) return undefined;
  const write = offsetHint(name);
  if (pattern === undefined) return write;
  return `${write}; if it is the dashboard's own \`timezone\`, write \`dates: ${pattern}\``;
};

/** Returns the hint for a text with the name of a month in another language. */
const monthHint = (text: string): string | undefined => {
  if (!/\d/.test(text)) return undefined;
  const word = foreignMonth(text, (english) => patternsFor(english).length > 0);
  const [pattern] = word === undefined ? [] : patternsFor(text.replace(word, 'Jan'));
  return pattern && `write \`dates: ${pattern}\`, and name the twelve months of the file with \`months\``;
};

/** Names the patterns that read the text, if there are any. */
const hintOf = (cell: string): string => {
  if (areSeconds(cell)) return SECONDS_HINT;
  const serial = serialHint(cell);
  if (serial !== undefined) return serial;
  if (DURATION.test(cell)) return DURATION_HINT;
  if (cell.length > MAX_CHARACTERS) return HINT;
  const text = plainBlanks(cell);
  const [first, ...others] = patternsFor(text);
  const zone = zoneHint(text, first);
  if (zone !== undefined) return zone;
  const patterns = [first, ...others].map((pattern) => `\`dates: ${pattern}\``);
  return first === undefined
    ? (monthHint(text) ?? HINT)
    : `say how the file writes its times: ${patterns.join(' or ')}`;
};

/**
 * @param dates `seconds`, or a pattern of the letters in `TIME_LETTERS`. All other characters of the pattern must occur
 * as they are. Missing parts are those of 1970-01-01 00:00. If undefined, the usual forms are read.
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

/** A time of day at the end of a text. */
const CLOCK = /^(.*?\d.*?)((?:,? |T)\d{1,2}:\d{2}.*)$/;

/** The zone at the end of a time of day. */
const ZONE = new RegExp(String.raw`(?<=\d ?|m\.? ?)(?:${OFFSET})$`, 'i');
/** The name of a zone, which a pattern has in quotes. */
const ZONE_NAME = /(?<=[\dam] )(?!a$)([A-Z]{2,5}|[A-Z][A-Za-z_]+(?:\/[A-Z][\w+-]+)+)$/;
const HALF = /[ap](?:m|\. ?m\.)/i;

const clockPattern = (clock: string): string => {
  const hour = HALF.test(clock) ? 'h' : 'H';
  return clock
    .replace(ZONE, 'Z')
    .replace(HALF, 'a')
    .replace(ZONE_NAME, "'$1'")
    .replace(/(\d{1,2}):(\d{2})/, (_, hours: string) => `${lettersFor(hour, hours, hour === 'h')}:mm`)
    .replace(/:\d{2}/, ':ss')
    .replace(/([.,])\d{3,9}/, '$1SSS');
};

/** Returns the letters for a number. A loose part also takes fewer digits, unless this one has a zero before it. */
const lettersFor = (letter: string, digits: string, isLoose: boolean): string =>
  isLoose && !digits.startsWith('0') ? letter : letter.repeat(digits.length);

/** Orders of the numbers in a date, with and without a name for the month. */
const ORDERS = ['dMy', 'Mdy', 'yMd'];
const ORDERS_BESIDE_NAMES = ['dy', 'yd'];

const PARTS = /\d+|\p{L}+/gu;

const isNumber = (part: string): boolean => /^\d/.test(part);

/** A year, a month and a day without marks, perhaps with a time of day. */
const COMPACT = /^\d{8}(?:\d{4}|\d{6})?$/;

/** A weekday before a date. */
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)/i;

/** Characters that stand for themselves. */
const MARKS = 'T年月日';

const wordPattern = (word: string): string => {
  if (MARKS.includes(word)) return word;
  const letter = WEEKDAY.test(word) ? 'E' : 'M';
  return letter.repeat(word.length > 3 ? 4 : 3);
};

const datePatterns = (date: string, isLoose: boolean): readonly string[] => {
  if (COMPACT.test(date))
    return ['yyyyMMdd', 'yyyyMMddHHmm', 'yyyyMMddHHmmss'].filter(({ length }) => length === date.length);
  const parts = date.match(PARTS) ?? [];
  const hasName = parts.some((part) => !isNumber(part) && !WEEKDAY.test(part) && !MARKS.includes(part));
  return (hasName ? ORDERS_BESIDE_NAMES : ORDERS).map((order) => {
    let index = 0;
    return date.replace(PARTS, (part) => {
      if (!isNumber(part)) return wordPattern(part);
      const letter = order.charAt(index) || 'd';
      index += 1;
      return letter === 'y' ? letter.repeat(part.length) : lettersFor(letter, part, isLoose);
    });
  });
};

/** Patterns that nobody writes, such as MM.dd.yyyy and yy-MMM-dd. */
const UNUSUAL = /^(?:E+,? )?(?:M+\.|yy(?!y).*MMM)/;

/** True for a pattern with a part twice, or with digits or letters that stand for themselves. */
const isWrong = (pattern: string): boolean => {
  const tokens = timeTokens(pattern);
  const parts = tokens.map(timePart).filter((part) => part !== undefined);
  return (
    new Set(parts).size < parts.length ||
    tokens.some((token) => /^[A-SU-Za-z\d]+$/.test(token) && timePart(token) === undefined)
  );
};

const DATE_PARTS = [/y/, /M/, /d/, /[Hh]/];

/** True if a pattern has each part of a time that is larger than its smallest part: no day without its month. */
const isWhole = (pattern: string): boolean => {
  const letters = pattern.replaceAll(/'[^']*'/g, '');
  const has = DATE_PARTS.map((part) => part.test(letters));
  return has.lastIndexOf(true) === has.filter(Boolean).length - 1;
};

/**
 * Returns patterns such as dd/MM/yyyy and MM/dd/yyyy for 11/12/2026.
 * @param reads tries a pattern.
 */
export const suggestDates = (cell: string, reads: (pattern: string) => boolean): readonly string[] => {
  const text = plainBlanks(cell);
  const [, date = text, clock = ''] = CLOCK.exec(text) ?? [];
  const end = clockPattern(clock);
  return datePatterns(date, HALF.test(clock) && date.includes('/'))
    .map((pattern) => pattern + end)
    .filter((pattern) => !UNUSUAL.test(pattern) && isWhole(pattern))
    .filter((pattern) => !/y{5}|(?<!y)y(?:yy)?(?!y)|d{3}/.test(pattern) && !isWrong(pattern) && reads(pattern));
};
