import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createEstimate } from '../../../infra/cost/create-estimate.ts';
import { choosePrices, convertPrices, OWN_PRICES, priceOf, readPriceList } from '../../../infra/cost/price-list.ts';
import { csv, estimate, PRICES, sql } from '../../support/cost/wall-of.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';

const written = async (list: unknown): Promise<string> =>
  join(await writeFolder({ 'prices.json': typeof list === 'string' ? list : JSON.stringify(list) }), 'prices.json');

test('the price list of the repository names its date, region and source', async () => {
  const { region, currency, asOf, prices } = await readPriceList(OWN_PRICES);
  expect({ region, currency, asOf }).toEqual({ region: 'us-east-1', currency: 'USD', asOf: '2026-11' });
  for (const { unit, source } of Object.values(prices)) expect([unit, source]).not.toContain('');
});

test('a region without a price list of its own gets that of us-east-1', async () => {
  expect((await choosePrices('ap-southeast-1')).region).toBe('us-east-1');
  expect((await choosePrices()).region).toBe('us-east-1');
});

test('each price in a converted list is the original price times the exchange rate', () => {
  const { prices, currency, converted } = convertPrices(PRICES, 'CNY', 7.1);
  expect([currency, converted]).toEqual(['CNY', { from: 'USD', rate: 7.1 }]);
  expect(prices.secret.price).toBeCloseTo(0.4 * 7.1, 9);
  expect(prices.secret.per).toBe(1);
});

test('a dashboard that needs an unknown price gets no total, and the price is named', () => {
  const query = { ...PRICES.prices.query, price: null };
  const list = { ...PRICES, prices: { ...PRICES.prices, query } };
  const { assumptions } = estimate([]);
  expect(createEstimate([csv('a')], assumptions, list).total).toBe(estimate([csv('a')]).total);
  expect(() => createEstimate([sql('a')], assumptions, list)).toThrow(
    'there is no total, because the price list of us-east-1 does not know the price query (per 1000000 queries)',
  );
  expect(priceOf(list, 'query', 0)).toBe(0);
});

describe('another price list', () => {
  test('another price list is read like the price list of the repository', async () => {
    expect(await readPriceList(await written(PRICES))).toEqual(PRICES);
  });

  test.each(['\uFEFF', ''])('another price list may begin with %j and have the line ends of Windows', async (mark) => {
    const text = `${mark}${JSON.stringify(PRICES, null, 2).replaceAll('\n', '\r\n')}`;
    expect(await readPriceList(await written(text))).toEqual(PRICES);
  });

  test('another price list may have prices that are not known', async () => {
    const list = { ...PRICES, prices: { ...PRICES.prices, page: { ...PRICES.prices.page, price: null } } };
    expect(await readPriceList(await written(list))).toEqual(list);
  });

  const { secret: _, ...fewer } = PRICES.prices;
  const egress = { ...PRICES.prices.egress, price: -1 };
  const log = { ...PRICES.prices.log, per: 0 };
  test.each([
    ['[]', 'is invalid: region must be text'],
    ['null', 'is invalid: region must be text'],
    ['{\n"region" 1}', 'is invalid: it is not JSON: line 2, column 10: Expected'],
    [{ ...PRICES, asOf: 2026 }, 'is invalid: asOf must be text'],
    [{ ...PRICES, prices: undefined }, 'is invalid: prices.gateway must have price, per, unit and source'],
    [{ ...PRICES, prices: fewer }, 'is invalid: prices.secret must have price, per, unit and source'],
    [{ ...PRICES, prices: { ...PRICES.prices, egress } }, 'is invalid: prices.egress must have'],
    [{ ...PRICES, prices: { ...PRICES.prices, log } }, 'is invalid: prices.log must have'],
  ])('another price list is refused if its content is %j', async (list, expected) => {
    await expect(readPriceList(await written(list))).rejects.toThrow(expected);
  });

  test('another price list is refused if the file does not exist', async () => {
    const file = `${await written(PRICES)}.missing`;
    await expect(readPriceList(file)).rejects.toThrow(`the price list ${file} cannot be read: check its path`);
  });
});
