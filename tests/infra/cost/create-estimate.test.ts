import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import type { Assumptions } from '../../../infra/cost/assumptions.ts';
import { PARTS, priceEndpoint } from '../../../infra/cost/price-endpoint.ts';
import { addMoney } from '../../../infra/cost/price-list.ts';
import type { WallEndpoint } from '../../../infra/cost/wall.ts';
import { csv, DEFAULTS, estimate, PRICES, sql } from '../../support/cost/wall-of.ts';

const first = (wall: readonly WallEndpoint[], more: Partial<Assumptions> = {}) => estimate(wall, more).endpoints[0];

test('a million warm calls of 256 MB, 40 ms, 4 KB and a log of 1 KB cost the sum of their parts by the price list', () => {
  const calls = 1_000_000;
  const sharing = { misses: calls, sourceReads: calls, refreshes: 0, refusals: 0 };
  const { refreshSeconds, bodyBytes, logBytes } = DEFAULTS;
  const traffic = { ...csv('a', { objects: 0 }), refreshSeconds, bodyBytes, logBytes, calls, coldCalls: 0, ...sharing };
  const cost = priceEndpoint(traffic, DEFAULTS, PRICES);
  const example = { gateway: 1, requests: 0.2, logs: 0.5, egress: 0.36, source: 0, total: 2.19 };
  expect(cost.compute).toBeCloseTo(0.13, 2);
  for (const [part, amount] of Object.entries(example)) {
    expect(Math.abs(cost[part as 'total'] - amount)).toBeLessThanOrEqual(amount * 0.01);
  }
});

describe('the parts of the cost', () => {
  // 3 screens x 2,592,000 s / 10 s = 777,600 calls.
  test.each([
    ['gateway', {}, 0.7776],
    ['gateway', { bodyBytes: 524_289 }, 1.5552],
    ['requests', {}, 0.1555],
    // (777,240 x 0.04 s + 360 x 0.6 s) x 0.25 GB x 0.0000133334 = 31,305.6 x 0.0000033333...
    ['compute', {}, 0.1044],
    ['compute', { memoryMb: 512 }, 0.2087],
    ['compute', { coldMs: 6000 }, 0.1108],
    ['source', {}, 0.311],
    ['logs', {}, 0.3888],
    ['logs', { logBytes: 500 }, 0.1944],
    ['egress', {}, 0.2799],
    ['egress', { bodyBytes: 0 }, 0],
  ] as const)('the cost of %s with %j equals a calculation by hand', (part, more, expected) => {
    expect(first([csv('a')], more)?.[part]).toBe(expected);
  });

  test.each([
    ['a query', sql('a'), {}, 0.2722],
    ['a query whose result is two pieces of 32 KB', sql('a'), { resultBytes: 32_769 }, 0.5443],
    ['two files and a query', csv('a', { objects: 2, queries: 1 }), {}, 0.8942],
    // 12 lives a day x 7,200 s / 60 s x 30 days = 43,200 reads.
    ['a file within a cache of a minute', csv('a', { cacheSeconds: 60 }), {}, 0.0173],
    ['no source', csv('a', { objects: 0 }), {}, 0],
  ])('the cost of sources counts %s', (_, endpoint, more, expected) => {
    expect(first([endpoint], more)?.source).toBe(expected);
  });
});

describe('the number of calls', () => {
  test.each([
    [{}, 777_600],
    [{ screens: 1 }, 259_200],
    [{ refreshSeconds: 60 }, 129_600],
    [{ hoursADay: 9.5, daysAMonth: 22 }, 225_720],
    [{ refreshSeconds: 7, hoursADay: 1, daysAMonth: 1, screens: 1 }, 515],
  ])('the number of calls with %j is %d', (more, expected) => {
    expect(first([csv('a')], more)?.calls).toBe(expected);
  });

  test.each([
    ['an environment that is replaced every 2 hours', {}, 360],
    ['each of several environments', { environments: 3 }, 1080],
    ['a short last lifetime of a day', { hoursADay: 9 }, 150],
    ['rounds that are further apart than an idle environment lives', { refreshSeconds: 600 }, 12_960],
  ])('the number of cold calls counts %s', (_, more, expected) => {
    expect(first([csv('a')], more)?.coldCalls).toBe(expected);
  });

  test('each family has its own cold calls, which its endpoints share', () => {
    const wall = [csv('a'), csv('b', { family: 'bar' }), csv('c')];
    const { endpoints } = estimate(wall, { hoursADay: 10, daysAMonth: 1 });
    expect(endpoints.map(({ endpoint, coldCalls }) => [endpoint, coldCalls])).toEqual([
      ['a', 3],
      ['b', 5],
      ['c', 2],
    ]);
  });

  test('a function has as many environments as calls that run at the same time', () => {
    const wall = Array.from({ length: 25 }, (_, index) => csv(`a${index}`));
    expect(estimate(wall, { screens: 30 }).functions).toMatchObject([{ environments: 3, coldCalls: 1080 }]);
  });
});

