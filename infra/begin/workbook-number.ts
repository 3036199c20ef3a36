import { shorten } from '../../shared/tabular/shorten.ts';
import { addCurrency } from './currency-signs.ts';
import { type NumberFormat, type Shown, showNumber } from './number-formats.ts';

/** Number of digits that office software shows. A number such as 0.1 + 0.2 has more. */
const MAX_DIGITS = 15;
const DAY_MS = 86_400_000;
const SECOND_MS = 1000;
/** Days from the epoch of a workbook to 1 January 1970. */
export const DAYS_SINCE_1900 = 25_569;
export const DAYS_SINCE_1904 = 24_107;
/** The days of 31 December 9999, the last that office software knows. */
const MAX_DAYS = 2_958_466;
/** The number of 29 February 1900, which office software counts, although that year had no such day. */
const FALSE_DAY = 60;

const MAX_SHOWN_CHARACTERS = 60;

const refuse = (text: string, wanted: string): never => {
  throw new RangeError(`has no ${wanted}: '${shorten(text, MAX_SHOWN_CHARACTERS)}'`);
};

/** Milliseconds are written only if there are any. */
const formatTime = (ms: number): string => {
  const text = new Date(ms).toISOString();
  if (ms % DAY_MS === 0) return text.slice(0, 10);
  return text.slice(0, ms % SECOND_MS === 0 ? 19 : 23).replace('T', ' ');
};

const roundTo = (number: number, unit: number): number => Math.round(number / unit) * unit;

const unitOf = ({ hasFraction }: Pick<Shown, 'hasFraction'>): number => (hasFraction ? 1 : SECOND_MS);

/** Writes no time if it is midnight. */
const formatDays = (days: number, shown: Shown, epochDays: number): string => {
  const isEarly = epochDays === DAYS_SINCE_1900 && days >= 1 && days < FALSE_DAY;
  const text = formatTime(roundTo((days + Number(isEarly) - epochDays) * DAY_MS, unitOf(shown)));
  const isFalseDay = epochDays === DAYS_SINCE_1900 && Math.floor(days) === FALSE_DAY;
  return isFalseDay ? text.replace('1900-02-28', '1900-02-29') : text;
};

const rounded = (number: number): string => String(Number(number.toPrecision(MAX_DIGITS)));

const twoDigits = (number: number): string => String(number).padStart(2, '0');

const formatClock = (ms: number, hourDigits: number): string => {
  const seconds = Math.floor(Math.abs(ms) / SECOND_MS);
  const hours = String(Math.floor(seconds / 3600)).padStart(hourDigits, '0');
  const clock = `${hours}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  const rest = Math.abs(ms) % SECOND_MS;
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
  return `${ms < 0 ? '-' : ''}${clock}${fraction}`;
};

/** Matches whole numbers with more digits than office software keeps, such as ids that a program has written. */
const LONG = /^-?\d{16,}$/;

const formatPlain = (text: string, number: number): string => {
  if (text.length <= MAX_DIGITS) return String(number);
  return LONG.test(text) ? text : rounded(number);
};

/** Formats a number as its style shows it: `12.5%`, `€5`, `25:05:30`, a time of day, a date, or the number itself. */
export const formatNumber = (text: string, format: NumberFormat, epochDays: number): string => {
  if (text.trim() === '') return '';
  const number = Number(text);
  if (!Number.isFinite(number)) refuse(text, 'number');
  const shown = showNumber(format, number);
  if (!shown) return '';
  const { kind, currency } = shown;
  if (kind === 'percent') return `${rounded(number * 100)}%`;
  if (kind === 'elapsed') return formatClock(roundTo(number * DAY_MS, unitOf(shown)), 1);
  if (kind === 'number' || number < 0 || number >= MAX_DAYS) {
    const digits = kind === 'number' ? formatPlain(text, number) : rounded(number);
    return currency === undefined ? digits : addCurrency(digits, currency);
  }
  const isClock = number < 1 && (number > 0 || kind === 'clock');
  return isClock
    ? formatClock(roundTo(number * DAY_MS, unitOf(shown)) % DAY_MS, 2)
    : formatDays(number, shown, epochDays);
};

const ISO_CLOCK = /^T?(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?Z?$/;
const ISO_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/;
const ISO_LENGTH = /^-?P[\dTYMWDHS.,]+$/;

export const formatIsoTime = (given: string, [shown]: NumberFormat): string => {
  const text = given.trim();
  const unit = unitOf(shown ?? { hasFraction: false });
  if (text === '' || ISO_LENGTH.test(text)) return text;
  const [isClock, hours, minutes, seconds = 0] = ISO_CLOCK.exec(text) ?? [];
  if (isClock !== undefined)
    return formatClock(roundTo(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000, unit), 2);
  const [isTime, zone] = ISO_TIME.exec(text) ?? [];
  const time = Date.parse(zone === undefined && text.length > 10 ? `${text.replace(' ', 'T')}Z` : text);
  if (isTime === undefined || Number.isNaN(time)) return refuse(text, 'time');
  return formatTime(roundTo(time, unit));
};
