import { describe, expect, test } from '@jest/globals';
import type { Assumptions } from '../../../infra/cost/assumptions.ts';
import type { WallEndpoint } from '../../../infra/cost/wall.ts';
import type { CacheTable } from '../../../shared/cache/cache-table.ts';
import { createBody } from '../../../shared/cache/response-body.ts';
import { createSharedCache } from '../../../shared/cache/shared-cache.ts';
import { now } from '../../../shared/cache/timestamp.ts';
import { csv, estimate, sql } from '../../support/cost/wall-of.ts';

const shared = (cacheSeconds: number, more: Partial<WallEndpoint> = {}): WallEndpoint =>
  csv('a', { cacheSeconds, isShared: true, ...more });

const first = (endpoint: WallEndpoint, more: Partial<Assumptions>) => estimate([endpoint], more).endpoints[0];

describe('the number of calls of an endpoint with a shared cache', () => {
  // 3 screens that refresh every 10 s make 777,600 calls a month. Each environment lives 12 times a day.
  test.each([
    ['one environment', 60, {}, { misses: 43_200, sourceReads: 43_200, refreshes: 43_200, refusals: 0 }],
    ['several environments', 60, { environments: 3 }, { misses: 129_600, sourceReads: 43_200, refusals: 86_400 }],
    ['a cache that outlives environments', 86_400, { environments: 2 }, { misses: 720, sourceReads: 30, refusals: 30 }],
    ['a cache of several days', 259_200, {}, { misses: 360, sourceReads: 10 }],
    ['screens that are off at night', 3600, { hoursADay: 10 }, { misses: 300, sourceReads: 300 }],
    ['calls that are all cold', 3600, { refreshSeconds: 600 }, { misses: 12_960, sourceReads: 720, refusals: 0 }],
    ['a cache shorter than the refresh', 1, {}, { misses: 777_600, sourceReads: 777_600 }],
    [
      'responses that are too large for the table',
      60,
      { environments: 3, bodyBytes: 400_000 },
      { misses: 129_600, sourceReads: 129_600, refreshes: 43_200 },
    ],
  ])('the calls of an endpoint with a shared cache are counted with %s', (_, cacheSeconds, more, expected) => {
    expect(first(shared(cacheSeconds), more)).toMatchObject(expected);
  });
});

describe('the price of the writes to a shared cache', () => {
  const countWrites = async (ttl: number): Promise<number> => {
    const writes: string[] = [];
    const write = async (name: string) => writes.push(name) > 0;
    const table: CacheTable = {
      find: async () => undefined,
      findLease: async () => undefined,
      put: () => write('put'),
      takeLease: async () => {
        await write('takeLease');
        return 0;
      },
      leaveAlone: async () => void write('leaveAlone'),
      giveUpLease: async () => void write('giveUpLease'),
    };
    const { lease } = await createSharedCache(async () => table).consult(
      { name: 'a', period: '' },
      {
        ttl,
        stale: 0,
        deadline: 8000,
        endsAt: performance.now() + 8000,
        closesAt: Number.POSITIVE_INFINITY,
      },
    );
    await lease?.share({ body: createBody('{}', 0), askedAt: now() });
    return writes.length;
  };

  test.each([1, 2, 4, 60])('a shared cache of %d s writes as often as the estimate says', async (cacheSeconds) => {
    const { refreshes = 0 } = first(shared(cacheSeconds), {}) ?? {};
    const { writes } = estimate([shared(cacheSeconds)]).sharedCache;
    expect(writes / refreshes).toBe(await countWrites(cacheSeconds * 1000));
  });
});

describe('the shared table', () => {
  // Each of 43,200 refreshes writes 5 units: 1 for the lease, and 4 for a response of 4,000 bytes.
  test.each([
    ['one environment', {}, 43_200, 86_400, 43_200 * 0.125 + 43_200 * 5 * 0.625],
    ['several environments', { environments: 3 }, 216_000, 172_800, 216_000 * 0.125 + (43_200 * 5 + 86_400) * 0.625],
    ['a small response', { bodyBytes: 1000 }, 43_200, 86_400, 43_200 * 0.125 + 43_200 * 2 * 0.625],
    ['a large response', { bodyBytes: 9000 }, 43_200, 86_400, 43_200 * 3 * 0.125 + 43_200 * 10 * 0.625],
    [
      'a response that does not fit into an item',
      { bodyBytes: 400_000 },
      43_200,
      86_400,
      43_200 * 0.125 + 43_200 * 2 * 0.625,
    ],
  ])('the shared table is priced by read and write units: %s', (_, more, reads, writes, millionths) => {
    const { sharedCache } = estimate([shared(60), csv('b')], more);
    expect(sharedCache).toEqual({ endpoints: 1, reads, writes, cost: expect.closeTo(millionths / 1e6, 4) });
  });

  test('the cost of an endpoint’s sources includes its calls to the shared table', () => {
    const [a, b] = estimate([shared(60), csv('b', { cacheSeconds: 60 })], { environments: 3 }).endpoints;
    expect([b?.source, b?.sharedCache]).toEqual([0.0518, 0]);
    expect([a?.source, a?.sharedCache]).toEqual([0.2333, 0.216]);
  });

  test('the time of a call to the shared table is added to the compute of the endpoint', () => {
    // 43_200 x 3 calls x 0.5 s x 0.25 GB x 0.0000133334 = 0.216
    const [a, b] = [shared(60), csv('a', { cacheSeconds: 60 })].map((endpoint) => first(endpoint, { tableMs: 500 }));
    expect(Number(a?.compute) - Number(b?.compute)).toBeCloseTo(0.216, 3);
  });

  test('the shared table of caches costs nothing if no endpoint uses it', () => {
    expect(estimate([csv('a', { cacheSeconds: 60 })], { environments: 3 }).sharedCache).toEqual({
      endpoints: 0,
      reads: 0,
      writes: 0,
      cost: 0,
    });
  });
});

test('a shared cache lets the database pause, while a cache in each environment would keep it awake', () => {
  const databaseOf = (isShared: boolean) =>
    estimate([sql('a', { cacheSeconds: 600, isShared })], { environments: 3 }).database;
  expect(databaseOf(false).awakeHours).toBe(720);
  expect(databaseOf(true).awakeHours).toBe(360);
});
