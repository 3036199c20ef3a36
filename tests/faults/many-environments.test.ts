import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { EmulatorServer } from '../../infra/local/emulators/server/emulator-server.ts';
import { isWhole, MODES, SOURCES, slugOf, TTL_MS } from '../support/faults/endpoints.ts';
import { expectGood, nextValue } from '../support/faults/scenario.ts';
import { callsOf, startWall, type Wall } from '../support/faults/start-wall.ts';

const SECOND_MS = 1_000;
const ENVIRONMENT_COUNT = isWhole ? 16 : 6;
/** The call and the hedged second call. A cold environment may have no time for the second. */
const MAX_CALLS = 2;
/** Pause before a source is called again after its first failure. */
const SOURCE_PAUSE_MS = 5 * SECOND_MS;
/** Speed of the clocks. They are slow, so that a busy machine can run all environments within their deadline of 2 s. */
const CLOCK_SPEED = 1 / 5;
const slug = slugOf('csv', 'shared');
/** The endpoint that starts all environments, so that their start does not slow the tests. */
const first = slugOf('json', 'shared');

let wall: Wall;
let objects: EmulatorServer;
beforeAll(async () => {
  wall = await startWall({
    environments: ENVIRONMENT_COUNT,
    rate: CLOCK_SPEED,
    dashboard: [
      'timeout: 4s',
      'throttle: { rate: 5000, burst: 5000 }',
      'endpoints:',
      `  ${slug}: { ${SOURCES.csv}${MODES.shared} }`,
      `  ${first}: { ${SOURCES.json}${MODES.shared} }`,
    ].join('\n'),
  });
  if (!wall.stack.emulators.objects) throw new Error('the stack has no objects');
  objects = wall.stack.emulators.objects;
  objects.fail({ delay: 2 * SECOND_MS });
  await askAll(first);
  objects.clearFaults();
});
afterAll(() => wall.close());
afterEach(() => objects.clearFaults());

const hang = () => objects.fail({ hang: true, times: Number.POSITIVE_INFINITY });
const askAll = (endpoint = slug) => Promise.all(Array.from({ length: ENVIRONMENT_COUNT }, () => wall.ask(endpoint)));

describe('many environments that share a source which does not answer', () => {
  test('many environments together make one call to a silent source after each pause, and all respond with its error', async () => {
    await wall.setValue(nextValue());
    hang();
    for (const _ of [1, 2]) {
      const before = callsOf(objects);
      for (const response of await askAll())
        expect(response).toMatchObject({ status: 504, body: { error: 'SOURCE_TIMEOUT' } });
      for (const { status, headers, line } of await askAll()) {
        expect(status).toBe(504);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(line).toMatchObject({ error: 'SOURCE_TIMEOUT', cause: 'TimeoutError' });
      }
      expect([1, MAX_CALLS]).toContain(callsOf(objects) - before);
      wall.clock.pass(SOURCE_PAUSE_MS);
    }
    expect(wall.stack.processes('pie')).toHaveLength(ENVIRONMENT_COUNT);
  });

  test('many environments serve the stale response at once, except for the one that calls the silent source', async () => {
    const value = nextValue();
    await wall.setValue(value);
    wall.clock.pass(SOURCE_PAUSE_MS);
    expectGood(await wall.ask(slug), value);
    wall.clock.pass(TTL_MS + SECOND_MS);
    hang();
    const before = callsOf(objects);
    const responses = await askAll();
    for (const response of responses) expect(response).toMatchObject({ status: 200, value, line: { cache: 'stale' } });
    expect(responses.filter(({ line }) => line?.cause === 'refreshing elsewhere').length).toBe(ENVIRONMENT_COUNT - 1);
    for (const response of await askAll())
      expect(response).toMatchObject({ status: 200, line: { cause: 'TimeoutError' } });
    expect([1, MAX_CALLS]).toContain(callsOf(objects) - before);
  });
});
