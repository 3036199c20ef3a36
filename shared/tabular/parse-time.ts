import type { CellFault } from './cell-fault.ts';
import { readChineseTime } from './chinese-time.ts';
import { civilTime } from './civil-time.ts';
import { readFramedTime } from './framed-time.ts';
import { readOfficeTime } from './office-time.ts';
import { say } from './say.ts';
import { shorten } from './shorten.ts';
import { OFFSET, offsetOf } from './time-offset.ts';
import { timeInZone } from './time-zone.ts';

const MILLISECONDS = /^\d{13}$/;
const ISO = new RegExp(
  String.raw`^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s?(${OFFSET})?$`,
  'i',
);
const SLASHED = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?: (\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?$/;
/** The beginning of the usual forms, to skip the longer patterns for other texts. */
const YEAR_FIRST = /^\d{4}[-/]/;
/** Accepted without a pattern, for messages. */
export const TIME_FORMS = '13-digit milliseconds, ISO 8601, yyyy-MM-dd HH:mm:ss or yyyy/M/d HH:mm';

/** True for seconds since 1970. */
export const areSeconds = (text: string): boolean => /^\d{10}(?:\.\d+)?$/.test(text);

const MAX_SHOWN_CHARACTERS = 60;

/** Returns the error of a cell that is not a time. The message is the cell's text, followed by `reason`. */
export const timeFault = (text: string, reason: string, hint: string): CellFault => ({
  fault: say`'${shorten(text, MAX_SHOWN_CHARACTERS)}' ${reason}`,
  hint,
});

const SERIAL = /^\d{5}(?:\.\d+)?$/;

/** Returns the hint for a day as Excel counts it, such as 46346; undefined for any other text. */
export const serialHint = (text: string): string | undefined =>
  SERIAL.test(text) ? 'format the cells as yyyy-mm-dd in Excel, and export the file again' : undefined;

const formHint = (text: string): string =>
  areSeconds(text)
    ? 'multiply seconds by 1000: a time is in milliseconds'
    : (serialHint(text) ?? `write ${TIME_FORMS}`);

/** The end of a day belongs to this day or to the next one, so only the user can say where it counts. */
const END_OF_DAY = /[T ]24:00(?::00(?:[.,]0+)?)?(?!\d)/i;

export const notInCalendar = (text: string, hint = 'correct the date or the time of day'): CellFault =>
  timeFault(
    text,
    'does not exist in the calendar',
    END_OF_DAY.test(text) ? 'write 00:00 of the next day, or 23:59 if the row belongs to this day' : hint,
  );

export const unknownOffset = (text: string): CellFault =>
  timeFault(text, 'has an offset that no zone has', 'write an offset from -14:00 to +14:00, or Z');

const SKIPPED_IN_FILE = "correct the time, or set the dashboard's `timezone` to the one of the file";
const SKIPPED_IN_DATABASE = 'correct the time, or set `database.timezone` to the zone of the database';

/** Returns the error of a cell with a time that clocks skip when they are set forward. */
export const skippedByClock = (text: string, timezone: string): CellFault =>
  timeFault(text, `does not exist in ${timezone}: the clock skips it`, SKIPPED_IN_FILE);

/** Cuts off digits behind the milliseconds. */
const millisecondsOf = (fraction: string): number => Number(fraction.slice(0, 3).padEnd(3, '0'));

const ZERO = 48;
const HYPHEN = 45;
const COLON = 58;
const SPACE = 32;
const LETTER_T = 84;
const DATE_CHARACTERS = 'yyyy-MM-dd'.length;
const MINUTE_CHARACTERS = 'yyyy-MM-dd HH:mm'.length;
const SECOND_CHARACTERS = 'yyyy-MM-dd HH:mm:ss'.length;

/** Returns the number that two digits write, or NaN. */
const pairAt = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
};

