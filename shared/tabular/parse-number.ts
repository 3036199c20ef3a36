import { halfWidth, readOfficeNumber } from './office-number.ts';

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
/** A longer number may lose digits as a Number, so `plainNumberOf` does not read it. */
const MAX_PLAIN_LENGTH = 15;

/** Takes digits only, and perhaps a leading minus and a decimal point; NaN for any other text. */
export const plainNumberOf = (text: string): number =>
  text.length <= MAX_PLAIN_LENGTH && PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;

const PARTS = /^[+-]?0*(\d+)(?:\.(\d+))?$/;
/** Below it, a Number keeps at least two decimals, which are the cents of an amount. */
const MAX_WITH_CENTS = Number.MAX_SAFE_INTEGER / 100;

/** Returns digits before the decimal point, as JSON writes them. The number 1.5e+21 has 22 of them. */
const digitsSent = (value: number): string => {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e+');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return exponent === '0' ? whole : `${whole}${fraction}`.padEnd(Number(exponent) + 1, '0');
};

const decimalsSent = (value: number): string => (Number.isInteger(value) ? '' : (String(value).split('.')[1] ?? ''));

/**
 * True if a decimal number is finite and keeps all its digits before the point. Digits after the point may be rounded
 * to the nearest double.
 */
export const keepsDigits = (text: string, value: number): boolean => {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
  if (!Number.isFinite(value)) return false;
  const [, integer] = PARTS.exec(text) ?? [];
  return integer === undefined || integer === digitsSent(value);
};

/** True if a decimal number keeps its digits, and is not so large that digits after its point are lost. */
const keepsAmount = (text: string, value: number): boolean => {
  if (Math.abs(value) <= MAX_WITH_CENTS) return true;
  const [, integer, decimals = ''] = PARTS.exec(text) ?? [];
  if (integer === undefined || !Number.isFinite(value)) return keepsDigits(text, value);
  return integer === digitsSent(value) && decimals.replace(/0+$/, '') === decimalsSent(value);
};

const PATTERNS = {
  '.': {
    plain: /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?%?$/,
    grouped: /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?%?$/,
    group: /,/g,
  },
  ',': {
    plain: /^[+-]?(?:\d+(?:,\d+)?|,\d+)(?:[eE][+-]?\d+)?%?$/,
    grouped: /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?%?$/,
    group: /\./g,
  },
} as const;

const CANONICAL_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Parses a number in plain form, such as 1234.5. Nearly all cells have this form, so it is tried first. */
const parsePlainNumber = (cell: string): number | undefined => {
  if (!CANONICAL_NUMBER.test(cell)) return undefined;
  const value = Number(cell);
  return keepsAmount(cell, value) ? value : undefined;
};

const usualDecimal = (text: string, decimal: '.' | ','): string | undefined => {
  const { plain, grouped, group } = PATTERNS[decimal];
  const isPlain = plain.test(text);
  if (!isPlain && !grouped.test(text)) return undefined;
  const digits = (isPlain ? text : text.replace(group, '')).replace('%', '');
  return decimal === ',' ? digits.replace(',', '.') : digits;
};

/** Multiplies by a power of ten without loss. */
const movePoint = (digits: string, power: number): string => {
  const [whole = '', fraction = ''] = digits.split('.');
  const moved = fraction.padEnd(power, '0');
  return `${whole}${moved.slice(0, power)}${moved.length > power ? `.${moved.slice(power)}` : ''}`;
};

/** Returns text with a decimal point and no thousands separators; undefined if the cell is not a number. */
const toDecimal = (cell: string, decimal: '.' | ','): string | undefined => {
  const usual = usualDecimal(cell, decimal);
  if (usual !== undefined) return usual;
  const { digits = halfWidth(cell), power = 0 } = readOfficeNumber(cell) ?? {};
  const written = usualDecimal(digits, decimal);
  return written !== undefined && power > 0 ? movePoint(written, power) : written;
};

const NOT_ZERO = /^[^e]*[1-9]/i;

/**
 * Returns text of any length, with a decimal point and no thousands separators. Undefined if the cell is not a number,
 * or is too large or too close to 0 for a Number.
 */
export const writtenDecimal = (cell: string, decimal: '.' | ','): string | undefined => {
  const digits = toDecimal(cell, decimal);
  const value = Number(digits);
  const isInRange = Number.isFinite(value) && (value !== 0 || !NOT_ZERO.test(digits ?? ''));
  return isInRange ? digits : undefined;
};

const parseWrittenNumber = (cell: string, decimal: '.' | ','): number | undefined => {
  const digits = toDecimal(cell, decimal);
  if (digits === undefined) return undefined;
  const value = Number(digits);
  return keepsAmount(digits, value) ? value : undefined;
};

/** One comma and three digits after it. The comma may separate thousands or decimals. */
const UNCLEAR = /^[+-]?[1-9]\d{0,2},\d{3}%?$/;

/** True if a cell may be read as two different numbers: `1,234` is 1234 or 1.234, also as `$1,234` and `(1,234)`. */
export const isUnclear = (cell: string): boolean => {
  if (!/[,，]/.test(cell)) return false;
  return UNCLEAR.test(halfWidth(cell)) || UNCLEAR.test(readOfficeNumber(cell)?.digits ?? '');
};

export const currencyOf = (cell: string): string | undefined => readOfficeNumber(cell)?.currency;

/** True if a cell is written as a number above 1.8e308, which no Number holds. */
export const isTooLarge = (cell: string, decimal: '.' | ','): boolean =>
  Math.abs(Number(toDecimal(cell, decimal))) === Number.POSITIVE_INFINITY;

/** True if a cell is written as a number that is too large or would lose digits. */
export const isTooLong = (cell: string, decimal: '.' | ','): boolean =>
  toDecimal(cell, decimal) !== undefined && parseNumber(cell, decimal) === undefined;

/**
 * Returns undefined if the text is not a number, or would lose digits as a Number. Accepts `1234.5`, `+5`, `1,234.5`
 * (groups of three digits), `12.5%` (12.5), `.5`, `1e3`, `007`, full-width digits, and the forms of `readOfficeNumber`.
 * With a decimal comma, accepts the European forms.
 */
export const parseNumber = (cell: string, decimal: '.' | ',' = '.'): number | undefined =>
  (decimal === '.' ? parsePlainNumber(cell) : undefined) ?? parseWrittenNumber(cell, decimal);

/** Parses a plain number and returns any other text unchanged (`12.5%`, `007`, `1,204`). */
export const parseNumberOrText = (cell: string): number | string => parsePlainNumber(cell) ?? cell;
