import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { EmulatorServer } from '../../infra/local/emulators/server/emulator-server.ts';
import { endpointsText, isWhole, SOURCES, type Source, STALE_MS, slugOf, TTL_MS } from '../support/faults/endpoints.ts';
import { callCountOf, expectGood, nextValue, SOURCE_PAUSE_MS } from '../support/faults/scenario.ts';
import { callsOf, startWall, type Wall } from '../support/faults/start-wall.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
/** Time after which the lease of a killed environment has ended. */
const LEASE_MS = 4 * SECOND_MS;
const BYTES_PER_MB = 1024 * 1024;
/** An endpoint with a different body of 240 000 bytes for each time period. */
const WIDE = 'sql-wide';
const WIDE_SQL =
  "select n || repeat('x', 60000) || cast(:timePeriod as text), n, null, null from generate_series(1, 4) n";

let wall: Wall;
let objects: EmulatorServer;
let database: EmulatorServer;
beforeAll(async () => {
  const wide = `  ${WIDE}: { component: 3D Pie Chart, sql: "${WIDE_SQL}", cache: 30s, stale: 10m }`;
  wall = await startWall({
    rate: 0,
    dashboard: `timeout: 10s\nmemory: 128\nthrottle: { rate: 5000, burst: 5000 }\nendpoints:\n${endpointsText()}\n${wide}`,
  });
  if (!wall.stack.emulators.objects || !wall.stack.emulators.database) throw new Error('the stack has no sources');
  objects = wall.stack.emulators.objects;
  database = wall.stack.emulators.database;
});
afterAll(() => wall.close());
afterEach(() => {
  objects.clearFaults();
  database.clearFaults();
  wall.clock.pass(TTL_MS + STALE_MS + SECOND_MS);
});

const askAndWait = async (slug: string, emulator: EmulatorServer) => {
  const calls = callsOf(emulator);
  const response = wall.ask(slug);
  while (callsOf(emulator) === calls) await sleep(10);
  return { response };
};

describe('killing a function', () => {
  test.each(['none', 'both', 'shared'] as const)(
    'a function that is killed during a request gives its caller the gateway’s status 500, and the next caller a new environment (%s)',
    async (mode) => {
      const slug = slugOf('csv', mode);
      const value = nextValue();
      await wall.setValue(value);
      objects.fail({ hang: true });
      const { response } = await askAndWait(slug, objects);
      const [pid = 0] = wall.stack.processes('pie');
      process.kill(pid, 'SIGKILL');
      expect(await response).toMatchObject({ status: 500, body: { message: 'Internal Server Error' } });
      objects.clearFaults();

      const next = wall.ask(slug);
      wall.clock.pass(LEASE_MS);
      const nextResponse = await next;
      expect(nextResponse).toMatchObject({ status: 200, value });
      expect(nextResponse.line).toMatchObject({ status: 200, coldStarts: 1 });
      expect(wall.stack.processes('pie')).not.toContain(pid);
    },
  );

  test('callers do not notice that an idle function was killed', async () => {
    const value = nextValue();
    await wall.setValue(value);
    expectGood(await wall.ask(slugOf('csv', 'none')), value);
    for (const pid of wall.stack.processes('pie')) process.kill(pid, 'SIGKILL');
    while (wall.stack.processes('pie').length > 0) await sleep(10);
    expectGood(await wall.ask(slugOf('csv', 'none')), value);
  });

  test('killing a function does not disturb other environments', async () => {
    const value = nextValue();
    await wall.setValue(value);
    objects.fail({ hang: true });
    const { response } = await askAndWait(slugOf('csv', 'none'), objects);
    const [pid = 0] = wall.stack.processes('pie');
    objects.fail({ delay: 300 });
    const { response: otherResponse } = await askAndWait(slugOf('json', 'none'), objects);
    process.kill(pid, 'SIGKILL');
    expect((await response).status).toBe(500);
    expectGood(await otherResponse, value);
  });
});