const hasMarks = (text: string, length: number): boolean => {
  const middle = text.charCodeAt(DATE_CHARACTERS);
  return (
    text.charCodeAt(4) === HYPHEN &&
    text.charCodeAt(7) === HYPHEN &&
    (length === DATE_CHARACTERS || middle === SPACE || middle === LETTER_T) &&
    (length === DATE_CHARACTERS || text.charCodeAt(13) === COLON) &&
    (length !== SECOND_CHARACTERS || text.charCodeAt(16) === COLON)
  );
};

/**
 * Reads `yyyy-MM-dd`, `yyyy-MM-dd HH:mm` and `yyyy-MM-dd HH:mm:ss`, the forms of nearly all cells. Undefined for any
 * other text.
 */
export const readUsual = (text: string): number | undefined => {
  const { length } = text;
  const isLength = length === SECOND_CHARACTERS || length === MINUTE_CHARACTERS || length === DATE_CHARACTERS;
  if (!isLength || !hasMarks(text, length)) return undefined;
  const civil = civilTime({
    year: pairAt(text, 0) * 100 + pairAt(text, 2),
    month: pairAt(text, 5),
    day: pairAt(text, 8),
    hour: length === DATE_CHARACTERS ? 0 : pairAt(text, 11),
    minute: length === DATE_CHARACTERS ? 0 : pairAt(text, 14),
    second: length === SECOND_CHARACTERS ? pairAt(text, 17) : 0,
    millisecond: 0,
  });
  return Number.isNaN(civil) ? undefined : civil;
};

/** Returns the time of a text by its own offset or, without one, by the time zone. */
const placeInZone = (text: string, civil: number, zone: string | undefined, timezone: string): number | CellFault => {
  if (zone === undefined) return timeInZone(civil, timezone) ?? skippedByClock(text, timezone);
  const offset = offsetOf(zone);
  return Number.isNaN(offset) ? unknownOffset(text) : civil - offset;
};

const parseOfficeTime = (text: string, timezone: string, hintOf: (text: string) => string): number | CellFault => {
  const civil = readOfficeTime(text) ?? readChineseTime(text);
  const found = civil === undefined ? readFramedTime(text) : { civil, zone: undefined };
  if (found === undefined) return timeFault(text, 'is not a time', hintOf(text));
  if (typeof found.civil !== 'number') return timeFault(text, found.civil.reason, found.civil.hint);
  if (Number.isNaN(found.civil)) return notInCalendar(text);
  return placeInZone(text, found.civil, found.zone, timezone);
};

/**
 * Parses a time cell to milliseconds since 1970. Accepts 13-digit milliseconds, ISO 8601, `yyyy-MM-dd HH:mm:ss`,
 * `yyyy/M/d H:mm` and the forms of `readOfficeTime`, `readChineseTime` and `readFramedTime`. Times without an offset
 * are in `timezone`. A date alone means midnight. If a time occurs twice because a clock is set back, returns the first
 * one.
 * @param hintOf returns the hint for a text in another form.
 */
export const parseTime = (text: string, timezone: string, hintOf = formHint): number | CellFault => {
  const usual = readUsual(text);
  const usualTime = usual === undefined ? undefined : timeInZone(usual, timezone);
  if (usualTime !== undefined) return usualTime;
  if (MILLISECONDS.test(text)) return Number(text);
  const found = YEAR_FIRST.test(text) ? (ISO.exec(text) ?? SLASHED.exec(text)) : null;
  if (!found) return parseOfficeTime(text, timezone, hintOf);
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = found;
  const civil = civilTime({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: millisecondsOf(fraction),
  });
  if (civil === undefined) return notInCalendar(text);
  return placeInZone(text, civil, zone, timezone);
};

/** Parses a timestamp of a database, which is in `zone` unless it has an offset. */
export const parseTimestamp = (text: string, zone: string): number | CellFault => {
  const time = parseTime(text, zone);
  if (typeof time === 'number' || time.hint !== SKIPPED_IN_FILE) return time;
  return { ...time, hint: SKIPPED_IN_DATABASE };
};
