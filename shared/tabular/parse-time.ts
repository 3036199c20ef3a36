import type { CellFault } from './cell-fault.ts';
import { civilTime, utcText } from './civil-time.ts';
import { halfWidth } from './office-number.ts';
import { fullHour, readNumbered, readOfficeTime } from './office-time.ts';
import { shorten } from './shorten.ts';
import { timeInZone } from './time-zone.ts';

/** Why a text is not read as a time, and what to do. */
interface TimeRefusal {
  readonly reason: string;
  readonly hint: string;
}

/** Words for parts of a day. The hour behind them may have two meanings. */
const DAY_PARTS = '凌晨|清晨|早晨|早上|中午|午后|傍晚|晚上|夜里|夜间|深夜|半夜|午夜';

const DATE = String.raw`(\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?)`;
const WEEKDAY = String.raw`(?:\s?(?:星期|周)([日天一二三四五六]))?`;
const CLOCK = String.raw`(?<!\d)(\d{1,2})(?:(:\d{2}(?::\d{2})?)|[时点](?:(\d{1,2})分(?:(\d{1,2})秒)?)?)`;

/**
 * Matches a date with a weekday and a time of day. Groups: the date, the weekday, the part of the day, the hour, minutes
 * and seconds with colons, the minute, the second.
 */
const FORM = new RegExp(String.raw`^${DATE}${WEEKDAY}(?:\s?(上午|下午|${DAY_PARTS})?\s?${CLOCK})?$`);

const HOURS: TimeRefusal = { reason: 'is not a time', hint: 'write hours from 0 to 23, such as 20:30' };

/** The texts that look like a time and are not read, the most specific ones first. */
const REFUSALS: readonly (readonly [RegExp, TimeRefusal])[] = [
  [new RegExp(DAY_PARTS), HOURS],
  [/[〇零一二三四五六七八九十][年月日时点]/, { reason: 'is in Chinese numerals', hint: 'write 2026年11月20日' }],
  [/^\d{1,2}月\d{1,2}日/, { reason: 'has no year', hint: 'write the year, such as 2026年11月20日' }],
];

/** The weekdays from Sunday on. */
const WEEKDAYS = '日一二三四五六';

/** Returns the refusal of a weekday that does not match its date. */
const wrongWeekday = (midnight: number, weekday: string): TimeRefusal | undefined => {
  if (WEEKDAYS[new Date(midnight).getUTCDay()] === weekday.replace('天', '日')) return undefined;
  const name = new Date(midnight).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const day = utcText(midnight).slice(0, 'yyyy-MM-dd'.length);
  return { reason: 'has the weekday of another date', hint: `${day} is a ${name}: correct the date or the weekday` };
};

/** Returns an hour from 0 to 23; NaN if the part of the day leaves the hour open. */
const hourOf = (hour: string, part: string | undefined): number => {
  if (part === undefined) return Number(hour);
  return part === '上午' || part === '下午' ? fullHour(Number(hour), part === '下午') : Number.NaN;
};

/**
 * Reads a time as offices in China write it: `2026年11月20日 星期五 8时30分`, `2026年11月20日 8:30`,
 * `2026/11/20 下午 3:05`, also in full width. Returns the time as if it were UTC; NaN for a time that does not exist, a
 * refusal for a time with an error or with two meanings, and undefined for any other text.
 */
const readChineseTime = (cell: string): number | TimeRefusal | undefined => {
  const text = halfWidth(cell);
  const [, date = '', weekday, part, hour, clock, minute = '0', second = '0'] = FORM.exec(text) ?? [];
  const midnight = readNumbered(date);
  if (midnight === undefined) return REFUSALS.find(([pattern]) => pattern.test(text))?.[1];
  if (Number.isNaN(midnight)) return midnight;
  const wrong = weekday === undefined ? undefined : wrongWeekday(midnight, weekday);
  if (wrong || hour === undefined) return wrong ?? midnight;
  const fromZero = hourOf(hour, part);
  if (!(fromZero < 24)) return HOURS;
  return readNumbered(`${date} ${fromZero}${clock ?? `:${minute.padStart(2, '0')}:${second.padStart(2, '0')}`}`);
};

