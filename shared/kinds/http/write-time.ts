import { spanInZone } from '../../tabular/time-zone.ts';

const LETTERS = /yyyy|yy|MM|M|dd|d|HH|H|mm|m|ss|s|SSS|'[^']*'/g;

const digits = (value: number, length: number): string => String(value).padStart(length, '0');

const WRITERS: Readonly<Record<string, (time: Date) => string>> = {
  yyyy: (time) => digits(time.getUTCFullYear(), 4),
  yy: (time) => digits(time.getUTCFullYear() % 100, 2),
  MM: (time) => digits(time.getUTCMonth() + 1, 2),
  M: (time) => String(time.getUTCMonth() + 1),
  dd: (time) => digits(time.getUTCDate(), 2),
  d: (time) => String(time.getUTCDate()),
  HH: (time) => digits(time.getUTCHours(), 2),
  H: (time) => String(time.getUTCHours()),
  mm: (time) => digits(time.getUTCMinutes(), 2),
  m: (time) => String(time.getUTCMinutes()),
  ss: (time) => digits(time.getUTCSeconds(), 2),
  s: (time) => String(time.getUTCSeconds()),
  SSS: (time) => digits(time.getUTCMilliseconds(), 3),
};

/** True if times can be written in a pattern: apart from texts in quotes, it has letters for units of time alone. */
export const isTimePattern = (pattern: string): boolean =>
  pattern.search(LETTERS) >= 0 && !/[A-Za-z']/.test(pattern.replaceAll(LETTERS, '').replaceAll('T', ''));

/**
 * Writes a time for a request.
 * @param form `iso`, `milliseconds`, `seconds`, or a pattern, whose times are in the zone.
 */
export const writeTime = (ms: number, form: string, timezone: string): string | number => {
  const time = Math.round(ms);
  if (form === 'iso') return new Date(time).toISOString();
  if (form === 'milliseconds') return time;
  if (form === 'seconds') return Math.floor(time / 1000);
  const local = new Date(time + spanInZone(time, timezone).offset);
  return form.replaceAll(LETTERS, (letters) => WRITERS[letters]?.(local) ?? letters.slice(1, -1));
};
