import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MODES, SOURCES, slugOf, TTL_MS } from '../../infra/lab/faults/endpoints.ts';
import { nextValue } from '../../infra/lab/faults/scenario.ts';
import { startWall, type Wall } from '../../infra/lab/faults/start-wall.ts';

const SECOND_MS = 1_000;
const slug = slugOf('json', 'both');

let wall: Wall;
beforeAll(async () => {
  wall = await startWall({ dashboard: `timeout: 8s\nendpoints:\n  ${slug}: { ${SOURCES.json}${MODES.both} }` });
});
afterAll(() => wall.close());

test('a function with 256 MB of memory caches a response of almost 6 MB, and serves it stale while its source fails', async () => {
  const value = nextValue();
  const data = [{ name: 'x'.repeat(5_800_000), value }];
  await wall.write({ 'pie.json': JSON.stringify({ code: 200, msg: 'success', data }) });
  expect((await wall.ask(slug)).line).toMatchObject({ status: 200, cache: 'fresh' });
  const hit = await wall.ask(slug);
  expect([hit.value, hit.line]).toEqual([value, expect.objectContaining({ status: 200, cache: 'hit' })]);
  wall.clock.pass(TTL_MS + SECOND_MS);
  wall.stack.emulators.objects?.fail({ error: 'AccessDenied' });
  const stale = await wall.ask(slug);
  expect([stale.value, stale.line]).toEqual([value, expect.objectContaining({ status: 200, cache: 'stale' })]);
});
