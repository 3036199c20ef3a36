import { isCellFault } from '../tabular/cell-fault.ts';
import { utcText } from '../tabular/civil-time.ts';
import { keepsDigits } from '../tabular/parse-number.ts';
import { parseTime } from '../tabular/parse-time.ts';
import type { Cell, ColumnOrigin } from '../tabular/table.ts';

export interface CellType {
  readonly origin: ColumnOrigin;
  readonly read: (text: string) => Cell;
}

const asText = (text: string): Cell => text;

/**
 * Returns a number, or the text of a number that would lose digits. NaN and Infinity stay text, because JSON has no
 * such numbers.
 */
const number = (text: string): Cell => {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && keepsDigits(text, value) ? value : text;
};

/** Longer decimals stay text. */
const MAX_DECIMAL_DIGITS = 15;

const decimal = (text: string): Cell => (text.replace(/\D/g, '').length <= MAX_DECIMAL_DIGITS ? number(text) : text);

const ZONED = /^(\S+ \S+) (\S+)$/;
const OFFSET = /^[+-]\d{2}:\d{2}$/;

const timeIn = (local: string, zone: string): number | undefined => {
  try {
    const time = OFFSET.test(zone) ? parseTime(`${local}${zone}`, 'UTC') : parseTime(local, zone);
    return isCellFault(time) ? undefined : time;
  } catch {
    // Trino knows zones that ICU does not.
    return undefined;
  }
};

/** Timestamps without a zone are already in UTC. */
const zoned = (text: string): Cell => {
  const [, local = '', zone = ''] = ZONED.exec(text) ?? [];
  const time = timeIn(local, zone);
  return time === undefined ? text : utcText(time);
};

const NUMBER: CellType = { origin: 'number', read: number };
const PADDING = / +$/;
/** Trino pads char(n) with blanks to n characters. */
const PADDED: CellType = { origin: 'text', read: (text) => text.replace(PADDING, '') };
const TEXT: CellType = { origin: 'text', read: asText };

const TYPES: ReadonlyMap<string, CellType> = new Map([
  ...['tinyint', 'smallint', 'integer', 'bigint', 'float', 'real', 'double'].map((name) => [name, NUMBER] as const),
  ['char', PADDED],
  ['decimal', { origin: 'number', read: decimal }],
  ['timestamp', { origin: 'timestamp', read: asText }],
  ['timestamp with time zone', { origin: 'timestamp', read: zoned }],
]);

/** Dates, Booleans, arrays, maps and rows are read as text. */
export const cellTypeOf = (type: string): CellType =>
  TYPES.get(
    type
      .toLowerCase()
      .replace(/\(.*\)/, '')
      .trim(),
  ) ?? TEXT;

const MAX_REAL_DIGITS = 9;

/** Returns the shortest decimal number that rounds to this 32-bit real, as Trino writes it. */
export const shortestReal = (value: number): number => {
  if (value === 0) return value;
  for (let digits = 6; digits < MAX_REAL_DIGITS; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(MAX_REAL_DIGITS));
};
