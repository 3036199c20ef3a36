import type { CellFault } from './cell-fault.ts';
import { type CivilParts, civilTime } from './civil-time.ts';
import { fullHour, MONTHS, shortMonth } from './office-time.ts';
import { notInCalendar, skippedByClock, timeFault } from './parse-time.ts';
import { timeInZone } from './time-zone.ts';

/** Reads a time cell to milliseconds since 1970. */
export type TimeReader = (text: string) => number | CellFault;

type Part = keyof CivilParts;

/** A part of a time that is written as a name, or that is no part of the calendar. */
type Word = 'half' | 'weekday' | 'offset' | 'name';

/** One part of a time with its number of digits, a word, or a text that must occur as it is. */
type Step =
  | { readonly part: Part; readonly min: number; readonly max: number; readonly isHalf?: boolean }
  | { readonly word: Word; readonly length?: 'short' | 'long' }
  | { readonly literal: string };

const digits = (part: Part, min: number, max = min): Step => ({ part, min, max });
const ofHalfDay = (min: number): Step => ({ part: 'hour', min, max: 2, isHalf: true });

const STEPS: Readonly<Record<string, Step>> = {
  yyyy: digits('year', 4),
  yy: digits('year', 2),
  MMMM: { word: 'name', length: 'long' },
  MMM: { word: 'name', length: 'short' },
  MM: digits('month', 2),
  M: digits('month', 1, 2),
  dd: digits('day', 2),
  d: digits('day', 1, 2),
  EEEE: { word: 'weekday' },
  EEE: { word: 'weekday' },
  HH: digits('hour', 2),
  H: digits('hour', 1, 2),
  hh: ofHalfDay(2),
  h: ofHalfDay(1),
  a: { word: 'half' },
  mm: digits('minute', 2),
  ss: digits('second', 2),
  SSS: digits('millisecond', 3),
  Z: { word: 'offset' },
};

/** The parts of a time that a pattern may contain. */
export const TIME_LETTERS = Object.keys(STEPS);

/** Returns the part of a time that a token of a pattern means; undefined for a text that stands for itself. */
export const timePart = (token: string): Part | Exclude<Word, 'name'> | undefined => {
  const step = Object.hasOwn(STEPS, token) ? STEPS[token] : undefined;
  if (!step || 'literal' in step) return undefined;
  if ('part' in step) return step.part;
  return step.word === 'name' ? 'month' : step.word;
};

/** True for the letters of an hour from 1 to 12, which needs AM or PM. */
export const isHalfDayHour = (token: string): boolean => token === 'h' || token === 'hh';

/**
 * Matches the parts of a pattern. A text in quotes is one part if it has letters that are no parts of a time; other
 * quotes stand for themselves.
 */
const TOKENS =
  /'(?!(?:yyyy|yy|MM?|dd?|HH?|mm|ss|SSS|[^A-Za-z']|[TZ])*')(?:[^']|'')*'|yyyy|yy|M{3,4}|MM?|dd?|E{3,4}|HH?|hh?|mm|ss|SSS|a[A-Za-z]+|a|Z|[\s\S]/gu;

const ZERO = 48;
const CENTURY = 2000;

/** Counts the digits of a text from `at` on, up to `max` digits. */
const countDigits = (text: string, at: number, max: number): number => {
  let count = 0;
  while (count < max && (text.charCodeAt(at + count) - ZERO) >>> 0 <= 9) count += 1;
  return count;
};

const readDigits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
};

/** The parts of a time that is being read. */
type Parts = Record<Part, number> & {
  /** The half of the day that `a` names. */
  half: 'a' | 'p' | undefined;
  /** The offset from UTC in milliseconds; undefined for the time zone of the dashboard. */
  offset: number | undefined;
};

/** Reads a word at an index of a text. Returns the index behind it, or -1. */
type ReadWord = (text: string, at: number, parts: Parts) => number;

const LETTERS = /[\p{L}\p{M}]+\.?/uy;
const HALF = /([ap])(?:m|\.m\.)|[上下]午/iy;
const OFFSET = /Z|([+-])(\d{2}):?(\d{2})?/y;
const MINUTE_MS = 60_000;

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

/** Reads `+0800`, `+08:00` or `+08`. Also reads the letter Z, but sets no offset for it. */
const readOffset: ReadWord = (text, at, parts) => {
  const found = matchAt(OFFSET, text, at);
  if (!found) return -1;
  const [all, sign, hours = '0', minutes = '0'] = found;
  if (sign !== undefined) {
    const size = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
    parts.offset = sign === '-' ? -size : size;
  }
  return at + all.length;
};

const readWeekday: ReadWord = (text, at) => {
  const found = matchAt(LETTERS, text, at);
  return found ? at + found[0].length : -1;
};

/** Creates a reader of month names. Tries the longest names first, because one name may begin with another. */
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
  parts[step.part] = step.part === 'year' && step.max === 2 ? CENTURY + value : value;
  return at + count;
};

/** A step of a pattern that is ready to read. */
type BoundStep = Exclude<Step, { readonly word: Word }> | { readonly read: ReadWord };

/** Reads the parts of a time. Returns false if the whole text does not match the steps. */
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

/** Splits a pattern into the parts of a time, texts in quotes, and single other characters. */
export const timeTokens = (pattern: string): readonly string[] => pattern.match(TOKENS) ?? [];

const QUOTE = "'";

const literalOf = (token: string): Step => ({
  literal: token.length > 1 && token.startsWith(QUOTE) ? token.slice(1, -1).replaceAll("''", QUOTE) || QUOTE : token,
});

const WORD_READERS: Readonly<Record<Exclude<Word, 'name'>, ReadWord>> = {
  half: readHalf,
  weekday: readWeekday,
  offset: readOffset,
};

const bindStep = (token: string, months: readonly string[] | undefined): BoundStep => {
  const step = (Object.hasOwn(STEPS, token) ? STEPS[token] : undefined) ?? literalOf(token);
  if (!('word' in step)) return step;
  if (step.word !== 'name') return { read: WORD_READERS[step.word] };
  return { read: createNameReader(months ?? (step.length === 'short' ? MONTHS.map(shortMonth) : MONTHS)) };
};

/** Creates a reader for times that are written by a pattern. */
export const createPatternReader = (
  pattern: string,
  timezone: string,
  months: readonly string[] | undefined,
): TimeReader => {
  const tokens = timeTokens(pattern);
  const steps = tokens.map((token) => bindStep(token, months));
  const isHalfDay = tokens.some(isHalfDayHour);
  const hint = `write times in the form of \`dates\`: ${pattern}`;
  const orderHint = `correct the time, or the order of its parts in dates: ${pattern}`;
  const parts = { ...START };
  return (text) => {
    Object.assign(parts, START);
    if (!readParts(steps, text, parts)) return timeFault(text, 'is not a time', hint);
    if (isHalfDay) parts.hour = fullHour(parts.hour, parts.half === 'p');
    const civil = civilTime(parts);
    if (civil === undefined) return notInCalendar(text, orderHint);
    if (parts.offset !== undefined) return civil - parts.offset;
    return timeInZone(civil, timezone) ?? skippedByClock(text, timezone);
  };
};
