import { convertPrices, type PriceList } from './price-list.ts';

const EXAMPLE = 'such as --currency CNY --rate 7.1';

/**
 * Reads the options `--currency` and `--rate`. Returns a function that converts a price list.
 * @throws Error with a message for the user.
 */
export const readConversion = (
  currency: string | undefined,
  rate: string | undefined,
): ((prices: PriceList) => PriceList) => {
  if (currency === undefined && rate === undefined) return (prices) => prices;
  if (currency === undefined || rate === undefined) {
    const missing = currency === undefined ? '--currency' : '--rate';
    throw new Error(`${missing} is missing: --currency and --rate belong together, ${EXAMPLE}`);
  }
  if (!/^[A-Z]{3}$/.test(currency))
    throw new Error(`--currency must be three capital letters, ${EXAMPLE}, not '${currency}'`);
  const factor = /^\d+(?:\.\d+)?$/.test(rate) ? Number(rate) : 0;
  if (factor <= 0) {
    const meaning = 'what one unit of the currency of the price list costs';
    throw new Error(`--rate must be a number above 0, ${meaning}, ${EXAMPLE}, not '${rate}'`);
  }
  return (prices) => convertPrices(prices, currency, factor);
};