describe('the number of source calls with a cache', () => {
  test.each([
    ['a cache of zero', 0, {}, 777_600],
    ['a cache shorter than the refresh', 1, {}, 777_600],
    ['a cache of half a minute', 30, {}, 86_400],
    ['a cache that does not divide the lifetime of an environment', 5000, {}, 720],
    ['a cache longer than the lifetime of an environment', 86_400, {}, 360],
    ['a cache in each of several environments', 3600, { environments: 2 }, 1440],
    ['a cache in a short last lifetime of a day', 3600, { hoursADay: 9, daysAMonth: 1 }, 9],
    ['a cache that every call finds expired', 3600, { refreshSeconds: 600 }, 12_960],
  ])('calls to a source are counted with %s', (_, cacheSeconds, more, expected) => {
    expect(first([csv('a', { cacheSeconds })], more)?.sourceCalls).toBe(expected);
  });

  test('calls that are answered from the cache take less time', () => {
    // 360 x 0.6 s + (720 - 360) x 0.04 s + 776,880 x 0.005 s = 4,114.8 s
    expect(first([csv('a', { cacheSeconds: 3600 })])?.compute).toBe(0.0137);
  });
});

describe('the cost of the database', () => {
  test.each([
    ['is that of a database which is awake all month', [sql('a')], {}, 720, 43.2],
    ['is that of a database which pauses each evening', [sql('a')], { hoursADay: 10 }, 302.5, 18.15],
    ['counts queries every 10 minutes', [sql('a', { cacheSeconds: 600 })], {}, 360, 21.6],
    ['counts queries every hour', [sql('a', { cacheSeconds: 3600 })], {}, 60, 3.6],
    ['counts queries every 5 minutes', [sql('a', { cacheSeconds: 300 })], {}, 720, 43.2],
    [
      'counts two endpoints of a family that query at the same time',
      ['a', 'b'].map((name) => sql(name, { cacheSeconds: 600 })),
      {},
      360,
      21.6,
    ],
    [
      'counts two families that query at different times',
      [sql('a', { cacheSeconds: 600 }), sql('b', { cacheSeconds: 600, family: 'bar' })],
      {},
      540,
      32.4,
    ],
    ['grows with its capacity', [sql('a', { cacheSeconds: 3600 })], { acu: 2 }, 60, 14.4],
  ])('the cost of the database %s', (_, wall, more, awakeHours, capacity) => {
    const { database } = estimate(wall, more);
    expect(database).toMatchObject({ isOwn: true, capacity, secrets: 0.8, total: addMoney([capacity, 0.8]) });
    expect(database.awakeHours).toBeCloseTo(awakeHours, 6);
  });

  test.each([
    ['files', [csv('a')]],
    ['databases outside of the stack', [sql('a', { ownQueries: 0 })]],
  ])('the cost of the database is zero if the only sources are %s', (_, wall) => {
    expect(estimate(wall).database).toMatchObject({ isOwn: false, awakeHours: 0, total: 0 });
  });

  const file = readFileSync(new URL('../../../infra/stack/resources/database.yml', import.meta.url), 'utf8');
  const resources = parse(file, { customTags: [], logLevel: 'silent' }).Resources;

  test('the cost of the database includes the secrets that the stack deploys', () => {
    const types = Object.values(resources as Record<string, { Type: string }>).map(({ Type }) => Type);
    const secretCount = resources.Database.Properties.ManageMasterUserPassword ? 1 : 0;
    const secrets = secretCount + types.filter((type) => type === 'AWS::SecretsManager::Secret').length;
    expect(estimate([sql('a')]).database.secrets).toBeCloseTo(secrets * (PRICES.prices.secret.price ?? 0), 4);
  });

  test('the cost of the database depends on the pause that the stack deploys', () => {
    const { Database } = resources;
    const { MinCapacity, SecondsUntilAutoPause } = Database.Properties.ServerlessV2ScalingConfiguration;
    expect([MinCapacity, SecondsUntilAutoPause]).toEqual([0, DEFAULTS.pauseSeconds]);
  });
});

