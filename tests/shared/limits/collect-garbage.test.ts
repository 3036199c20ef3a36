import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { collectGarbage, collectYoungGarbage } from '../../../shared/limits/collect-garbage.ts';

const kindsDuring = async (work: () => void): Promise<readonly unknown[]> => {
  const kinds: unknown[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) kinds.push(Object(entry).detail.kind);
  });
  observer.observe({ entryTypes: ['gc'] });
  work();
  await sleep(50);
  observer.disconnect();
  return kinds;
};

test('collecting garbage runs a full collection', async () => {
  expect(await kindsDuring(collectGarbage)).toContain(constants.NODE_PERFORMANCE_GC_MAJOR);
});

test('collecting young garbage runs a minor collection', async () => {
  expect(await kindsDuring(collectYoungGarbage)).toContain(constants.NODE_PERFORMANCE_GC_MINOR);
});
