/** @jest-environment node */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import { createMemory } from '../../../shared/cache/create-memory.ts';
import type { DatasetConfig } from '../../../shared/config/sources.ts';
import type { ServedRows } from '../../../shared/datasets/read-dataset.ts';
import type { DatedRows, SharedRows } from '../../../shared/datasets/shared-rows.ts';
import { offsetOf, slotOf } from '../../../shared/datasets/slot.ts';
import type { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import type { AthenaSource } from '../../../shared/kinds/athena/athena-query.ts';
import { UNLIMITED } from '../../../shared/limits/budget.ts';
import { type Athena, type StubRun, startAthena } from '../../support/athena/start-athena.ts';
import { UNFAKED_TIMERS } from '../../support/unfaked-timers.ts';

/** Pauses take no time: only calls of Athena do. */
jest.unstable_mockModule('node:timers/promises', () => ({ setTimeout: async (_: number, value: unknown) => value }));
const { createDatasetReader } = await import('../../../shared/datasets/read-dataset.ts');
const { bindSource } = await import('../../../shared/datasets/bind-source.ts');

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SLOT_MS = MINUTE_MS;
/** Time for a request, by the clocks of the test. */
const DEADLINE_MS = 1_500;
/** Time that passes with each call of Athena. No other time passes, so that the speed of the machine does not count. */
const CALL_MS = 100;

const QUERY: DatasetConfig = {
  source: {
    source: 'athena',
    statement: 'select number from figures where at between ? and ?',
    parameters: ['from', 'to'],
    workgroup: 'wall',
    database: 'shop',
  } as AthenaSource,
  isBilled: true,
  window: { last: 24 * HOUR_MS },
  ttl: SLOT_MS,
  shared: false,
};

interface Shown {
  readonly second: number;
  readonly figure?: number;
  readonly age?: number;
  readonly stale?: string | undefined;
  readonly error?: WallfeedError;
}

type Ask = () => Promise<Shown>;

let athena: Athena;
let start = 0;

beforeAll(async () => {
  athena = await startAthena();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_ATHENA: athena.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
});
afterAll(() => athena.close());
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS, 'hrtime', 'clearInterval', 'clearImmediate'] });
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  const offset = offsetOf(QUERY);
  start = Math.floor((Date.now() - offset) / SLOT_MS) * SLOT_MS + offset;
  athena.reset();
  athena.setClock(() => Date.now());
  athena.beforeCall(() => jest.advanceTimersByTime(CALL_MS));
  jest.setSystemTime(start);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Plans queries that return their number, counted from 1. */
const plan = (more: StubRun | ((query: number) => StubRun) = {}): void =>
  athena.plan((query) => ({
    result: { columns: { number: 'integer' }, rows: [[String(query + 1)]] },
    ...(typeof more === 'function' ? more(query) : more),
  }));

const shownOf = ({ rows, askedAt, stale }: ServedRows): Omit<Shown, 'second'> => ({
  figure: Number(rows.columns[0]?.[0]),
  age: Date.now() - askedAt.wall,
  stale: stale?.reason,
});

const createEnvironment = (config: DatasetConfig = QUERY, shared?: SharedRows, deadlineMs = DEADLINE_MS): Ask => {
  const { rows: store } = createMemory({ entries: 100, bytes: 1_000_000 });
  const read = createDatasetReader({
    name: 'figures',
    config,
    read: bindSource(config, 'UTC'),
    shared,
    store,
  });
  return async () => {
    const second = Math.round((Date.now() - start) / SECOND_MS);
    const slot = slotOf(config, { currentTime: Date.now(), timePeriod: 5 }, { now: Date.now(), timezone: 'UTC' });
    const deadline = createDeadline(performance.now() + deadlineMs);
    try {
      return { second, ...shownOf(await read(slot, { window: slot.window, deadline, budget: UNLIMITED })) };
    } catch (error) {
      return { second, error: error as WallfeedError };
    }
  };
};

const setSecond = (second: number): void => {
  jest.setSystemTime(start + second * SECOND_MS);
};

/** Sends a request every ten seconds. `environmentAt` returns the environment for each request. */
const watchWall = async (seconds: number, environmentAt: (request: number) => Ask): Promise<readonly Shown[]> => {
  const shown: Shown[] = [];
  for (let second = 0; second <= seconds; second += 10) {
    setSecond(second);
    shown.push(await environmentAt(second / 10)());
  }
  return shown;
};

