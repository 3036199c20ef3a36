/** @jest-environment node */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type PromisedWall, startPromisedWall, TOPIC } from '../../support/promises/start-promised-wall.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OTHER_TOPIC = 'arn:aws:sns:us-east-1:000000000000:other';

let wall: PromisedWall;
beforeAll(async () => {
  wall = await startPromisedWall([TOPIC, OTHER_TOPIC]);
});
beforeEach(() => wall.reset());
afterAll(() => wall.close());

const NEWEST = { newest: { of: 'Created at', within: 2 * HOUR_MS } };
const ROWS = { rows: { atLeast: 2 } };

const writeRows = (count: number): Promise<void> =>
  wall.write(`Created at,amount\n${Array.from({ length: count }, () => '2026-11-28 08:00,5\n').join('')}`);

/** Returns the messages of one topic. Each message goes to both topics. */
const told = (): readonly string[] => {
  const messages = wall.messages();
  const of = (topic: string) => messages.filter((_, index) => wall.sns.published[index]?.topic === topic);
  expect(of(OTHER_TOPIC)).toEqual(of(TOPIC));
  return of(TOPIC);
};

const FEW = 'broken: orders: 1 row; promised at least 2';

describe('broken promises', () => {
  test('a broken promise is in a header, in the log, in a metric and in one message for each topic, and the body stays', async () => {
    await wall.write('Created at,amount\n2026-11-28 06:12,5\n');
    wall.setTime('2026-11-28T08:00:00+01:00');
    const environment = wall.createEnvironment({ expect: NEWEST });
    const before = await environment.ask();
    expect(before).toMatchObject({ status: 200, broken: undefined });
    wall.setTime('2026-11-28T09:16:00+01:00');
    const after = await environment.ask();
    expect(after.broken).toBe('orders.newest');
    expect(after.body).toBe(before.body);
    expect(told()).toEqual(['broken: orders: the newest row is from 06:12, 3 h 4 min old; promised within 2h']);
    expect(wall.sns.published[0]).toMatchObject({
      subject: 'ops-room dev: a promise is broken',
      message: { default: 'orders: the newest row is from 06:12, 3 h 4 min old; promised within 2h' },
    });
    expect(wall.lines.filter(({ expect: named }) => named === 'orders.newest')).toHaveLength(1);
    const metrics = wall.lines.filter(({ promise }) => promise === 'orders.newest').map(({ broken }) => broken);
    expect(metrics).toEqual([0, 1]);
  });

  test('a broken promise is named on a cached and on a stale response, but not on an error', async () => {
    await writeRows(1);
    wall.setTime('2026-11-28T08:00:00+01:00');
    const cache = { cache: { ttl: 2 * MINUTE_MS, shared: false }, stale: 10 * MINUTE_MS };
    const environment = wall.createEnvironment({ expect: ROWS, endpoint: cache });
    expect(await environment.ask()).toMatchObject({ cache: 'fresh', broken: 'orders.rows' });
    expect(await environment.ask()).toMatchObject({ cache: 'hit', broken: 'orders.rows' });
    wall.store.fail({ error: 'AccessDenied', status: 403, times: Number.POSITIVE_INFINITY });
    wall.setTime('2026-11-28T08:05:00+01:00');
    expect(await environment.ask()).toMatchObject({ cache: 'stale', broken: 'orders.rows' });
    wall.setTime('2026-11-28T08:20:00+01:00');
    expect(await environment.ask()).toMatchObject({ status: 502, broken: undefined });
  });

  test('a broken promise is named by an environment that serves the response of another one from the shared cache', async () => {
    await writeRows(1);
    wall.setTime('2026-11-28T10:00:00+01:00');
    const options = { expect: ROWS, endpoint: { cache: { ttl: 10 * MINUTE_MS, shared: true } } };
    await wall.createEnvironment(options).ask();
    expect(await wall.createEnvironment(options).ask()).toMatchObject({ cache: 'hit', broken: 'orders.rows' });
    expect(told()).toEqual([FEW]);
  });

  test('a promise of an endpoint is judged by the rows that the component gets', async () => {
    await writeRows(2);
    wall.setTime('2026-11-28T11:00:00+01:00');
    const endpoint = { expect: { values: { value: { atLeast: 1000 } } } };
    expect(await wall.createEnvironment({ endpoint }).ask()).toMatchObject({ status: 200, broken: 'revenue.value' });
    expect(told()).toEqual(['broken: revenue: value is 10 in row 1; promised at least 1000']);
  });

  test('a response says what was found, and since when if the promise held before', async () => {
    const endpoint = { expect: { values: { value: { atLeast: 1000 } } } };
    const options = { expect: { ...NEWEST, ...ROWS }, endpoint };
    await writeRows(1);
    wall.setTime('2026-11-28T09:00:00+01:00');
    const few = { name: 'orders.rows', finding: { kind: 'tooFewRows', count: 1, bound: 2 } };
    const { found: first } = await wall.createEnvironment(options).ask();
    const newest = Date.parse('2026-11-28T08:00:00+01:00');
    const low = { kind: 'tooLow', column: 'value', cell: '5', row: 1, count: 1, bound: 1000 };
    expect(first).toEqual([
      { ...few, newest },
      { name: 'revenue.value', finding: low },
    ]);
    wall.setTime('2026-11-28T10:30:00+01:00');
    const { found } = await wall.createEnvironment(options).ask();
    const old = { name: 'orders.newest', finding: { kind: 'newest', bound: 2 * HOUR_MS }, newest };
    expect(found).toEqual([
      { ...old, since: Date.now() },
      { ...few, newest },
      { name: 'revenue.value', finding: low },
    ]);
  });

  test('a response quotes no cell of a dataset, because the component may not show it', async () => {
    await wall.write('Created at,amount,email\n2026-11-28 08:00,5,ann@example.com\n');
    wall.setTime('2026-11-28T08:00:00+01:00');
    const expectation = { values: { email: { oneOf: ['none'] } } };
    const { found } = await wall.createEnvironment({ expect: expectation }).ask();
    expect(found).toMatchObject([{ name: 'orders.email', finding: { kind: 'other', cell: '…', line: 2 } }]);
    expect(told()).toEqual([expect.stringContaining("email is 'ann@example.com' in line 2")]);
  });

  test('many broken promises leave room for other headers of a response', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `列${index}`);
    await wall.write(`Created at,amount,${names}\n2026-11-28 08:00,5,${names.map(() => -1)}\n`);
    wall.setTime('2026-11-28T08:00:00+01:00');
    const values = Object.fromEntries(names.map((name) => [name, { atLeast: 0 }]));
    const { broken = '', found } = await wall.createEnvironment({ expect: { values } }).ask();
    expect(broken.split(', ')).toHaveLength(40);
    expect(found.map(({ name }) => name)).toEqual(names.map((name) => `orders.${name}`));
    const withFinding = found.filter(({ finding }) => finding);
    expect(withFinding.length).toBeGreaterThan(5);
    expect(withFinding.length).toBeLessThan(40);
  });

  test('a broken promise has a name in ASCII in the header and in the metric', async () => {
    await wall.write('Created at,amount,金额\n2026-11-28 08:00,5,-1\n');
    wall.setTime('2026-11-28T12:00:00+01:00');
    const expected = 'orders.%E9%87%91%E9%A2%9D';
    const environment = wall.createEnvironment({
      expect: { values: { 金额: { atLeast: 0 } } },
      settings: { language: 'zh' },
    });
    expect((await environment.ask()).broken).toBe(expected);
    expect(wall.lines.find(({ promise }) => promise)).toMatchObject({ promise: expected, broken: 1 });
    expect(told()).toEqual(['broken: orders：第 2 行的 金额 是 -1；约定不小于 0']);
  });
});

