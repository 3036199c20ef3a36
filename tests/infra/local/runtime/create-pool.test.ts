import { describe, expect, jest, test } from '@jest/globals';
import { createPool } from '../../../../infra/local/runtime/create-pool.ts';
import type { Environment } from '../../../../infra/local/runtime/start-environment.ts';

const createFakes = () => {
  const started: { finish: () => void; die: () => void; alive: boolean; requests: string[] }[] = [];
  const start = async (): Promise<Environment> => {
    const pid = started.length + 1;
    let work = Promise.withResolvers<void>();
    const fake = {
      alive: true,
      requests: [] as string[],
      finish: () => work.resolve(),
      die: () => {
        fake.alive = false;
        work.resolve();
      },
    };
    started.push(fake);
    return {
      get alive() {
        return fake.alive;
      },
      pid,
      invoke: async (requestId) => {
        fake.requests.push(requestId);
        work = Promise.withResolvers<void>();
        if (fake.alive) await work.promise;
        return { payload: Buffer.from(requestId) };
      },
      end: async () => fake.die(),
    };
  };
  return { started, start };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the pool starts no more environments than its limit, and serves waiting requests in order', async () => {
  const { started, start } = createFakes();
  const pool = createPool({ start, limit: 1, maxWaitMs: 60_000 });
  const results = ['a', 'b', 'c'].map((id) => pool.invoke(id, '{}'));
  for (const _ of results) {
    await settled();
    started[0]?.finish();
  }
  await Promise.all(results);
  expect(started.map(({ requests }) => requests)).toEqual([['a', 'b', 'c']]);
  await pool.end();
});

test('a waiting request gets a new environment if one dies', async () => {
  const { started, start } = createFakes();
  const pool = createPool({ start, limit: 1, maxWaitMs: 60_000 });
  const results = [pool.invoke('a', '{}'), pool.invoke('b', '{}')];
  await settled();
  started[0]?.die();
  await settled();
  await settled();
  started[1]?.finish();
  await Promise.all(results);
  expect(started.map(({ requests }) => requests)).toEqual([['a'], ['b']]);
  await pool.end();
});

test('the pool never reuses an environment that died while idle', async () => {
  const { started, start } = createFakes();
  const pool = createPool({ start, limit: 1, maxWaitMs: 60_000 });
  const first = pool.invoke('a', '{}');
  await settled();
  started[0]?.finish();
  await first;
  expect(pool.processes()).toEqual([1]);
  started[0]?.die();
  expect(pool.processes()).toEqual([]);
  const second = pool.invoke('b', '{}');
  await settled();
  await settled();
  started[1]?.finish();
  expect(await second).toEqual({ payload: Buffer.from('b') });
  await pool.end();
});

test('a drained pool serves waiting requests and refuses new ones', async () => {
  const { started, start } = createFakes();
  const pool = createPool({ start, limit: 1, maxWaitMs: 60_000 });
  const results = [pool.invoke('a', '{}'), pool.invoke('b', '{}')];
  await settled();
  const drained = pool.drain();
  expect(await pool.invoke('c', '{}')).toBe('unavailable');
  started[0]?.finish();
  await settled();
  started[0]?.finish();
  expect(await Promise.all(results)).toEqual([{ payload: Buffer.from('a') }, { payload: Buffer.from('b') }]);
  await drained;
  expect(started.map(({ alive }) => alive)).toEqual([false]);
});

test('ending a pool rejects waiting requests, and ends an environment that is still starting', async () => {
  const { started, start } = createFakes();
  const pool = createPool({ start, limit: 2, maxWaitMs: 60_000 });
  const results = ['a', 'b', 'c'].map((id) => pool.invoke(id, '{}'));
  await pool.end();
  expect((await Promise.all(results))[2]).toBe('unavailable');
  expect(started.every(({ alive }) => !alive)).toBe(true);
});

describe('a pool after a burst of requests', () => {
  const IDLE_MS = 20;
  const burst = async (
    pool: ReturnType<typeof createPool>,
    fakes: ReturnType<typeof createFakes>['started'],
    size: number,
  ) => {
    const results = Array.from({ length: size }, (_, index) => pool.invoke(String(index), '{}'));
    await settled();
    for (const fake of fakes) fake.finish();
    await Promise.all(results);
  };

  test('all environments but the one that was used last end once they have been idle for a while', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { started, start } = createFakes();
    const pool = createPool({ start, limit: 8, maxWaitMs: 60_000, idleMs: IDLE_MS });
    await burst(pool, started, 8);
    expect(pool.processes()).toHaveLength(8);
    jest.advanceTimersByTime(2 * IDLE_MS);
    await settled();
    expect(pool.processes()).toEqual([8]);
    jest.advanceTimersByTime(10 * IDLE_MS);
    await burst(pool, started, 1);
    expect(started.at(-1)?.requests).toEqual(['7', '0']);
    expect(started).toHaveLength(8);
    jest.useRealTimers();
    await pool.end();
  });

  test('the environment that stays is alive, even if the one that was used last died while idle', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { started, start } = createFakes();
    const pool = createPool({ start, limit: 4, maxWaitMs: 60_000, idleMs: IDLE_MS });
    await burst(pool, started, 4);
    started[3]?.die();
    jest.advanceTimersByTime(2 * IDLE_MS);
    await settled();
    expect(pool.processes()).toEqual([3]);
    jest.useRealTimers();
    await pool.end();
  });

  test('environments that are used stay, and those that end make place for new ones', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { started, start } = createFakes();
    const pool = createPool({ start, limit: 4, maxWaitMs: 60_000, idleMs: IDLE_MS });
    await burst(pool, started, 4);
    await burst(pool, started, 2);
    jest.advanceTimersByTime(IDLE_MS);
    await settled();
    expect(pool.processes()).toHaveLength(2);
    await burst(pool, started, 4);
    expect(pool.processes()).toHaveLength(4);
    jest.useRealTimers();
    await pool.end();
    expect(pool.processes()).toEqual([]);
  });
});
