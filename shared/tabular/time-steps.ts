import type { CellFault } from './cell-fault.ts';
import { civilTime } from './civil-time.ts';
import { plainBlanks, zoneNameOf } from './framed-time.ts';
import { fullHour, MONTHS, shortMonth } from './office-time.ts';
import { notInCalendar, skippedByClock, timeFault, unknownOffset } from './parse-time.ts';
import { isHalfDayHour, type Part, type Step, stepOf, timeTokens, type Word } from './time-letters.ts';
import { OFFSET, offsetOf } from './time-offset.ts';
import { timeInZone } from './time-zone.ts';

/** Milliseconds since 1970. */
export type TimeReader = (text: string) => number | CellFault;

export interface TimeForm {
  readonly readTime: TimeReader;
  readonly dates: string | undefined;
}

const ZERO = 48;
/** Years of two digits are 1969 to 2068, as in the time functions of C. */
const FIRST_SHORT_YEAR = 1969;

const fullYear = (short: number): number => FIRST_SHORT_YEAR + ((short + 100 - (FIRST_SHORT_YEAR % 100)) % 100);

/** Digits behind the milliseconds of a fraction, down to nanoseconds. They are cut off. */
const MAX_FURTHER_DIGITS = 6;

/** Counts from `at` on, up to `max` digits. */
const countDigits = (text: string, at: number, max: number): number => {
  const most = Math.min(max, text.length - at);
  let count = 0;
  while (count < most && (text.charCodeAt(at + count) - ZERO) >>> 0 <= 9) count += 1;
  return count;
};

const readDigits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
};

type Parts = Record<Part, number> & {
  /** The half of the day that `a` names. */
  half: 'a' | 'p' | undefined;
  /** Milliseconds from UTC; NaN for an offset that no zone has, undefined for the time zone of the dashboard. */
  offset: number | undefined;
};

/** Returns the index behind the word, or -1. */
type ReadWord = (text: string, at: number, parts: Parts) => number;

const LETTERS = /[\p{L}\p{M}]+\.?/uy;
const HALF = /([ap])(?:m|\. ?m\.)|[上下]午/iy;
const ZONE = new RegExp(OFFSET, 'iy');

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const readHalf: ReadWord = (text, at, parts) => {
  const found = matchAt(HALF, text, at);
  if (!found) return -1;
  parts.half = /^[p下]/i.test(found[0]) ? 'p' : 'a';
  return at + found[0].length;
};

const readOffset: ReadWord = (text, at, parts) => {
  const [zone] = matchAt(ZONE, text, at) ?? [];
  if (zone === undefined) return -1;
  parts.offset = offsetOf(zone);
  return at + zone.length;
};

const readWeekday: ReadWord = (text, at) => {
  const found = matchAt(LETTERS, text, at);
  return found ? at + found[0].length : -1;
};

/** Tries the longest names first, because one name may begin with another. */
const createNameReader = (names: readonly string[]): ReadWord => {
  const months = names
    .map((name, index) => ({ name: name.toLowerCase(), month: index + 1 }))
    .toSorted((one, other) => other.name.length - one.name.length);
  return (text, at, parts) => {
    const lower = text.toLowerCase();
    const found = months.find(({ name }) => lower.startsWith(name, at));
    if (!found) return -1;
    parts.month = found.month;
    return at + found.name.length;
  };
};

const readNumber = (step: Extract<Step, { readonly part: Part }>, text: string, at: number, parts: Parts): number => {
  const count = countDigits(text, at, step.max);
  if (count < step.min) return -1;
  const value = readDigits(text, at, at + count);
  parts[step.part] = step.part === 'year' && step.max === 2 ? fullYear(value) : value;
  const further = step.part === 'millisecond' ? countDigits(text, at + count, MAX_FURTHER_DIGITS) : 0;
  return at + count + further;
};

type BoundStep = Exclude<Step, { readonly word: Word }> | { readonly read: ReadWord };

/** Returns false if the whole text does not match the steps. */
const readParts = (steps: readonly BoundStep[], text: string, parts: Parts): boolean => {
  let at = 0;
  for (const step of steps) {
    if ('literal' in step) at = text.startsWith(step.literal, at) ? at + step.literal.length : -1;
    else at = 'part' in step ? readNumber(step, text, at, parts) : step.read(text, at, parts);
    if (at === -1) return false;
  }
  return at === text.length;
};

