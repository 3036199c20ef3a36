/** `Z`, `UTC`, `GMT`, `+08`, `+0800`, `+08:00`, `UTC+8`, `GMT+0800`. */
export const OFFSET = String.raw`Z|(?:UTC?|GMT)(?:[+-](?:\d{4}|\d{1,2}(?::\d{2})?))?|[+-]\d{2}(?::?\d{2})?`;

const NUMBERS = /([+-])(\d{1,2}):?(\d{2})?$/;
const MINUTE_MS = 60_000;
/** Kiribati has the largest offset of all zones. */
const MAX_OFFSET_MS = 14 * 60 * MINUTE_MS;

/** Returns the milliseconds of an offset that `OFFSET` matches; NaN if no zone has it. */
export const offsetOf = (zone: string): number => {
  const [, sign, hours = '0', minutes = '0'] = NUMBERS.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  if (Number(minutes) > 59 || offset > MAX_OFFSET_MS) return Number.NaN;
  return sign === '-' ? -offset : offset;
};
