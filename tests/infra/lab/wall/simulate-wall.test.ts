import { expect, test } from '@jest/globals';
import type { Outcome } from '../../../../infra/lab/wall/outcome.ts';
import { planAsks } from '../../../../infra/lab/wall/plan-asks.ts';
import { runVariant } from '../../../../infra/lab/wall/run-variants.ts';
import type { Simulation, Variant } from '../../../../infra/lab/wall/simulation.ts';
import { simulationOf } from '../../../../infra/lab/wall/simulation-of.ts';

const KEPT = { kept: 'in memory', name: 'kept', stale: 600 } as const;
const BARE: Variant = { kept: 'not', name: 'bare' };
/** Fixed times, so that the figures do not depend on measurements. */
const TIMES = ['--read', '40ms', '--hit', '5ms', '--cold', '600ms'];
const ONE_SCREEN = ['--hours', '10m', '--screens', '1', '--spread', '1ms', ...TIMES];

/**
 * One screen with two components: one reads a file, the other runs a query. Each sends sixty requests, one every ten
 * seconds.
 */
const { simulation } = await simulationOf({}, ...ONE_SCREEN);

const statesOf = ({ components }: Outcome, endpoint: string) =>
  components.find((component) => component.endpoint === endpoint)?.states;
const asksOf = (simulation: Simulation, component: number): readonly number[] =>
  planAsks(simulation).find((place) => place.component === component)?.asks ?? [];

/** Duration of a start: a cold call of 600 ms less the 40 ms of the call itself. */
const START_MS = 560;
const NONE = { fresh: 0, revalidated: 0, hit: 0, stale: 0, failed: 0 };

test('a simulated wall without a cache reads each source in each round, and finds the file unchanged from the second round on', async () => {
  const outcome = await runVariant(simulation, BARE);
  expect(outcome).toMatchObject({
    objects: { all: 60, unchanged: 59 },
    // The call at 0 s wakes the database. The database refuses calls until 15 s, so it refuses those at 0 s and 10 s.
    statements: { all: 60, refused: 2 },
    table: { reads: 0, writes: 0 },
    answers: { failures: { SOURCE_RESUMING: 2 } },
    coldStarts: 2,
    environments: 2,
    // There are two cold calls of 600 ms, and 118 warm calls of 40 ms.
    billed: 2 * 600 + 118 * 40,
    database: { wakeUps: 1 },
  });
  expect(statesOf(outcome, 'traffic')).toEqual({ ...NONE, fresh: 1, revalidated: 59 });
  expect(statesOf(outcome, 'orders')).toEqual({ ...NONE, fresh: 58, failed: 2 });
});

test('a simulated wall with a cache of 25 s reads its sources in every third refresh', async () => {
  const outcome = await runVariant(simulation, { ...KEPT, cache: 25 });
  expect(outcome).toMatchObject({
    objects: { all: 20, unchanged: 19 },
    // The database refuses in rounds 0 and 1. The cache is filled in rounds 2, 5, … 59.
    statements: { all: 22, refused: 2 },
    billed: 2 * 600 + (19 + 21) * 40 + (40 + 38) * 5,
  });
  expect(statesOf(outcome, 'traffic')).toEqual({ ...NONE, fresh: 1, revalidated: 19, hit: 40 });
  expect(statesOf(outcome, 'orders')).toEqual({ ...NONE, fresh: 20, hit: 38, failed: 2 });
  expect(outcome.wall.oldest).toBe(20);
});

/** Duration of a call to a source. */
const READ_MS = 40;

test('a cache longer than the pause lets the database sleep, and stale responses are shown while the database resumes', async () => {
  const outcome = await runVariant(simulation, { ...KEPT, cache: 415 });
  // The database is queried in round 2 and pauses at 320 s. It is queried again in round 44, and has resumed by round
  // 46.
  expect(statesOf(outcome, 'orders')).toEqual({ ...NONE, fresh: 2, hit: 54, stale: 2, failed: 2 });
  expect(outcome.statements).toEqual({ all: 6, refused: 4 });
  expect(outcome.answers.reasons).toEqual({ SOURCE_RESUMING: 2 });
  const asks = asksOf(simulation, 1);
  const [first = 0, , read = 0] = asks;
  const [again = 0, last = 0, resumed = 0] = asks.slice(44);
  expect(outcome.database).toEqual({
    wakeUps: 2,
    awake: read + 300_000 - (first + START_MS) + (600_000 - again),
    longestGap: again - read,
  });
  // The time from the response in round 44 to the response in round 46. The age of a response counts from the call to
  // its source.
  expect(outcome.wall).toMatchObject({
    stale: resumed - again,
    longestStale: resumed - again,
    oldest: Math.floor((last + READ_MS - read) / 1000),
  });
  expect(outcome.wall.blank).toBe(read - (first + START_MS));
});

test('the shared cache is read once for each response that is not in memory', async () => {
  const outcome = await runVariant(simulation, { ...KEPT, kept: 'shared', cache: 25 });
  expect(outcome).toMatchObject({
    objects: { all: 20, unchanged: 19 },
    statements: { all: 22, refused: 2 },
    // Each of the 42 reads takes the lease. 40 of them write a response, and 2 release the lease.
    table: { reads: 42, writes: 42 + 40 + 2 },
  });
});

test('a simulated wall without `stale` is blank while the database resumes', async () => {
  const outcome = await runVariant(simulation, { ...KEPT, cache: 415, stale: 1 });
  expect(statesOf(outcome, 'orders')).toEqual({ ...NONE, fresh: 2, hit: 54, failed: 4 });
});

test('a shared response outlives the environment that made it', async () => {
  const { simulation: night } = await simulationOf(
    {},
    ...ONE_SCREEN,
    '--hours',
    '20m',
    '--open',
    '5m',
    '--closed',
    '10m',
  );
  const closed = { ...KEPT, cache: 25, stale: 3600 };
  const [alone, shared] = [await runVariant(night, closed), await runVariant(night, { ...closed, kept: 'shared' })];
  expect([alone?.coldStarts, shared?.coldStarts]).toEqual([4, 4]);
  expect(alone && statesOf(alone, 'orders')).toMatchObject({ stale: 0, failed: 4 });
  expect(shared && statesOf(shared, 'orders')).toMatchObject({ stale: 2, failed: 2 });
});

test('many screens that send requests at the same time give the same figures in each run', async () => {
  const { simulation: crowd } = await simulationOf({}, '--hours', '2m', '--screens', '40', '--table', '200ms');
  const once = await runVariant(crowd, { ...KEPT, kept: 'shared', cache: 25 });
  expect(await runVariant(crowd, { ...KEPT, kept: 'shared', cache: 25 })).toEqual(once);
  expect(once.environments).toBeGreaterThan(2);
  const { fresh = 0, revalidated = 0 } = statesOf(once, 'traffic') ?? {};
  // One of all environments calls the source, at about 0, 25, 50, 75 and 100 seconds.
  expect(fresh + revalidated).toBe(5);
});

test('a call to a source that is slower than the deadline times out in simulated time', async () => {
  const { simulation: slow } = await simulationOf({}, ...ONE_SCREEN, '--hours', '1m', '--read', '9s');
  const outcome = await runVariant(slow, BARE);
  expect(outcome.answers.failures).toEqual({ SOURCE_TIMEOUT: 12 });
  expect(outcome.wall.slowest).toBe(8005);
});
