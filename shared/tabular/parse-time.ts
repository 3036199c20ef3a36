import { shorten } from '../errors/shorten.ts';
import type { CellFault } from './cell-fault.ts';
import { timeInZone } from './time-zone.ts';

const MILLISECONDS = /^\d{13}$/;
const CIVIL =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;
const MINUTE_MS = 60_000;
/** The largest offset in use, which is in Kiribati. */
const MAX_OFFSET_MS = 14 * 60 * MINUTE_MS;
const HINT = 'write 13-digit milliseconds, ISO 8601, or yyyy-MM-dd HH:mm:ss';

const SECONDS = /^\d{10}(?:\.\d+)?$/;

const MAX_SHOWN_CHARACTERS = 60;

const fault = (text: string, reason: string): CellFault => ({
  fault: `'${shorten(text, MAX_SHOWN_CHARACTERS)}' ${reason}`,
  hint: SECONDS.test(text) ? 'multiply seconds by 1000: a time is in milliseconds' : HINT,
});

/** Replaces Date.UTC, which takes the years 0 to 99 for 1900 to 1999. */
const utc = (year: number, month: number, day: number, hour: number, minute: number, second: number, ms = 0): number =>
  new Date(Date.UTC(2000, month - 1, day, hour, minute, second, ms)).setUTCFullYear(year, month - 1, day);

const explicitOffset = (zone: string): number | undefined => {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(':', '') || 0)];
  const offset = (hours * 60 + minutes) * MINUTE_MS;
  if (minutes > 59 || offset > MAX_OFFSET_MS) return undefined;
  return zone.startsWith('-') ? -offset : offset;
};

/**
 * Parses a time cell to milliseconds since 1970. Accepts 13-digit milliseconds, ISO 8601 and `yyyy-MM-dd HH:mm:ss`.
 * Times without an offset are in `timezone`. A date alone means midnight. Of a time that occurs twice, the first counts.
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
  return timeInZone(civil, timezone) ?? fault(text, `does not exist in ${timezone}: the clock skips it`);
};