describe('changing the wall clock', () => {
  const answerOnce = async (slug: string) => {
    const [value, after] = [nextValue(), nextValue()];
    await wall.setValue(value);
    expectGood(await wall.ask(slug), value);
    await wall.setValue(after);
    return { value, after };
  };

  test.each(['both', 'shared'] as const)(
    'a wall clock set forward by an hour expires cached responses (%s)',
    async (mode) => {
      const slug = slugOf('csv', mode);
      const { after } = await answerOnce(slug);
      wall.clock.jump(HOUR_MS);
      objects.fail({ error: 'AccessDenied', times: Number.POSITIVE_INFINITY });
      expect(await wall.ask(slug)).toMatchObject({ status: 502, body: { error: 'SOURCE_DENIED' } });
      objects.clearFaults();
      expectGood(await wall.ask(slug), after);
      wall.clock.jump(-HOUR_MS);
    },
  );

  test.each(['both', 'shared'] as const)(
    'a wall clock set back by an hour makes the age of a response uncertain, so that it is not served stale (%s)',
    async (mode) => {
      const slug = slugOf('csv', mode);
      const { after } = await answerOnce(slug);
      wall.clock.jump(-HOUR_MS);
      objects.fail({ error: 'AccessDenied', times: Number.POSITIVE_INFINITY });
      wall.clock.pass(TTL_MS + SECOND_MS);
      expect(await wall.ask(slug)).toMatchObject({ status: 502, body: { error: 'SOURCE_DENIED' } });
      objects.clearFaults();
      expectGood(await wall.ask(slug), after);
      wall.clock.jump(HOUR_MS);
    },
  );

  test.each([HOUR_MS, -HOUR_MS])(
    'a call to a source succeeds even if the wall clock is changed by %i ms during the call',
    async (by) => {
      const value = nextValue();
      await wall.setValue(value);
      objects.fail({ delay: 500 });
      const { response } = await askAndWait(slugOf('csv', 'none'), objects);
      wall.clock.jump(by);
      expectGood(await response, value);
      wall.clock.jump(-by);
    },
  );

  test.each([HOUR_MS, -HOUR_MS])(
    'a wall clock that is wrong by %i ms is corrected by the replies of every service',
    async (by) => {
      wall.clock.jump(by);
      wall.stack.restart();
      for (const source of ['csv', 'sql', 'mixed'] as const) {
        const value = nextValue();
        await wall.setValue(value);
        expectGood(await wall.ask(slugOf(source, 'none')), value);
      }
      wall.clock.jump(-by);
      for (const source of ['csv', 'sql', 'mixed'] as const) {
        const value = nextValue();
        await wall.setValue(value);
        expectGood(await wall.ask(slugOf(source, 'none')), value);
      }
    },
  );
});

const residentBytes = async (pid: number): Promise<number> => {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
};

const PERIODS = isWhole ? 3_000 : 100;

describe('a cache under many time periods', () => {
  test('requests with ever new time periods do not fill the memory, and evict no time period that is in use', async () => {
    wall.stack.restart();
    expect(await wall.ask(WIDE, { timePeriod: '0' })).toMatchObject({ status: 200, line: { cache: 'fresh' } });
    const [pid = 0] = wall.stack.processes('pie');
    for (let period = 1; period <= PERIODS; period++) {
      const { status } = await wall.ask(WIDE, { timePeriod: String(period) });
      expect(status).toBe(200);
    }
    expect(wall.stack.processes('pie')).toEqual([pid]);
    expect(await residentBytes(pid)).toBeLessThan(256 * BYTES_PER_MB);
    expect(await wall.ask(WIDE, { timePeriod: '0' })).toMatchObject({ status: 200, line: { cache: 'hit' } });
    const last = { timePeriod: String(PERIODS) };
    expect(await wall.ask(WIDE, last)).toMatchObject({ status: 200, line: { cache: 'fresh' } });
  });

  test('requests with ever new time periods read a file only once', async () => {
    const value = nextValue();
    await wall.setValue(value);
    expectGood(await wall.ask(slugOf('csv', 'both')), value);
    const calls = callsOf(objects);
    for (let period = 1; period <= 50; period++) {
      const response = await wall.ask(slugOf('csv', 'both'), { timePeriod: String(period / 10) });
      expect(response).toMatchObject({ status: 200, value, line: { cache: 'hit' } });
    }
    expect(callsOf(objects)).toBe(calls);
  });
});

const sources = Object.keys(SOURCES) as readonly Source[];

describe.each(isWhole ? sources : ['mixed' as const])('the deadline of a request with the source %s', (source) => {
  test('the deadline of a request is kept even if the source never responds', async () => {
    const value = nextValue();
    await wall.setValue(value);
    for (const emulator of [objects, database]) emulator.fail({ hang: true, times: Number.POSITIVE_INFINITY });
    const response = await wall.askInVain(slugOf(source, 'none'), { count: callCountOf(source) });
    expect(response).toMatchObject({ status: 504, body: { error: 'SOURCE_TIMEOUT' } });
    for (const emulator of [objects, database]) emulator.clearFaults();
    wall.clock.pass(SOURCE_PAUSE_MS);
    expectGood(await wall.ask(slugOf(source, 'none')), value);
  });
});
