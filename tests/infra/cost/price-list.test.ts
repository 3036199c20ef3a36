import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { OWN_PRICES, readPriceList } from '../../../infra/cost/price-list.ts';
import { PRICES } from '../../../infra/lab/cost/wall-of.ts';
import { writeFolder } from '../../../infra/lab/folders/write-folder.ts';

const written = async (list: unknown): Promise<string> =>
  join(await writeFolder({ 'prices.json': typeof list === 'string' ? list : JSON.stringify(list) }), 'prices.json');

test('the price list of the repository names its date, region and source', async () => {
  const { region, currency, asOf, prices } = await readPriceList(OWN_PRICES);
  expect({ region, currency, asOf }).toEqual({ region: 'us-east-1', currency: 'USD', asOf: '2026-11' });
  for (const { unit, source } of Object.values(prices)) expect([unit, source]).not.toContain('');
});

describe('another price list', () => {
  test('another price list is read like the price list of the repository', async () => {
    expect(await readPriceList(await written(PRICES))).toEqual(PRICES);
  });

  const { secret: _, ...fewer } = PRICES.prices;
  const egress = { ...PRICES.prices.egress, price: -1 };
  const log = { ...PRICES.prices.log, per: 0 };
  test.each([
    ['[]', 'is invalid: region must be text'],
    ['null', 'is invalid: region must be text'],
    ['{', 'is invalid: it is not JSON'],
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
