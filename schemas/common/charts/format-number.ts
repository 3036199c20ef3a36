const MAX_DECIMALS = 2;
const MAX_SMALL_DIGITS = 3;

/** Writes a number with groups of thousands and at most two decimals; a number below 0.1 keeps three digits. Text stays as it is. */
export const formatNumber = (value: number | string): string => {
  if (typeof value === 'string') return value;
  const isSmall = value !== 0 && Math.abs(value) < 0.1;
  const digits = isSmall ? { maximumSignificantDigits: MAX_SMALL_DIGITS } : { maximumFractionDigits: MAX_DECIMALS };
  return value.toLocaleString('en-US', digits);
};

/** Writes a value and its unit; a percent sign follows without a space. */
export const withUnit = (value: number | string, unit = ''): string => {
  const space = unit === '' || unit === '%' ? '' : ' ';
  return `${formatNumber(value)}${space}${unit}`;
};
