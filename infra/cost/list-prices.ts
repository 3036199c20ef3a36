import { writeCount, writePrice } from './figures.ts';
import { listPairs, wrapText } from './paragraph.ts';
import type { PriceList } from './price-list.ts';

/** Lists the prices, such as `1.00 per 1,000,000 calls`, with their sources and the note of the price list. */
export const listPrices = ({ prices, note }: PriceList): string => {
  const pairs = Object.values(prices).map(
    ({ price, per, unit, source }) =>
      [`${writePrice(price)} per ${per === 1 ? '' : `${writeCount(per)} `}${unit}`, source] as const,
  );
  return `${listPairs(pairs)}\n${wrapText(note)}`;
};
