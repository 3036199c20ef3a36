import { describe, expect, test } from '@jest/globals';
import { createAthena } from './create-athena.ts';
import { createProcesses, type Process } from './processes.ts';
import { createMeter, DEFAULT_QUOTAS } from './quotas.ts';
import { createAgeRecord } from './record-ages.ts';
import type { Scenario } from './scenario.ts';
import { simulateLake } from './simulate-lake.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const WALL: Scenario = {
  name: 'a wall',
  walls: 1,
  kinds: 1,
  components: 20,
  families: 4,
  datasets: 1,
  isShared: true,
  slotMs: MINUTE_MS,
  isSpread: true,
  refreshMs: 10 * SECOND_MS,
  queryMs: 2 * SECOND_MS,
  quotas: DEFAULT_QUOTAS,
  slots: 5,
  seed: 1,
};

const simulate = (more: Partial<Scenario> = {}) => simulateLake({ ...WALL, ...more });

test('simulated processes run in the order of their times; of two with the same time, the one that waited first runs first', () => {
  const { now, start, runUntil } = createProcesses();
  const wakeUps: string[] = [];
  const run = function* run(name: string, ...waits: number[]): Process {
    for (const wait of waits) {
      yield wait;
      wakeUps.push(`${name} ${now()}`);
    }
  };
  start(run('a', 30, 10));
  start(run('b', 20, 20, 20));
  runUntil(40);
  expect(wakeUps).toEqual(['b 20', 'a 30', 'b 40', 'a 40']);
});

test('a meter refuses calls beyond its burst, and accepts them again at its rate', () => {
  const { take, counts } = createMeter({ perSecond: 2, burst: 3 });
  expect([0, 0, 0, 0, 400, 500, 500].map(take)).toEqual([true, true, true, false, false, true, false]);
  expect(counts()).toEqual({ calls: 7, refused: 3, maxPerSecond: 7 });
});

test('simulated Athena runs one query for each token, and refuses starts beyond the active queries', () => {
  const athena = createAthena({ ...DEFAULT_QUOTAS, activeQueries: 2 }, () => 100);
  const first = athena.start('a', 0);
  expect(athena.start('a', 10)).toBe(first);
  athena.start('b', 10);
  expect(athena.start('c', 20)).toBe('refused');
  expect(athena.start('c', 100)).not.toBe('refused');
  expect(athena.record()).toMatchObject({ queries: 3, maxActive: 2, refusedAsActive: 1 });
});

test('the recorded ages are weighted by the time for which the rows are shown', () => {
  const { show, hide, ages } = createAgeRecord();
  show(0, 10 * SECOND_MS, 20 * SECOND_MS);
  show(0, 0, 10 * SECOND_MS);
  hide(0, 5 * SECOND_MS);
  const { quantile, shareOver, blank } = ages();
  expect([quantile(0.5), quantile(1)]).toEqual([9, 19]);
  expect(shareOver(14)).toBeCloseTo(0.25, 6);
  expect(blank).toBeCloseTo(0.2, 6);
});

describe('a simulated wall', () => {
  test('a simulated wall runs one query in each slot for all of its components', () => {
    const { athena, ages } = simulate({ isSpread: false });
    expect(athena.queries).toBe(WALL.slots);
    expect(athena.calls.start.refused).toBe(0);
    expect(ages.quantile(0.99)).toBeLessThan(60 + 10 + 12);
    expect(ages.blank).toBe(0);
  });

  test('a simulated wall runs one query for each component if each component has a dataset of its own', () => {
    expect(simulate({ datasets: 20, isSpread: false }).athena.queries).toBe(20 * WALL.slots);
  });

  test('a simulated wall shares the queries of other walls that show the same datasets', () => {
    expect(simulate({ walls: 30, kinds: 3, isSpread: false }).athena.queries).toBe(3 * WALL.slots);
  });

  test('a simulated wall gives the same result in each run', () => {
    const record = () => {
      const { athena, waitMs } = simulate({ walls: 50, kinds: 50 });
      return { athena, waitMs };
    };
    expect(record()).toEqual(record());
  });
});

describe('many walls on one account', () => {
  const simulateMany = (more: Partial<Scenario>) => simulate({ walls: 400, kinds: 400, ...more });

  test('Athena refuses no start if the slots of the walls are spread; if all slots start at once, walls show older rows', () => {
    const [spread, together] = [true, false].map((isSpread) => simulateMany({ isSpread }));
    expect(spread?.athena.calls.start.refused).toBe(0);
    expect(together?.athena.calls.start.refused).toBeGreaterThan(1000);
    expect(together?.ages.quantile(0.99)).toBeGreaterThan((spread?.ages.quantile(0.99) ?? 0) + 10);
  });

  test('walls show the rows of earlier slots, and no errors, while Athena refuses their queries', () => {
    const { athena, ages } = simulateMany({ quotas: { ...DEFAULT_QUOTAS, activeQueries: 5 } });
    expect(athena.maxActive).toBe(5);
    expect(athena.refusedAsActive).toBeGreaterThan(100);
    expect(ages.blank).toBe(0);
    expect(ages.quantile(0.99)).toBeGreaterThan(120);
  });
});
