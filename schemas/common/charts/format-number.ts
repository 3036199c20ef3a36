/** Returns `least` if no value is larger. Works for lists that are too long for the arguments of Math.max. */
export const largestOf = (values: readonly number[], least = Number.NEGATIVE_INFINITY): number =>
  values.reduce((largest, value) => Math.max(largest, value), least);

/** Returns the smallest value, or infinity for an empty list. */
export const smallestOf = (values: readonly number[]): number =>
  values.reduce((smallest, value) => Math.min(smallest, value), Number.POSITIVE_INFINITY);

/** Created once, because creating a format takes far longer than using it. */
const USUAL = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const SMALL = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

const SMALL_VALUE = 0.1;

/** Groups thousands, with at most two decimals; a number below 0.1 keeps three digits. Text stays as it is. */
export const formatNumber = (value: number | string): string => {
  if (typeof value === 'string') return value;
  return (Math.abs(value) < SMALL_VALUE ? SMALL : USUAL).format(value);
};

/** Writes a value and its unit; a percent sign follows without a space. */
export const withUnit = (value: number | string, unit = ''): string => {
  const space = unit === '' || unit === '%' ? '' : ' ';
  return `${formatNumber(value)}${space}${unit}`;
};
