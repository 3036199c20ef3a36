import { expect, test } from '@jest/globals';
import { billedTimesOf, MEASURED_MEMORY_MB } from '../../../infra/cost/assumptions.ts';
import { compareMemory, createEstimate, describeMemory } from '../../../infra/cost/create-estimate.ts';
import { OWN_PRICES, readPriceList } from '../../../infra/cost/price-list.ts';
import { csv, DEFAULTS } from '../../support/cost/wall-of.ts';

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

test('the time of a memory size includes the scan of a file with a window, which more memory makes faster', () => {
  const log = csv('log', { files: [{ bytes: 98_000_000, isWindowed: true }] });
  const { fastest } = compareMemory(createEstimate([log], DEFAULTS, prices));
  // 98 MB arrive in 1,400 ms. At 1024 MB, a scan takes 98 / 130 / (1024 / 1769) = 1,302 ms.
  expect(fastest).toMatchObject({ memoryMb: 1024, readMs: billedTimesOf(1024).readMs + 1400 });
});

test('a memory size that check refuses is not among the choices', () => {
  expect(compareMemory(estimate, [512, 1024]).cheapest.memoryMb).toBe(512);
});

test('the report proposes both sizes, with their cost and duration', () => {
  const { cheapest, fastest } = compareMemory(estimate);
  const text = describeMemory({ cheapest, fastest });
  expect(text).toContain(`memory: ${cheapest.memoryMb} `);
  expect(text).toContain(`${fastest.readMs} ms for the slowest call that reads`);
});
