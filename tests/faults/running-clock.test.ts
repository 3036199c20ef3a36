import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { EmulatorServer } from '../../infra/local/emulators/server/emulator-server.ts';
import { MODES, SOURCES, type Source, slugOf, TTL_MS } from '../support/faults/endpoints.ts';
import { nextValue } from '../support/faults/scenario.ts';
import { SWITCH_OF_PROTOCOLS } from '../support/faults/source-faults.ts';
import { startWall, type Wall } from '../support/faults/start-wall.ts';

const SECOND_MS = 1_000;
/**
 * Timeout of the function. It is longer than the timers of the AWS SDK, which keep a process alive for three seconds.
 */
const TIMEOUT = '8s';
const large = slugOf('json', 'both');

let wall: Wall;
beforeAll(async () => {
  const endpoints = (['csv', 'sql'] as const).map((source) => `  ${slugOf(source, 'none')}: { ${SOURCES[source]} }`);
  wall = await startWall({
    rate: 0,
    dashboard: [`timeout: ${TIMEOUT}`, 'endpoints:', ...endpoints, `  ${large}: { ${SOURCES.json}${MODES.both} }`].join(
      '\n',
    ),
  });
});
afterAll(() => wall.close());
afterEach(() => {
  for (const emulator of [wall.stack.emulators.objects, wall.stack.emulators.database]) emulator?.clearFaults();
});

test('a function with 256 MB of memory caches a response of almost 6 MB, and serves it stale while its source fails', async () => {
  const value = nextValue();
  const data = [{ name: 'x'.repeat(5_800_000), value }];
  await wall.write({ 'pie.json': JSON.stringify({ code: 200, msg: 'success', data }) });
  expect((await wall.ask(large)).line).toMatchObject({ status: 200, cache: 'fresh' });
  const hit = await wall.ask(large);
  expect([hit.value, hit.line]).toEqual([value, expect.objectContaining({ status: 200, cache: 'hit' })]);
  wall.clock.pass(TTL_MS + SECOND_MS);
  wall.stack.emulators.objects?.fail({ error: 'AccessDenied' });
  const stale = await wall.ask(large);
  expect([stale.value, stale.line]).toEqual([value, expect.objectContaining({ status: 200, cache: 'stale' })]);
});

const endSilently = (emulator: EmulatorServer | undefined): void =>
  emulator?.fail({ ...SWITCH_OF_PROTOCOLS, times: Number.POSITIVE_INFINITY });

test('a function whose call ends without any event survives, and responds with SOURCE_TIMEOUT at its deadline', async () => {
  wall.clock.setRate(1);
  wall.stack.restart();
  endSilently(wall.stack.emulators.objects);
  endSilently(wall.stack.emulators.database);
  const responses = await Promise.all(
    (['csv', 'sql'] satisfies Source[]).map((source) => wall.ask(slugOf(source, 'none'))),
  );
  const expected = { status: 504, body: { error: 'SOURCE_TIMEOUT' }, line: { cause: 'TimeoutError', failures: 1 } };
  expect(responses).toMatchObject([expected, expected]);
});