const START: Parts = {
  year: 1970,
  month: 1,
  day: 1,
  hour: 0,
  minute: 0,
  second: 0,
  millisecond: 0,
  half: undefined,
  offset: undefined,
};

const WORD_READERS: Readonly<Record<Exclude<Word, 'name'>, ReadWord>> = {
  half: readHalf,
  weekday: readWeekday,
  offset: readOffset,
};

const bindStep = (token: string, months: readonly string[] | undefined): BoundStep => {
  const step = stepOf(token);
  if (!('word' in step)) return step;
  if (step.word !== 'name') return { read: WORD_READERS[step.word] };
  return { read: createNameReader(months ?? (step.length === 'short' ? MONTHS.map(shortMonth) : MONTHS)) };
};

/** Parts without a mark between them must have exact numbers of digits. */
const JOINED = /(?:yy|MM|dd|HH|mm|ss|SSS){2}/;
const EXACT: Readonly<Record<string, string>> = { MM: 'M', dd: 'd', HH: 'H', hh: 'h' };

/** Returns the pattern that also takes months, days and hours of one digit. */
const loosen = (pattern: string): string =>
  JOINED.test(pattern.replaceAll('yyyy', 'yy'))
    ? pattern
    : timeTokens(pattern)
        .map((token) => EXACT[token] ?? token)
        .join('');

const WORD = /\p{L}{3,}/gu;

/** Returns the hint for a time with the name of a zone, which may have several offsets. */
export const offsetHint = (zone: string): string =>
  `'${zone}' is no offset: write the offset in its place, such as +08:00 or Z`;

/** Returns the first word that is read as a month if it is replaced by an English one. */
export const foreignMonth = (text: string, reads: (text: string) => boolean): string | undefined =>
  text.match(WORD)?.find((word) => ['Jan', 'January'].some((month) => reads(text.replace(word, month))));

const hintFor = (text: string, pattern: string, months: readonly string[] | undefined): string => {
  const tokens = timeTokens(pattern);
  const loose = loosen(pattern);
  const reads = (one: string, cell: string) => typeof createPatternReader(one, 'UTC', months)(cell) === 'number';
  if (loose !== pattern && reads(loose, text)) return `write \`dates: ${loose}\`, which takes one digit and two`;
  const hasNames = !months && (tokens.includes('MMM') || tokens.includes('MMMM'));
  const month = hasNames ? foreignMonth(text, (english) => reads(pattern, english)) : undefined;
  if (month !== undefined) return `if '${month}' is a month, name the twelve months of the file with \`months\``;
  const zone = tokens.includes('Z') ? zoneNameOf(text) : undefined;
  return zone === undefined ? `write times in the form of \`dates\`: ${pattern}` : offsetHint(zone);
};

/**
 * Returns the error of a text that a pattern does not read. Most of these errors are never shown, so the hint waits.
 */
const unlike = (text: string, hintOf: () => string): CellFault => ({
  ...timeFault(text, 'is not a time', ''),
  get hint() {
    return hintOf();
  },
});

export const createPatternReader = (
  pattern: string,
  timezone: string,
  months: readonly string[] | undefined,
): TimeReader => {
  const tokens = timeTokens(pattern);
  const steps = tokens.map((token) => bindStep(token, months));
  const isHalfDay = tokens.some(isHalfDayHour);
  const orderHint = `correct the time, or the order of its parts in dates: ${pattern}`;
  const parts = { ...START };
  const reads = (text: string): boolean => {
    Object.assign(parts, START);
    return readParts(steps, text, parts);
  };
  return (text) => {
    if (!reads(text) && !reads(plainBlanks(text))) return unlike(text, () => hintFor(text, pattern, months));
    if (isHalfDay) parts.hour = fullHour(parts.hour, parts.half === 'p');
    const civil = civilTime(parts);
    if (civil === undefined) return notInCalendar(text, orderHint);
    if (Number.isNaN(parts.offset)) return unknownOffset(text);
    if (parts.offset !== undefined) return civil - parts.offset;
    return timeInZone(civil, timezone) ?? skippedByClock(text, timezone);
  };
};
