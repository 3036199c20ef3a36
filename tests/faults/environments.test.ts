import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { EmulatorServer } from '../../infra/local/emulators/emulator-server.ts';
import { endpointsText, SOURCES, type Source, STALE, slugOf, TTL } from './endpoints.ts';
import { isWhole } from './is-whole.ts';
import { callsOf, expectGood, LEFT_ALONE, nextValue } from './scenario.ts';
import { startWall, type Wall } from './start-wall.ts';

const WAIT = 120_000;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const MB = 1024 * 1024;
/** Another body of 240 000 bytes for every time period. */
const WIDE = 'sql-wide';
const WIDE_SQL =
  "select n || repeat('x', 60000) || cast(:timePeriod as text), n, null, null from generate_series(1, 4) n";

let wall: Wall;
let objects: EmulatorServer;
let database: EmulatorServer;
beforeAll(async () => {
  const wide = `  ${WIDE}: { component: 3D Pie Chart, sql: "${WIDE_SQL}", cache: 30s, stale: 10m }`;
  wall = await startWall({
    dashboard: `timeout: ${isWhole ? 10 : 4}s\nmemory: 128\nthrottle: { rate: 5000, burst: 5000 }\nendpoints:\n${endpointsText()}\n${wide}`,
  });
  if (!wall.stack.emulators.objects || !wall.stack.emulators.database) throw new Error('the stack has no sources');
  objects = wall.stack.emulators.objects;
  database = wall.stack.emulators.database;
}, WAIT);
afterAll(() => wall.close());
afterEach(() => {
  objects.clearFaults();
  database.clearFaults();
  wall.clock.pass(TTL + STALE + SECOND);
});

/** Asks, and waits until the source was called for it. */
const askAndWait = async (slug: string, emulator: EmulatorServer) => {
  const calls = callsOf(emulator);
  const told = wall.ask(slug);
  while (callsOf(emulator) === calls) await sleep(10);
  return { told };
};

describe('a function that is killed in mid-request', () => {
  test.each(['none', 'both', 'shared'] as const)(
    'its caller gets 500 of the gateway, the next one a new environment (%s)',
    async (mode) => {
      const slug = slugOf('csv', mode);
      const value = nextValue();
      await wall.hold(value);
      objects.fail({ hang: true });
      const { told } = await askAndWait(slug, objects);
      const [pid = 0] = wall.stack.processes('pie');
      process.kill(pid, 'SIGKILL');
      expect(await told).toMatchObject({ status: 500, body: { message: 'Internal Server Error' } });

      const next = await wall.ask(slug);
      expect(next).toMatchObject({ status: 200, value });
      expect(next.line).toMatchObject({ status: 200, coldStarts: 1 });
      expect(wall.stack.processes('pie')).not.toContain(pid);
    },
  );

  test('while it is idle, nobody notices', async () => {
    const value = nextValue();
    await wall.hold(value);
    expectGood(await wall.ask(slugOf('csv', 'none')), value);
    for (const pid of wall.stack.processes('pie')) process.kill(pid, 'SIGKILL');
    while (wall.stack.processes('pie').length > 0) await sleep(10);
    expectGood(await wall.ask(slugOf('csv', 'none')), value);
  });

  test('others go on', async () => {
    const value = nextValue();
    await wall.hold(value);
    objects.fail({ hang: true });
    const { told } = await askAndWait(slugOf('csv', 'none'), objects);
    const [pid = 0] = wall.stack.processes('pie');
    objects.fail({ delay: 300 });
    const { told: other } = await askAndWait(slugOf('json', 'none'), objects);
    process.kill(pid, 'SIGKILL');
    expect((await told).status).toBe(500);
    expectGood(await other, value);
  });
});

