import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SOURCES, type Source, slugOf } from '../../infra/lab/faults/endpoints.ts';
import { SWITCH_OF_PROTOCOLS } from '../../infra/lab/faults/source-faults.ts';
import { startWall, type Wall } from '../../infra/lab/faults/start-wall.ts';
import type { EmulatorServer } from '../../infra/local/emulators/server/emulator-server.ts';

/**
 * Timeout of the function. It is longer than the timers of the AWS SDK, which keep a process alive for three seconds.
 */
const TIMEOUT = '6s';

let wall: Wall;
beforeAll(async () => {
  const endpoints = (['csv', 'sql'] as const).map((source) => `  ${slugOf(source, 'none')}: { ${SOURCES[source]} }`);
  wall = await startWall({ dashboard: [`timeout: ${TIMEOUT}`, 'endpoints:', ...endpoints].join('\n') });
});
afterAll(() => wall.close());

const endSilently = (emulator: EmulatorServer | undefined): void =>
  emulator?.fail({ ...SWITCH_OF_PROTOCOLS, times: Number.POSITIVE_INFINITY });

test('a function whose call ends without any event survives, and responds with SOURCE_TIMEOUT at its deadline', async () => {
  endSilently(wall.stack.emulators.objects);
  endSilently(wall.stack.emulators.database);
  const responses = await Promise.all(
    (['csv', 'sql'] satisfies Source[]).map((source) => wall.ask(slugOf(source, 'none'))),
  );
  const expected = { status: 504, body: { error: 'SOURCE_TIMEOUT' }, line: { cause: 'TimeoutError', failures: 1 } };
  expect(responses).toMatchObject([expected, expected]);
});