describe('messages', () => {
  test('a promise that breaks and holds by turns rings once in an hour', async () => {
    const environment = wall.createEnvironment({ expect: ROWS });
    const start = Date.parse('2026-11-27T08:00:00+01:00');
    for (let minute = 0; minute <= 65; minute += 5) {
      wall.setTime(start + minute * MINUTE_MS);
      await writeRows(minute % 10 === 0 ? 1 : 2);
      await environment.ask();
    }
    expect(told()).toEqual([
      FEW,
      'holds: orders: 2 rows, as promised again after 5 min',
      FEW,
      'holds: orders: 2 rows, as promised again after 5 min',
    ]);
  });

  test('a promise that is broken for a shorter time than `for` is told to nobody, and is in no header', async () => {
    const environments = [1, 2].map(() => wall.createEnvironment({ expect: { ...ROWS, for: 10 * MINUTE_MS } }));
    const start = Date.parse('2026-11-27T10:00:00+01:00');
    const headers: (string | undefined)[] = [];
    for (const [minute, rows] of [
      [0, 1],
      [5, 2],
      [10, 1],
      [15, 1],
      [20, 1],
    ] as const) {
      wall.setTime(start + minute * MINUTE_MS);
      await writeRows(rows);
      for (const environment of environments) headers.push((await environment.ask()).broken);
    }
    expect(told()).toEqual([FEW]);
    expect(headers.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => undefined));
    expect(headers.slice(8)).toEqual(['orders.rows', 'orders.rows']);
  });

  test('while a source fails, no promise breaks but those of time, which count on from the last rows', async () => {
    wall.setTime('2026-11-27T12:00:00+01:00');
    await wall.write('Created at,amount\n2026-11-27 11:30,5\n2026-11-27 11:30,5\n');
    const options = { expect: { ...NEWEST, ...ROWS } };
    await wall.createEnvironment(options).judge();
    wall.store.fail({ error: 'AccessDenied', status: 403, times: Number.POSITIVE_INFINITY });
    wall.setTime('2026-11-27T13:00:00+01:00');
    const other = wall.createEnvironment(options);
    await other.judge();
    expect(told()).toEqual([]);
    wall.setTime('2026-11-27T13:31:00+01:00');
    await other.judge();
    expect(told()).toEqual(['broken: orders: the newest row is from 11:30, 2 h 1 min old; promised within 2h']);
  });

  test('a message that cannot be sent is sent by a later judgement of any environment, once', async () => {
    wall.setTime('2026-11-27T14:00:00+01:00');
    await writeRows(1);
    wall.sns.fail({ error: 'AuthorizationError', status: 403, times: 2 });
    await wall.createEnvironment({ expect: ROWS }).judge();
    expect(told()).toEqual([]);
    expect(wall.lines.find(({ unsent }) => unsent)).toMatchObject({ unsent: 1, stage: 'dev' });
    wall.setTime('2026-11-27T14:05:00+01:00');
    const others = [1, 2].map(() => wall.createEnvironment({ expect: ROWS }));
    for (const environment of others) await environment.judge();
    expect(told()).toEqual([FEW]);
  });

  test('if one topic refuses a message, only this topic gets it later', async () => {
    wall.setTime('2026-11-27T15:00:00+01:00');
    await writeRows(1);
    wall.sns.fail({ error: 'AuthorizationError', status: 403, times: 1 });
    const environment = wall.createEnvironment({ expect: ROWS });
    await environment.judge();
    wall.setTime('2026-11-27T15:05:00+01:00');
    await environment.judge();
    expect(told()).toEqual([FEW]);
  });

  test('a response and its header do not depend on the table of states or on the topic', async () => {
    wall.setTime('2026-11-27T16:00:00+01:00');
    await writeRows(1);
    wall.table.fail({ error: 'InternalServerError', times: Number.POSITIVE_INFINITY });
    const environment = wall.createEnvironment({ expect: ROWS });
    expect(await environment.ask()).toMatchObject({ status: 200, broken: 'orders.rows' });
    expect(told()).toEqual([]);
    wall.table.clearFaults();
    wall.setTime('2026-11-27T16:05:00+01:00');
    await environment.ask();
    expect(told()).toEqual([FEW]);
  });

  test('at closed hours nothing is judged, unless the promises hold always', async () => {
    wall.setTime('2026-11-27T23:00:00+01:00');
    await writeRows(1);
    const hours = [{ from: 4 * 1440 + 420, to: 4 * 1440 + 1320 }];
    const closed = wall.createEnvironment({ expect: ROWS, settings: { hours } });
    await closed.judge();
    expect(await closed.ask()).toMatchObject({ status: 200, broken: undefined });
    expect([told(), wall.lines.filter(({ promise }) => promise)]).toEqual([[], []]);
    await wall.createEnvironment({ expect: { ...ROWS, always: true }, settings: { hours } }).judge();
    expect(told()).toEqual([FEW]);
  });

  test('a row from the future is not the newest row', async () => {
    wall.setTime('2026-11-27T17:00:00+01:00');
    await wall.write('Created at,amount\n2026-11-27 14:30,5\n2062-11-27 16:59,5\n');
    await wall.createEnvironment({ expect: NEWEST }).judge();
    expect(told()).toEqual(['broken: orders: the newest row is from 14:30, 2 h 30 min old; promised within 2h']);
  });
});

