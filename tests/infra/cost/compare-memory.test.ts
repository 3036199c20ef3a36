import { expect, test } from '@jest/globals';
import { billedTimesOf, MEASURED_MEMORY_MB } from '../../../infra/cost/assumptions.ts';
import { compareMemory, proposeMemory } from '../../../infra/cost/compare-memory.ts';
import { createEstimate } from '../../../infra/cost/create-estimate.ts';
import { OWN_PRICES, readPriceList } from '../../../infra/cost/price-list.ts';
import { csv, DEFAULTS } from '../../../infra/lab/cost/wall-of.ts';

const prices = await readPriceList(OWN_PRICES);
const estimate = createEstimate([csv('a')], DEFAULTS, prices);

test('the cheapest memory size costs no more than any other measured one', () => {
  const { cheapest } = compareMemory(estimate);
  const totals = MEASURED_MEMORY_MB.map(
    (memoryMb) => createEstimate([csv('a')], { ...DEFAULTS, ...billedTimesOf(memoryMb), memoryMb }, prices).total,
  );
  expect(cheapest.total).toBe(Math.min(...totals));
});

test('the fastest memory size answers a warm call at least as fast as every other measured one', () => {
  const { fastest } = compareMemory(estimate);
  expect(fastest.readMs).toBe(Math.min(...MEASURED_MEMORY_MB.map((memoryMb) => billedTimesOf(memoryMb).readMs)));
});

test('the report proposes both sizes, with their cost and duration', () => {
  const { cheapest, fastest } = compareMemory(estimate);
  const text = proposeMemory(estimate);
  expect(text).toContain(`memory: ${cheapest.memoryMb} `);
  expect(text).toContain(`${fastest.readMs} ms for a call that reads`);
});