const mostAtOnce = (runningMs: number): number =>
  Math.max(
    ...athena.queries.map(
      ({ startedAt }) =>
        athena.queries.filter((other) => other.startedAt <= startedAt && startedAt < other.startedAt + runningMs)
          .length,
    ),
  );

const isSorted = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => number >= (numbers[index - 1] ?? number));

describe('a query of 75 seconds over slots of 60 seconds', () => {
  const runningMs = 75 * SECOND_MS;
  const environments: Readonly<Record<string, () => (request: number) => Ask>> = {
    'one environment': () => {
      const only = createEnvironment();
      return () => only;
    },
    'three environments that take turns': () => {
      const three = Array.from({ length: 3 }, () => createEnvironment());
      return (request) => three[request % 3] as Ask;
    },
    'a new environment for each request': () => () => createEnvironment(),
  };

  test.each(Object.keys(environments))(
    'after the first query has ended, %s shows each query in order, and no two queries run at once',
    async (kind) => {
      plan({ runningMs });
      const shown = await watchWall(420, (environments[kind] as () => (request: number) => Ask)());
      const afterFirst = shown.filter(({ second }) => second >= 80);
      expect(afterFirst.map(({ error }) => error?.message)).toEqual(afterFirst.map(() => undefined));
      const figures = afterFirst.map(({ figure = 0 }) => figure);
      expect(isSorted(figures)).toBe(true);
      expect(athena.queries.length).toBeLessThanOrEqual(6);
      const ended = athena.queries.filter(({ startedAt }) => startedAt + runningMs <= start + 420 * SECOND_MS);
      expect([...new Set(figures)]).toEqual(ended.map((_, index) => index + 1));
      expect(mostAtOnce(runningMs)).toBe(1);
      expect(Math.max(...afterFirst.map(({ age = 0 }) => age))).toBeLessThan(5 * MINUTE_MS);
      expect(new Set(afterFirst.map(({ stale }) => stale))).toEqual(new Set(['SOURCE_TIMEOUT']));
    },
    120_000,
  );

  test('the error of a query that takes longer than its slot says so, and names the key `cache`', async () => {
    plan({ runningMs });
    const ask = createEnvironment();
    await ask();
    setSecond(65);
    const { error } = await ask();
    expect(error).toMatchObject({
      code: 'SOURCE_TIMEOUT',
      message: 'The source did not answer in time: the query takes longer than its slot of 1m.',
      details: [{ hint: 'set `cache` of the dataset to more time than the query takes, or let the query read less' }],
    });
  });

  test('rows of a query that is slower than its slot are served for the length of the slot and of the query, and no longer', async () => {
    plan((query) => ({ runningMs: query === 0 ? runningMs : HOUR_MS }));
    const ask = createEnvironment();
    await ask();
    setSecond(80);
    expect(await ask()).toMatchObject({ figure: 1, stale: 'SOURCE_TIMEOUT' });
    setSecond(75 + 60 + 74);
    expect(await ask()).toMatchObject({ figure: 1 });
    setSecond(75 + 60 + 76);
    expect((await ask()).error?.code).toBe('SOURCE_TIMEOUT');
    expect(athena.queries).toHaveLength(2);
  });
});

test('rows that came after their slot are also written to the table that all environments share', async () => {
  plan({ runningMs: 75 * SECOND_MS });
  const written: DatedRows[] = [];
  const calls: string[] = [];
  const lease = {
    failures: 0,
    share: async () => undefined,
    leaveAlone: async () => undefined,
    giveUp: async () => void calls.push('giveUp'),
  };
  const table: SharedRows = {
    consult: async () => ({ isRefreshing: false, lease }),
    share: async (_, rows) => {
      written.push(rows);
      calls.push('share');
    },
  };
  const ask = createEnvironment({ ...QUERY, shared: true }, table);
  await ask();
  setSecond(80);
  expect(await ask()).toMatchObject({ figure: 1, stale: 'SOURCE_TIMEOUT' });
  expect(written).toMatchObject([{ rows: { columns: [[1]] }, askedAt: { wall: start } }]);
  expect(calls).toEqual(['giveUp', 'share', 'giveUp']);
});

