import { expect, test } from '@jest/globals';
import type { Outcome } from '../../../../infra/lab/wall/outcome.ts';
import { priceOutcome } from '../../../../infra/lab/wall/price-outcome.ts';
import { createRandom } from '../../../../infra/lab/wall/random.ts';
import { simulationOf } from '../../../../infra/lab/wall/simulation-of.ts';

const outcome: Outcome = {
  variant: { kept: 'shared', name: 'shared' },
  answers: {
    states: { fresh: 30_000, revalidated: 10_000, hit: 900_000, stale: 50_000, failed: 10_000 },
    failures: {},
    reasons: {},
  },
  components: [],
  wall: { shown: 0, blank: 0, stale: 0, longestBlank: 0, longestStale: 0, oldest: 0, slowest: 0 },
  objects: { all: 500_000, unchanged: 400_000 },
  statements: { all: 200_000, refused: 50_000 },
  athena: { queries: 0, calls: 0 },
  host: { calls: 0, metrics: 0 },
  table: { reads: 100_000, writes: 90_000 },
  coldStarts: 100,
  environments: 3,
  billed: 40_000_000,
  database: { wakeUps: 2, awake: 2 * 3_600_000, longestGap: 0 },
};

test('a million responses are priced by the price list, each part separately', async () => {
  const { simulation, prices } = await simulationOf({}, '--hours', '4', '--result', '40KB');
  const { parts, total, month } = priceOutcome(outcome, simulation, prices);
  expect(parts).toEqual({
    gateway: 1,
    requests: 0.2,
    // 40,000 s with 0.25 GB of memory.
    compute: 0.133334,
    // S3 reads cost 0.40. At the Data API a result of 40 KB counts twice and a refusal once, at 0.35.
    sources: 0.2 + 0.1225,
    // A response of 4 KB takes one unit to read (0.125) and four to write (0.625). 50,000 writes are leases.
    sharedCache: 0.14375,
    // 1,124 bytes for each response.
    logs: 0.562,
    egress: 0.36,
    database: 2 * 0.5 * 0.12,
  });
  expect(total).toBeCloseTo(2.841584, 6);
  expect(month).toBeCloseTo(2.841584 * 180, 4);
});

test('the hours of a database outside the stack cost nothing', async () => {
  const named =
    'dashboard: ops-room\ndatabase: { cluster: "arn:aws:rds:eu-west-1:123456789012:cluster:wall", secret: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:wall-AbCdEf", name: metrics }\n' +
    'endpoints:\n  orders: { component: Color Bar Chart, sql: select a }\n';
  const { simulation, prices } = await simulationOf({ 'dashboard.yml': named });
  expect(priceOutcome(outcome, simulation, prices).parts.database).toBe(0);
});

test('random numbers depend on the seed, and are spread evenly', () => {
  const draw = (seed: number): readonly number[] => Array.from({ length: 1000 }, createRandom(seed));
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  const tenths = Map.groupBy(draw(7), (number) => Math.floor(number * 10));
  expect(tenths.size).toBe(10);
  for (const numbers of tenths.values()) expect(numbers.length).toBeGreaterThan(60);
});
