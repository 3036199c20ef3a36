import { writeCount, writePrice } from './figures.ts';
import { listPairs, wrapText } from './paragraph.ts';
import type { PriceList } from './price-list.ts';

/** The prices, as `1.00 per 1,000,000 calls` and whose they are, and what is to be known of them. */
export const listPrices = ({ prices, note }: PriceList): string => {
  const pairs = Object.values(prices).map(
    ({ price, per, unit, source }) =>
      [`${writePrice(price)} per ${per === 1 ? '' : `${writeCount(per)} `}${unit}`, source] as const,
  );
  return `${listPairs(pairs)}\n${wrapText(note)}`;
};
