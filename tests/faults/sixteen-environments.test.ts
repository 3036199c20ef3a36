import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { EmulatorServer } from '../../infra/local/emulators/emulator-server.ts';
import { MODES, SOURCES, slugOf, TTL } from './endpoints.ts';
import { callsOf, expectGood, nextValue } from './scenario.ts';
import { startWall, type Wall } from './start-wall.ts';

const WAIT = 120_000;
const SECOND = 1_000;
const ENVIRONMENTS = 16;
/** A call and its hedge; a cold environment may have no time for the second. */
const CALLS_OF_ONE = 2;
/** How long a source is left alone after its first failure. */
const LEFT_ALONE = 5 * SECOND;
const slug = slugOf('csv', 'shared');
/** Starts all environments, so that none is slow by its start alone. */
const first = slugOf('json', 'shared');

let wall: Wall;
let objects: EmulatorServer;
beforeAll(async () => {
  wall = await startWall({
    environments: ENVIRONMENTS,
    dashboard: [
      'timeout: 8s',
      'throttle: { rate: 5000, burst: 5000 }',
      'endpoints:',
      `  ${slug}: { ${SOURCES.csv}${MODES.shared} }`,
      `  ${first}: { ${SOURCES.json}${MODES.shared} }`,
    ].join('\n'),
  });
  if (!wall.stack.emulators.objects) throw new Error('the stack has no objects');
  objects = wall.stack.emulators.objects;
  objects.fail({ delay: 2 * SECOND });
  await askAll(first);
  objects.clearFaults();
}, WAIT);
afterAll(() => wall.close());
afterEach(() => objects.clearFaults());

const hang = () => objects.fail({ hang: true, times: Number.POSITIVE_INFINITY });
const askAll = (endpoint = slug) => Promise.all(Array.from({ length: ENVIRONMENTS }, () => wall.ask(endpoint)));

describe('sixteen environments that share a source which does not answer', () => {
  test(
    'make one call in each turn together; the others get the error of the one who called, and then all do at once',
    async () => {
      await wall.hold(nextValue());
      hang();
      for (const _ of [1, 2]) {
        const before = callsOf(objects);
        for (const told of await askAll())
          expect(told).toMatchObject({ status: 504, body: { error: 'SOURCE_TIMEOUT' } });
        for (const { status, headers, line } of await askAll()) {
          expect(status).toBe(504);
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
          expect(line).toMatchObject({ error: 'SOURCE_TIMEOUT', cause: 'TimeoutError' });
        }
        expect([1, CALLS_OF_ONE]).toContain(callsOf(objects) - before);
        wall.clock.pass(LEFT_ALONE);
      }
      expect(wall.stack.processes('pie')).toHaveLength(ENVIRONMENTS);
    },
    WAIT,
  );

  test(
    'serve the stale response at once, but for the one who calls',
    async () => {
      const value = nextValue();
      await wall.hold(value);
      wall.clock.pass(LEFT_ALONE);
      expectGood(await wall.ask(slug), value);
      wall.clock.pass(TTL + SECOND);
      hang();
      const before = callsOf(objects);
      const all = await askAll();
      for (const told of all) expect(told).toMatchObject({ status: 200, value, line: { cache: 'stale' } });
      expect(all.filter(({ line }) => line?.cause === 'refreshing elsewhere').length).toBe(ENVIRONMENTS - 1);
      for (const told of await askAll()) expect(told).toMatchObject({ status: 200, line: { cause: 'TimeoutError' } });
      expect([1, CALLS_OF_ONE]).toContain(callsOf(objects) - before);
    },
    WAIT,
  );
});
