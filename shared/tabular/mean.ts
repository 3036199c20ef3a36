/** Number of significant digits that sums and averages are rounded to, so that 0.1 + 0.2 is 0.3. */
const SIGNIFICANT_DIGITS = 12;

/** Rounds the result of a sum or an average. */
export const settle = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS));

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Returns the sum, or 0 for an empty list. */
export const sum = (values: readonly number[]): number => settle(total(values));

/** Returns the arithmetic mean, or 0 for an empty list. */
export const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : settle(total(values) / values.length);