const MILLISECONDS = /^\d{13}$/;
const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const SLASHED = /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?: (\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?$/;
/** Matches the beginning of the usual forms, to skip the longer patterns for other texts. */
const YEAR_FIRST = /^\d{4}[-/]/;
const MINUTE_MS = 60_000;
/** The largest offset from UTC that any zone uses, which is in Kiribati. */
const MAX_OFFSET_MS = 14 * 60 * MINUTE_MS;

/** The forms of times that are accepted without a pattern, for messages. */
export const TIME_FORMS = '13-digit milliseconds, ISO 8601, yyyy-MM-dd HH:mm:ss or yyyy/M/d HH:mm';

/** True if a text looks like seconds since 1970. */
export const areSeconds = (text: string): boolean => /^\d{10}(?:\.\d+)?$/.test(text);

const MAX_SHOWN_CHARACTERS = 60;

/** Returns the error of a cell that is not a time. The message is the cell's text, followed by `reason`. */
export const timeFault = (text: string, reason: string, hint: string): CellFault => ({
  fault: `'${shorten(text, MAX_SHOWN_CHARACTERS)}' ${reason}`,
  hint,
});

const formHint = (text: string): string =>
  areSeconds(text) ? 'multiply seconds by 1000: a time is in milliseconds' : `write ${TIME_FORMS}`;

const explicitOffset = (zone: string): number | undefined => {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)];
  const offset = (hours * 60 + minutes) * MINUTE_MS;
  if (minutes > 59 || offset > MAX_OFFSET_MS) return undefined;
  return zone.startsWith('-') ? -offset : offset;
};

/** Returns the error of a cell whose date or time of day does not exist in the calendar. */
export const notInCalendar = (text: string, hint = 'correct the date or the time of day'): CellFault =>
  timeFault(text, 'does not exist in the calendar', hint);

/** Returns the error of a cell with a time that clocks skip when they are set forward. */
export const skippedByClock = (text: string, timezone: string): CellFault => {
  const hint = "correct the time, or set the dashboard's `timezone` to the one of the file";
  return timeFault(text, `does not exist in ${timezone}: the clock skips it`, hint);
};

/** Returns the milliseconds of a fraction of a second. Further digits are cut off. */
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
 * Reads `yyyy-MM-dd`, `yyyy-MM-dd HH:mm` and `yyyy-MM-dd HH:mm:ss`. Nearly all cells have one of these forms. Returns
 * undefined for any other text.
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

const parseOfficeTime = (text: string, timezone: string, hintOf: (text: string) => string): number | CellFault => {
  const civil = readOfficeTime(text) ?? readChineseTime(text);
  if (civil === undefined) return timeFault(text, 'is not a time', hintOf(text));
  if (typeof civil !== 'number') return timeFault(text, civil.reason, civil.hint);
  if (Number.isNaN(civil)) return notInCalendar(text);
  return timeInZone(civil, timezone) ?? skippedByClock(text, timezone);
};

/**
 * Parses a time cell to milliseconds since 1970. Accepts 13-digit milliseconds, ISO 8601, `yyyy-MM-dd HH:mm:ss`,
 * `yyyy/M/d H:mm` and the forms of `readOfficeTime` and `readChineseTime`. Times without an offset are in `timezone`. A
 * date alone means midnight. If a time occurs twice because a clock is set back, returns the first one.
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
  if (zone !== undefined) {
    const offset = explicitOffset(zone);
    if (offset !== undefined) return civil - offset;
    return timeFault(text, 'has an offset that no zone has', 'write an offset from -14:00 to +14:00, or Z');
  }
  return timeInZone(civil, timezone) ?? skippedByClock(text, timezone);
};
