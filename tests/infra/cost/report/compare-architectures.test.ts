import { expect, test } from '@jest/globals';
import { createEstimate } from '../../../../infra/cost/create-estimate.ts';
import { OWN_PRICES, readPriceList } from '../../../../infra/cost/price-list.ts';
import { compareArchitectures, describeArchitectures } from '../../../../infra/cost/report/format-report.ts';
import { csv, DEFAULTS } from '../../../support/cost/wall-of.ts';

const prices = await readPriceList(OWN_PRICES);
const estimate = createEstimate([csv('a')], { ...DEFAULTS, memoryMb: 1024 }, prices);

test('the same compute costs a quarter more on x86_64, by the price list', () => {
  const { arm64, x86_64 } = compareArchitectures(estimate);
  expect(arm64).toBe(estimate.sum.compute);
  expect(x86_64 / arm64).toBeCloseTo(1.25, 3);
});

test('the report names the compute of both architectures', () => {
  const { compute } = prices.prices;
  const free = { ...prices, prices: { ...prices.prices, computeX86: { ...compute, price: 0 } } };
  expect(describeArchitectures(estimate).join()).toMatch(/^Compute costs .* on arm64, .* x86_64 would cost/);
  expect(compareArchitectures({ ...estimate, prices: free }).x86_64).toBe(0);
});
