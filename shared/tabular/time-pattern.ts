import type { CellFault } from './cell-fault.ts';
import { type CivilParts, civilTime } from './civil-time.ts';
import { areSeconds, notInCalendar, parseTime, skippedByClock, TIME_FORMS, timeFault } from './parse-time.ts';
import { timeInZone } from './time-zone.ts';

/** Reads a time cell to milliseconds since 1970. */
export type TimeReader = (text: string) => number | CellFault;

type Part = keyof CivilParts;

/** One part of a time with its number of digits, or a character that is not part of a time. */
type Step = { readonly part: Part; readonly min: number; readonly max: number } | { readonly literal: string };

const digits = (part: Part, min: number, max = min): Step => ({ part, min, max });

const STEPS: Readonly<Record<string, Step>> = {
  yyyy: digits('year', 4),
  yy: digits('year', 2),
  MM: digits('month', 2),
  M: digits('month', 1, 2),
  dd: digits('day', 2),
  d: digits('day', 1, 2),
  HH: digits('hour', 2),
  H: digits('hour', 1, 2),
  mm: digits('minute', 2),
  ss: digits('second', 2),
  SSS: digits('millisecond', 3),
};

/** The parts of a time that a pattern may contain. */
export const TIME_LETTERS = Object.keys(STEPS);

/** Returns the part of a time that a token of a pattern means; undefined for a character that stands for itself. */
export const timePart = (token: string): keyof CivilParts | undefined => {
  const step = Object.hasOwn(STEPS, token) ? STEPS[token] : undefined;
  return step && 'part' in step ? step.part : undefined;
};

const TOKENS = /yyyy|yy|MM?|dd?|HH?|mm|ss|SSS|[\s\S]/gu;

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

/** Reads the parts of a time. Returns false if the whole text does not match the steps. */
const readParts = (steps: readonly Step[], text: string, parts: Record<Part, number>): boolean => {
  let at = 0;
  for (const step of steps) {
    if ('literal' in step) {
      if (!text.startsWith(step.literal, at)) return false;
      at += step.literal.length;
      continue;
    }
    const count = countDigits(text, at, step.max);
    if (count < step.min) return false;
    const value = readDigits(text, at, at + count);
    parts[step.part] = step.part === 'year' && step.max === 2 ? CENTURY + value : value;
    at += count;
  }
  return at === text.length;
};

const START: CivilParts = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };

/** Splits a pattern into the parts of a time, and single other characters. */
export const timeTokens = (pattern: string): readonly string[] => pattern.match(TOKENS) ?? [];

const createPatternReader = (pattern: string, timezone: string): TimeReader => {
  const steps = timeTokens(pattern).map((token) => STEPS[token] ?? { literal: token });
  const hint = `write times in the form of \`dates\`: ${pattern}`;
  const orderHint = `correct the time, or the order of its parts in dates: ${pattern}`;
  const parts = { ...START };
  return (text) => {
    Object.assign(parts, START);
    if (!readParts(steps, text, parts)) return timeFault(text, 'is not a time', hint);
    const civil = civilTime(parts);
    if (civil === undefined) return notInCalendar(text, orderHint);
    return timeInZone(civil, timezone) ?? skippedByClock(text, timezone);
  };
};

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

const hintOf = (text: string): string => (areSeconds(text) ? SECONDS_HINT : HINT);

/**
 * Creates a reader for the times of a file.
 * @param dates the form of the file's times: `seconds`, or a pattern of `yyyy yy MM M dd d HH H mm ss SSS`. All other
 * characters of the pattern must occur as they are. Missing parts are those of 1970-01-01 00:00. If undefined, the
 * usual forms are read.
 */
export const createTimeReader = (dates: string | undefined, timezone: string): TimeReader => {
  if (dates === 'seconds') return readSeconds;
  if (dates !== undefined) return createPatternReader(dates, timezone);
  return (text) => parseTime(text, timezone, hintOf);
};
