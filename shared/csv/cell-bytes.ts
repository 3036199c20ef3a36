import { civilTime } from '../tabular/civil-time.ts';
import { QUOTE, SPACE } from './byte-kinds.ts';

const MAX_ASCII = 0x7f;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
/** A number with at most 15 digits and its power of ten are exact doubles, so their quotient is the nearest double. */
const MAX_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10 ** power);

/** Parses digits with a leading minus and a decimal point are allowed; NaN for any other text. */
export const parsePlain = (bytes: Buffer, from: number, to: number): number => {
  const isNegative = bytes[from] === MINUS;
  let at = isNegative ? from + 1 : from;
  const first = at;
  let point = -1;
  let value = 0;
  for (; at < to; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= ZERO && byte <= NINE) value = value * 10 + byte - ZERO;
    else if (byte === POINT && point === -1 && at > first) point = at;
    else return Number.NaN;
  }
  const digits = to - first - (point === -1 ? 0 : 1);
  if (digits === 0 || digits > MAX_DIGITS || point === to - 1) return Number.NaN;
  if (point !== -1) value /= POWERS_OF_TEN[to - point - 1] as number;
  return isNegative ? -value : value;
};

const COMMA = 0x2c;
const LEAD_OF_FULL_WIDTH = 0xef;

/** True if a cell contains a point or a comma, perhaps a full-width one. */
export const hasMark = (bytes: Buffer, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === POINT || byte === COMMA || byte === LEAD_OF_FULL_WIDTH) return true;
  }
  return false;
};

const MARKS: readonly number[] = [POINT, COMMA, LEAD_OF_FULL_WIDTH];

/** True if a cell before the index `limit` may contain a point or a comma. Faster than a look at each cell. */
export const containsMark = (bytes: Buffer, limit: number): boolean =>
  MARKS.some((mark) => {
    const at = bytes.indexOf(mark);
    return at !== -1 && at < limit;
  });

const HYPHEN = 0x2d;
const COLON = 0x3a;
const LETTER_T = 0x54;
const DATE_BYTES = 'yyyy-MM-dd'.length;
const MINUTE_BYTES = 'yyyy-MM-dd HH:mm'.length;
const SECOND_BYTES = 'yyyy-MM-dd HH:mm:ss'.length;

/** Returns the number of two digits; NaN for other bytes. */
const pairAt = (bytes: Buffer, at: number): number => {
  const tens = (bytes[at] as number) - ZERO;
  const ones = (bytes[at + 1] as number) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
};

/** The day that was parsed last, as the number yyyyMMdd. The times in a file are often on the same day. */
let lastDay = Number.NaN;
let lastMidnight = Number.NaN;

/** Returns midnight of a `yyyy-MM-dd` in UTC, in milliseconds since 1970; NaN for any other text. */
const parseDate = (bytes: Buffer, at: number): number => {
  if (bytes[at + 4] !== HYPHEN || bytes[at + 7] !== HYPHEN) return Number.NaN;
  const year = pairAt(bytes, at) * 100 + pairAt(bytes, at + 2);
  const month = pairAt(bytes, at + 5);
  const day = pairAt(bytes, at + 8);
  const date = (year * 100 + month) * 100 + day;
  if (date === lastDay) return lastMidnight;
  lastMidnight = civilTime({ year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 }) ?? Number.NaN;
  lastDay = date;
  return lastMidnight;
};

/** Returns the milliseconds from midnight to `HH:mm` or `HH:mm:ss`; NaN for any other text. */
const parseClock = (bytes: Buffer, at: number, hasSeconds: boolean): number => {
  if (bytes[at + 2] !== COLON || (hasSeconds && bytes[at + 5] !== COLON)) return Number.NaN;
  const hour = pairAt(bytes, at);
  const minute = pairAt(bytes, at + 3);
  const second = hasSeconds ? pairAt(bytes, at + 6) : 0;
  return hour < 24 && minute < 60 && second < 60 ? ((hour * 60 + minute) * 60 + second) * 1000 : Number.NaN;
};

/**
 * Parses `yyyy-MM-dd`, `yyyy-MM-dd HH:mm` or `yyyy-MM-dd HH:mm:ss` (or with `T`) as UTC, in milliseconds since 1970.
 * NaN for any other text.
 */
export const parseCivilTime = (bytes: Buffer, from: number, to: number): number => {
  const length = to - from;
  if (length === DATE_BYTES) return parseDate(bytes, from);
  if (length !== SECOND_BYTES && length !== MINUTE_BYTES) return Number.NaN;
  const middle = bytes[from + DATE_BYTES];
  if (middle !== SPACE && middle !== LETTER_T) return Number.NaN;
  return parseDate(bytes, from) + parseClock(bytes, from + DATE_BYTES + 1, length === SECOND_BYTES);
};

/** True for a visible ASCII character other than a quote. */
const isOrdinary = (byte: number | undefined): boolean =>
  byte !== undefined && byte > SPACE && byte < MAX_ASCII && byte !== QUOTE;

/** Returns undefined if the cell may be quoted, have blanks around it, or contain characters that are not compared. */
export const compareBytes = (bytes: Buffer, from: number, to: number, expected: Uint8Array): boolean | undefined => {
  if (!isOrdinary(bytes[from]) || !isOrdinary(bytes[to - 1])) return undefined;
  const length = to - from;
  if (length < expected.length) return false;
  for (let index = 0; index < expected.length; index += 1) {
    const [byte, other] = [bytes[from + index] as number, expected[index] as number];
    if (byte !== other) return length !== expected.length && (byte | other) > MAX_ASCII ? undefined : false;
  }
  return length === expected.length;
};