describe('estimates of random walls', () => {
  const endpoints = fc.array(
    fc.record({
      family: fc.constantFrom('pie', 'bar', 'line'),
      cacheSeconds: fc.oneof(fc.constant(0), fc.double({ min: 0.5, max: 90_000, noNaN: true })),
      shared: fc.boolean(),
      objects: fc.nat(3),
      ownQueries: fc.nat(2),
    }),
    { maxLength: 8 },
  );
  const wall = endpoints.map((all) =>
    all.map(({ shared, ...one }, index) => {
      const isShared = shared && one.cacheSeconds > 0;
      return csv(`e${index}`, { ...one, isShared, queries: one.ownQueries });
    }),
  );
  const assumptions = fc.record({
    screens: fc.integer({ min: 1, max: 40 }),
    refreshSeconds: fc.integer({ min: 1, max: 1200 }),
    hoursADay: fc.double({ min: 0.1, max: 24, noNaN: true }),
    daysAMonth: fc.integer({ min: 1, max: 31 }),
    environments: fc.integer({ min: 1, max: 4 }),
    memoryMb: fc.constantFrom(128, 256, 1024),
    bodyBytes: fc.constantFrom(0, 4000, 400_000),
  });

  test('the totals of an estimate are the sums of their parts', () => {
    fc.assert(
      fc.property(wall, assumptions, (endpointsOf, more) => {
        const { endpoints: costs, sum, sharedCache, database, total } = estimate(endpointsOf, more);
        for (const cost of [...costs, sum]) expect(cost.total).toBe(addMoney(PARTS.map((part) => cost[part])));
        for (const part of PARTS) expect(sum[part]).toBe(addMoney(costs.map((cost) => cost[part])));
        expect(database.total).toBe(addMoney([database.capacity, database.secrets]));
        expect(total).toBe(addMoney([...costs.map((cost) => cost.total), database.total]));
        expect(sharedCache.cost).toBe(addMoney(costs.map((cost) => cost.sharedCache)));
        for (const cost of costs) expect(cost.sharedCache).toBeLessThanOrEqual(cost.source);
      }),
    );
  });

  test('each call of an estimate is either cold, cached or warm, and counted once', () => {
    fc.assert(
      fc.property(wall, assumptions, (endpointsOf, more) => {
        for (const endpoint of estimate(endpointsOf, more).endpoints) {
          const { calls, coldCalls, misses, sourceReads, refreshes, refusals, isShared } = endpoint;
          expect(coldCalls).toBeLessThanOrEqual(misses);
          expect(misses).toBeLessThanOrEqual(calls);
          if (isShared) expect(sourceReads).toBeLessThanOrEqual(misses);
          else expect(sourceReads).toBe(misses);
          expect(refreshes + refusals).toBeLessThanOrEqual(isShared ? misses : 0);
          expect([calls, coldCalls, misses, sourceReads, refreshes, refusals].every(Number.isInteger)).toBe(true);
        }
      }),
    );
  });

  test('more screens never cost less', () => {
    fc.assert(
      fc.property(wall, assumptions, fc.integer({ min: 1, max: 20 }), (endpointsOf, more, added) => {
        const larger = { ...more, screens: more.screens + added };
        expect(estimate(endpointsOf, larger).total).toBeGreaterThanOrEqual(estimate(endpointsOf, more).total);
      }),
    );
  });

  test('a longer cache never costs more', () => {
    fc.assert(
      fc.property(wall, assumptions, fc.nat(7), fc.integer({ min: 1, max: 9000 }), (endpointsOf, more, at, added) => {
        const longer = endpointsOf.map((endpoint, index) =>
          index === at ? { ...endpoint, cacheSeconds: endpoint.cacheSeconds + added } : endpoint,
        );
        expect(estimate(longer, more).total).toBeLessThanOrEqual(estimate(endpointsOf, more).total);
      }),
    );
  });
});
