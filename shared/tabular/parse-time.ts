import { shorten } from '../errors/shorten.ts';
import type { CellFault } from './type-cell.ts';

const MILLISECONDS = /^\d{13}$/;
const CIVIL =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s?(Z|[+-]\d{2}:?(?:\d{2})?)?$/i;
const MINUTE = 60_000;
const DAY = 86_400_000;
const HINT = 'write 13-digit milliseconds, ISO 8601, or yyyy-MM-dd HH:mm:ss';

const SECONDS = /^\d{10}(?:\.\d+)?$/;

const LONGEST_SHOWN = 60;

const fault = (text: string, reason: string): CellFault => ({
  fault: `'${shorten(text, LONGEST_SHOWN)}' ${reason}`,
  hint: SECONDS.test(text) ? 'multiply seconds by 1000: a time is in milliseconds' : HINT,
});

/** As Date.UTC, which takes the years 0 to 99 for those of the twentieth century. */
const utc = (year: number, month: number, day: number, hour: number, minute: number, second: number, ms = 0): number =>
  new Date(Date.UTC(2000, month - 1, day, hour, minute, second, ms)).setUTCFullYear(year, month - 1, day);

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timezone: string): Intl.DateTimeFormat => {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(timezone, format);
  return format;
};

const QUARTER = 15 * MINUTE;
const offsets = new Map<string, number>();
const OFFSETS_KEPT = 10_000;

/** Milliseconds by which the zone's clock is ahead of UTC at an instant; clocks only ever change on a quarter of an hour. */
const offsetAt = (instant: number, timezone: string): number => {
  const quarter = Math.floor(instant / QUARTER) * QUARTER;
  const key = `${timezone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const part = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(quarter)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part;
  const offset = utc(year, month, day, hour, minute, second) - quarter;
  if (offsets.size >= OFFSETS_KEPT) offsets.clear();
  offsets.set(key, offset);
  return offset;
};

/** The first instant at which the zone's clock shows a civil time, or undefined when it never does. */
const instantOf = (civil: number, timezone: string): number | undefined =>
  [offsetAt(civil - DAY, timezone), offsetAt(civil + DAY, timezone)]
    .map((offset) => ({ offset, instant: civil - offset }))
    .filter(({ offset, instant }) => offsetAt(instant, timezone) === offset)
    .map(({ instant }) => instant)
    .toSorted((a, b) => a - b)[0];

const explicitOffset = (zone: string): number | undefined => {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)];
  if (hours > 14 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE;
};

/**
 * Milliseconds since 1970 of a time cell: 13-digit milliseconds, ISO 8601 (an offset says its own zone), or
 * `yyyy-MM-dd HH:mm:ss` read in `timezone`; a date alone is its midnight. Of a time that exists twice, the first.
 */
export const parseTime = (text: string, timezone: string): number | CellFault => {
  if (MILLISECONDS.test(text)) return Number(text);
  const found = CIVIL.exec(text);
  if (!found) return fault(text, 'is not a time');
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = found;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const civil = utc(
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    milliseconds,
  );
  const date = new Date(civil);
  const exists =
    date.getUTCMonth() + 1 === Number(month) &&
    date.getUTCDate() === Number(day) &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60;
  if (!exists) return fault(text, 'does not exist in the calendar');
  if (zone !== undefined) {
    const offset = explicitOffset(zone);
    return offset === undefined ? fault(text, 'has an offset that no zone has') : civil - offset;
  }
  return instantOf(civil, timezone) ?? fault(text, `does not exist in ${timezone}: the clock skips it`);
};