describe('the count of requests', () => {
  test('functions count requests once in five minutes, and a schedule writes 0, both only while the wall is open', async () => {
    await writeRows(2);
    const hours = [{ from: 4 * 1440 + 420, to: 4 * 1440 + 1320 }];
    const environment = wall.createEnvironment({ settings: { hours, countsRequests: true, ask: [] } });
    for (const time of ['20:00', '20:01', '20:05', '22:00']) {
      wall.setTime(`2026-11-27T${time}:00+01:00`);
      await environment.judge();
      await environment.ask();
    }
    expect(wall.lines.flatMap(({ asked }) => (asked === undefined ? [] : [asked]))).toEqual([0, 1, 0, 1, 0, 1]);
  });

  test('a failure of the shared cache is counted', async () => {
    wall.setTime('2026-11-27T20:30:00+01:00');
    wall.table.fail({ error: 'InternalServerError', times: Number.POSITIVE_INFINITY });
    const endpoint = { cache: { ttl: MINUTE_MS, shared: true } };
    expect(await wall.createEnvironment({ endpoint }).ask()).toMatchObject({ status: 200 });
    expect(wall.lines.find(({ cacheFailures }) => cacheFailures)).toMatchObject({ stage: 'dev', cacheFailures: 1 });
  });
});

describe('the calls of promises', () => {
  test('while promises hold, requests call neither the table nor the topic, and read the source once', async () => {
    wall.setTime('2026-11-27T18:00:00+01:00');
    await writeRows(2);
    const environment = wall.createEnvironment({ expect: ROWS });
    const before = [...wall.table.calls.values()].reduce((sum, count) => sum + count, 0);
    const reads = [...wall.store.calls.values()].reduce((sum, count) => sum + count, 0);
    for (let request = 0; request < 10; request += 1) await environment.ask();
    expect([...wall.table.calls.values()].reduce((sum, count) => sum + count, 0)).toBe(before);
    expect([...wall.store.calls.values()].reduce((sum, count) => sum + count, 0)).toBe(reads + 1);
    expect(told()).toEqual([]);
  });

  test('a promise that stays broken causes no further calls', async () => {
    wall.setTime('2026-11-27T19:00:00+01:00');
    await writeRows(1);
    const environment = wall.createEnvironment({ expect: ROWS });
    await environment.ask();
    const before = [...wall.table.calls.values()].reduce((sum, count) => sum + count, 0);
    for (let request = 0; request < 10; request += 1) await environment.ask();
    expect([...wall.table.calls.values()].reduce((sum, count) => sum + count, 0)).toBe(before);
    expect(told()).toEqual([FEW]);
  });
});