describe('a clock', () => {
  /** A good answer, and what the source holds since. */
  const answerOnce = async (slug: string) => {
    const [value, after] = [nextValue(), nextValue()];
    await wall.hold(value);
    expectGood(await wall.ask(slug), value);
    await wall.hold(after);
    return { value, after };
  };

  test.each(['both', 'shared'] as const)('that goes on by an hour makes answers old, never new (%s)', async (mode) => {
    const slug = slugOf('csv', mode);
    const { after } = await answerOnce(slug);
    wall.clock.jump(HOUR);
    objects.fail({ error: 'AccessDenied', times: Number.POSITIVE_INFINITY });
    expect(await wall.ask(slug)).toMatchObject({ status: 502, body: { error: 'SOURCE_DENIED' } });
    objects.clearFaults();
    expectGood(await wall.ask(slug), after);
    wall.clock.jump(-HOUR);
  });

  test.each(['both', 'shared'] as const)(
    'that goes back by an hour leaves no response of a certain age: none serves (%s)',
    async (mode) => {
      const slug = slugOf('csv', mode);
      const { after } = await answerOnce(slug);
      wall.clock.jump(-HOUR);
      objects.fail({ error: 'AccessDenied', times: Number.POSITIVE_INFINITY });
      wall.clock.pass(TTL + SECOND);
      expect(await wall.ask(slug)).toMatchObject({ status: 502, body: { error: 'SOURCE_DENIED' } });
      objects.clearFaults();
      expectGood(await wall.ask(slug), after);
      wall.clock.jump(HOUR);
    },
  );

  test.each([HOUR, -HOUR])(
    'that goes by %i ms while a source is asked changes nothing of when that ends',
    async (by) => {
      const value = nextValue();
      await wall.hold(value);
      objects.fail({ delay: 500 });
      const { told } = await askAndWait(slugOf('csv', 'none'), objects);
      wall.clock.jump(by);
      expectGood(await told, value);
      wall.clock.jump(-by);
    },
  );

  test.each([HOUR, -HOUR])('that is wrong by %i ms is found out by every service, and set right', async (by) => {
    wall.clock.jump(by);
    wall.stack.restart();
    for (const source of ['csv', 'sql', 'mixed'] as const) {
      const value = nextValue();
      await wall.hold(value);
      expectGood(await wall.ask(slugOf(source, 'none')), value);
    }
    wall.clock.jump(-by);
    for (const source of ['csv', 'sql', 'mixed'] as const) {
      const value = nextValue();
      await wall.hold(value);
      expectGood(await wall.ask(slugOf(source, 'none')), value);
    }
  });
});

/** The resident memory of a process, in bytes. */
const residentBytes = async (pid: number): Promise<number> => {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
};

const PERIODS = isWhole ? 3_000 : 100;

describe('an endless variety of time periods', () => {
  test(
    'fills no memory, and takes the place of no period that is in use',
    async () => {
      wall.stack.restart();
      expect(await wall.ask(WIDE, { timePeriod: '0' })).toMatchObject({ status: 200, line: { cache: 'fresh' } });
      const [pid = 0] = wall.stack.processes('pie');
      for (let period = 1; period <= PERIODS; period++) {
        const { status } = await wall.ask(WIDE, { timePeriod: String(period) });
        expect(status).toBe(200);
      }
      expect(wall.stack.processes('pie')).toEqual([pid]);
      expect(await residentBytes(pid)).toBeLessThan(256 * MB);
      expect(await wall.ask(WIDE, { timePeriod: '0' })).toMatchObject({ status: 200, line: { cache: 'hit' } });
      const last = { timePeriod: String(PERIODS) };
      expect(await wall.ask(WIDE, last)).toMatchObject({ status: 200, line: { cache: 'fresh' } });
    },
    WAIT,
  );

  test('asks a file once', async () => {
    const value = nextValue();
    await wall.hold(value);
    expectGood(await wall.ask(slugOf('csv', 'both')), value);
    const calls = callsOf(objects);
    for (let period = 1; period <= 50; period++) {
      const told = await wall.ask(slugOf('csv', 'both'), { timePeriod: String(period / 10) });
      expect(told).toMatchObject({ status: 200, value, line: { cache: 'hit' } });
    }
    expect(callsOf(objects)).toBe(calls);
  });
});

const sources = Object.keys(SOURCES) as readonly Source[];

describe.each(isWhole ? sources : ['mixed' as const])('the deadline, for %s', (source) => {
  test(
    'is kept by a source that never answers',
    async () => {
      const value = nextValue();
      await wall.hold(value);
      for (const emulator of [objects, database]) emulator.fail({ hang: true, times: Number.POSITIVE_INFINITY });
      const told = await wall.ask(slugOf(source, 'none'));
      expect(told).toMatchObject({ status: 504, body: { error: 'SOURCE_TIMEOUT' } });
      for (const emulator of [objects, database]) emulator.clearFaults();
      wall.clock.pass(LEFT_ALONE);
      expectGood(await wall.ask(slugOf(source, 'none')), value);
    },
    WAIT,
  );
});
