const INTEGER_PART = /^[+-]?0*(\d+)(?:\.\d+)?$/;

/** The digits before the point of a large number, as it is sent: 1.5e+21 stands for 22 digits. */
const digitsSent = (value: number): string => {
  const [mantissa = '', exponent = '0'] = String(Math.abs(value)).split('e+');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return exponent === '0' ? whole : `${whole}${fraction}`.padEnd(Number(exponent) + 1, '0');
};

/**
 * True if a decimal number is sent as it is written: it is finite, and no digit before its point changes. Digits after the
 * point are rounded to the nearest double, as everywhere.
 */
export const keepsDigits = (text: string, value: number): boolean => {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
  if (!Number.isFinite(value)) return false;
  const [, integer] = INTEGER_PART.exec(text) ?? [];
  return integer === undefined || integer === digitsSent(value);
};
