const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
/**
 * Maximum length of a number that is read this way. A longer number may lose digits as a Number, so its text is read
 * instead.
 */
const MAX_PLAIN_LENGTH = 15;

/**
 * Returns the number that a text writes with digits only, and perhaps a leading minus and a decimal point; NaN for any
 * other text.
 */
export const plainNumberOf = (text: string): number =>
  text.length <= MAX_PLAIN_LENGTH && PLAIN_NUMBER.test(text) ? Number(text) : Number.NaN;

const INTEGER_PART = /^[+-]?0*(\d+)(?:\.\d+)?$/;

/** Returns the digits before the point as JSON writes a number. The number 1.5e+21 has 22 such digits. */
const digitsSent = (value: number): string => {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e+');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return exponent === '0' ? whole : `${whole}${fraction}`.padEnd(Number(exponent) + 1, '0');
};

/**
 * True if a decimal number is finite and keeps all its digits before the point. Digits after the point may be rounded to
 * the nearest double.
 */
export const keepsDigits = (text: string, value: number): boolean => {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
  if (!Number.isFinite(value)) return false;
  const [, integer] = INTEGER_PART.exec(text) ?? [];
  return integer === undefined || integer === digitsSent(value);
};