describe('a new environment', () => {
  const STALE: DatasetConfig = { ...QUERY, stale: HOUR_MS };
  const failing: StubRun = { state: 'FAILED', reason: "TABLE_NOT_FOUND: line 1:9: Table 'figures' does not exist" };

  const readOnce = async (): Promise<void> => {
    plan();
    expect(await createEnvironment(STALE)()).toMatchObject({ figure: 1 });
  };

  test('a new environment shows the last good rows within stale while the query fails', async () => {
    await readOnce();
    plan(failing);
    for (const minute of [1, 10, 30, 59]) {
      setSecond(minute * 60 + 5);
      expect(await createEnvironment(STALE)()).toMatchObject({ figure: 1, stale: 'SQL_FAILED' });
    }
    setSecond(61 * 60 + 5);
    expect((await createEnvironment(STALE)()).error?.code).toBe('SQL_FAILED');
  });

  test('a new environment shows the last good rows within stale while Athena refuses to start queries', async () => {
    await readOnce();
    athena.fail({ operation: 'StartQueryExecution', type: 'ThrottlingException', times: 1_000 });
    for (const minute of [1, 30, 59]) {
      setSecond(minute * 60 + 5);
      expect(await createEnvironment(STALE)()).toMatchObject({ figure: 1, stale: 'SOURCE_THROTTLED' });
    }
  });

  test('a new environment without older rows reports that Athena refuses to start queries', async () => {
    plan();
    athena.fail({ operation: 'StartQueryExecution', type: 'TooManyRequestsException', times: 1_000 });
    const { error } = await createEnvironment(STALE)();
    expect(error).toMatchObject({
      code: 'SOURCE_THROTTLED',
      message: 'The source refuses calls for now: Athena starts no other query for now.',
    });
    expect(error?.retryAfter).toBeGreaterThan(0);
    expect(JSON.stringify(error?.details)).not.toMatch(/smaller/);
    expect(athena.queries).toHaveLength(0);
  });

  test('after an idle night, new environments together start one query', async () => {
    await readOnce();
    setSecond(10 * 3600);
    const asked = await Promise.all(Array.from({ length: 10 }, () => createEnvironment(STALE, undefined, MINUTE_MS)()));
    expect(asked.map(({ figure }) => figure)).toEqual(asked.map(() => 2));
    expect(athena.queries).toHaveLength(2);
  });

  test.each(['AccessDeniedException', 'ThrottlingException'])(
    'a new environment starts its query without the history if Athena refuses to list the history with %s',
    async (type) => {
      plan();
      athena.fail({ operation: 'ListQueryExecutions', type, times: 1_000 });
      expect(await createEnvironment()()).toMatchObject({ figure: 1, stale: undefined });
      expect(athena.calls.get('ListQueryExecutions')).toBe(1);
    },
  );

  test('a new environment finds its query in the history among those of other datasets and of another time', async () => {
    plan({ runningMs: HOUR_MS });
    await createEnvironment()();
    const others = { ...QUERY, source: { ...QUERY.source, database: 'other' } } as DatasetConfig;
    await createEnvironment(others)();
    await createEnvironment({ ...QUERY, window: { last: HOUR_MS } })();
    setSecond(65);
    await createEnvironment()();
    expect(athena.queries).toHaveLength(3);
  });
});

describe('a query that always fails', () => {
  test.each([
    ['fails', { state: 'FAILED', reason: "COLUMN_NOT_FOUND: line 1:8: Column 'numbr' cannot be resolved" }],
    ['is cut off', { state: 'CANCELLED', reason: 'Query cancelled! : Bytes scanned limit was exceeded' }],
  ] as const)(
    'a query that %s runs at most twelve times in two hours, however many environments ask',
    async (_, run) => {
      plan(run);
      for (let minute = 0; minute < 120; minute += 1) {
        setSecond(minute * 60 + 5);
        expect((await createEnvironment()()).error).toBeDefined();
      }
      expect(athena.queries.length).toBeGreaterThan(3);
      expect(athena.queries.length).toBeLessThanOrEqual(12);
    },
    120_000,
  );

  test('a changed statement runs at once, although the statement before it pauses', async () => {
    plan({ state: 'FAILED', reason: 'SYNTAX_ERROR: line 1:1' });
    const ask = createEnvironment();
    for (const minute of [0, 1, 2, 3]) {
      setSecond(minute * 60 + 5);
      await ask();
    }
    const before = athena.queries.length;
    plan();
    const corrected = { ...QUERY, source: { ...QUERY.source, statement: 'select 1 as number where 1 = ?' } };
    expect((await createEnvironment(corrected as DatasetConfig)()).figure).toBe(before + 1);
  });
});
