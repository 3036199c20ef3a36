const shift = (value: number, digits: number): number => {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
};

/** Rounds by the decimal digits of a number, so that 1.005 becomes 1.01. */
export const roundHalfUp = (value: number, digits = 0): number =>
  Math.abs(value) > Number.MAX_SAFE_INTEGER ? value : shift(Math.round(shift(value, digits)), -digits);

/** Sums and averages are rounded to these digits, so that 0.1 + 0.2 is 0.3. */
const SIGNIFICANT_DIGITS = 12;

export const settle = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS));

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns the sum, or 0 for an empty list. */
export const sum = (values: readonly number[]): number => settle(total(values));

/** Returns the mean of values whose sum would be infinite: divides each value before it adds them up. */
const meanOfShares = (values: readonly number[]): number => total(values.map((value) => value / values.length));

/** Returns the arithmetic mean, or 0 for an empty list. */
export const average = (values: readonly number[]): number => {
  if (values.length === 0) return 0;
  const mean = total(values) / values.length;
  return settle(Number.isFinite(mean) ? mean : meanOfShares(values));
};
