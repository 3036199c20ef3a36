const COUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const HOURS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const MONEY = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const PRICE = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 10 });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export const writeCount = (count: number): string => COUNT.format(count);
/** Writes hours with at most one decimal: `1.5`. */
export const writeHours = (hours: number): string => HOURS.format(hours);
/** Writes an amount with two decimals, without its currency: `1,234.50`. */
export const writeMoney = (amount: number): string => MONEY.format(amount);
/** Writes a unit price with all its decimals, without its currency: `0.0000002`. */
export const writePrice = (amount: number): string => PRICE.format(amount);

export const toCents = (amount: number): number => Math.round(100 * amount);

/**
 * Rounds amounts to whole cents, so that together they are `total` cents. Those that lose most by rounding down are
 * rounded up.
 */
export const roundTogether = (amounts: readonly number[], total: number): readonly number[] => {
  const exact = amounts.map((amount) => 100 * amount);
  const down = exact.map(Math.floor);
  const missing = total - down.reduce((sum, cents) => sum + cents, 0);
  const order = exact.map((cents, index) => [cents - (down[index] ?? 0), index] as const).toSorted(([a], [b]) => b - a);
  const up = new Set(order.slice(0, Math.max(0, missing)).map(([, index]) => index));
  return down.map((cents, index) => cents + Number(up.has(index)));
};

/** Writes a difference: `1.20 more`, `0.05 less`. */
export const writeDifference = (amount: number): string => {
  const written = writeMoney(Math.abs(amount));
  return amount < 0 ? `${written} less` : `${written} more`;
};

/** Writes a share as `30 %`, or as `under 1 %` if it is below half a percent. */
export const writeShare = (part: number, whole: number): string => {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  return percent > 0 && percent < 0.5 ? 'under 1 %' : `${COUNT.format(percent)} %`;
};

export const writeMonth = (date: string): string =>
  /^\d{4}-\d{2}$/.test(date) ? MONTH.format(new Date(`${date}-01`)) : date;

export const writeCurrency = (code: string): string => (code === 'USD' ? 'US dollars' : code);
