/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadShapes } from '../../../infra/build/catalogue/load-catalogue.ts';
import { type ObjectStore, startObjectStore } from '../../../infra/local/emulators/s3.ts';
import type { EmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { Aggregate, Selection } from '../../../shared/config/selection.ts';
import type { DatasetConfig } from '../../../shared/config/sources.ts';
import { offsetOf } from '../../../shared/datasets/slot.ts';
import { type Athena, type StubResult, type StubRun, startAthena } from '../../support/athena/start-athena.ts';
import { startCacheTable } from '../../support/cloud/start-cache-table.ts';
import { createEvent } from '../../support/requests/create-event.ts';
import { UNFAKED_TIMERS } from '../../support/unfaked-timers.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const TTL_MS = 10 * MINUTE_MS;
const STALE_MS = 60 * MINUTE_MS;
const SOON_MS = 2_000;

const athenaOf = (name: string, more: Partial<DatasetConfig> = {}): DatasetConfig => ({
  source: {
    source: 'athena',
    statement: `select region, channel, amount from ${name} where at between ? and ?`,
    parameters: ['from', 'to'],
    database: 'shop',
  },
  isBilled: true,
  ttl: TTL_MS,
  shared: false,
  stale: STALE_MS,
  ...more,
});

const DATASETS = {
  sales: athenaOf('sales', { window: { last: 24 * 60 * MINUTE_MS } }),
  periods: athenaOf('periods'),
  shared: athenaOf('shared', { window: { last: 60 * MINUTE_MS }, shared: true }),
  orders: { source: { source: 'csv', key: 'wall/orders.csv' }, ttl: MINUTE_MS, shared: false, stale: STALE_MS },
} satisfies Readonly<Record<string, DatasetConfig>>;

const endpointOver = (
  dataset: keyof typeof DATASETS,
  name: string,
  value: Aggregate,
  more: Partial<EndpointConfig> = {},
): EndpointConfig => {
  const { ttl } = DATASETS[dataset];
  const selection: Selection = {
    columns: [
      { name: 'name', source: { from: 'cell', of: name } },
      { name: 'value', source: value },
    ],
    sort: [{ column: 'value', descending: true }],
  };
  return {
    component: '3D Pie Chart',
    shape: '3d-pie-chart',
    options: {},
    tables: { table: { source: 'dataset', dataset, selection } },
    tokens: [],
    deadline: MINUTE_MS,
    cache: { ttl, shared: false },
    stale: STALE_MS,
    ...more,
  };
};

const SUM = { from: 'sum', of: 'amount' } as const;
const COUNT = { from: 'count' } as const;

const ENDPOINTS = {
  'by-region': endpointOver('sales', 'region', SUM),
  'by-channel': endpointOver('sales', 'channel', COUNT),
  'soon-by-region': endpointOver('sales', 'region', SUM, { deadline: SOON_MS }),
  'by-period': endpointOver('periods', 'region', SUM),
  'shared-region': endpointOver('shared', 'region', SUM),
  'shared-channel': endpointOver('shared', 'channel', SUM),
  'orders-by-region': endpointOver('orders', 'region', SUM),
  'orders-by-channel': endpointOver('orders', 'channel', COUNT),
};
type Slug = keyof typeof ENDPOINTS;

const resultOf = (amount: number): StubResult => ({
  columns: { region: 'varchar', channel: 'varchar', amount: 'double' },
  rows: [
    ['East', 'web', String(amount)],
    ['West', 'shop', '1.0'],
    ['West', 'web', '2.0'],
  ],
});

interface Answer {
  /** The status or error, the cache status, the age in seconds and the first value of a response. */
  readonly summary: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: { readonly data: readonly { readonly value: number }[]; readonly details: readonly unknown[] };
}

/** Lets the calls arrive that were under way when their request ended. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

type Ask = (slug: Slug, request?: { timePeriod?: number; currentTime?: number }) => Promise<Answer>;

const logged: unknown[] = [];
let data: string;
let athena: Athena;
let store: ObjectStore;
let table: EmulatorServer;
let createEnvironment: () => Ask;
let ask: Ask;
let start = 0;

/** Time by which the tests have moved the monotonic clock forward. */
let passedMs = 0;
const monotonicTime = performance.now.bind(performance);

const plan = (amount: number, more: StubRun = {}): void => athena.plan(() => ({ result: resultOf(amount), ...more }));
const writeOrders = async (text: string): Promise<void> => {
  await writeFile(join(data, 'orders.csv'), text);
  await store.refresh();
};
const setTime = (time: number): void => {
  jest.setSystemTime(time);
};

const ORDERS = 'region;channel;amount\nEast;web;5\nWest;shop;1\n';

beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    logged.push(JSON.parse(String(line)));
    return true;
  });
  jest.spyOn(performance, 'now').mockImplementation(() => monotonicTime() + passedMs);
  data = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  await writeFile(join(data, 'orders.csv'), ORDERS);
  athena = await startAthena();
  store = await startObjectStore({ bucket: 'wall', dashboard: 'wall', data });
  table = await startCacheTable('answers');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_ATHENA: athena.url,
    AWS_ENDPOINT_URL_S3: store.url,
    WALLFEED_BUCKET: 'wall',
    WALLFEED_CACHE_TABLE: 'answers',
    WALLFEED_WORKGROUP: 'wall',
  });
  const { createHandler } = await import('../../../shared/middleware/create-handler.ts');
  const shapes = await loadShapes('pie');
  const validators = (await loadValidators()).pie ?? {};
  const options = { dashboard: 'wall', family: 'pie', version: 'one', timezone: 'UTC' };
  createEnvironment = () => {
    const handler = createHandler({
      shapes,
      validators,
      config: { ...options, datasets: DATASETS, endpoints: ENDPOINTS },
    });
    return async (slug, { timePeriod = 60, currentTime = Date.now() } = {}) => {
      const query = `currentTime=${currentTime}&timePeriod=${timePeriod}`;
      const context = { awsRequestId: 'request-1', functionName: 'wall-pie' } as Context;
      const { statusCode, headers = {}, body = '' } = await handler(createEvent({ endpoint: slug, query }), context);
      const parsed = JSON.parse(body);
      const summary =
        statusCode === 200
          ? `${headers['x-wallfeed-cache']} ${headers.age} s: ${parsed.data[0].value}`
          : `${statusCode} ${parsed.error}`;
      return { summary, headers, body: parsed };
    };
  };
});

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS, 'performance', 'hrtime', 'clearInterval', 'clearImmediate'] });
  // Services refuse a signature if its time is far from their own clock.
  const offset = offsetOf(DATASETS.sales);
  start = Math.floor((Date.now() - offset) / TTL_MS) * TTL_MS + offset;
  setTime(start + 90 * SECOND_MS);
  athena.reset();
  plan(10);
  ask = createEnvironment();
});
afterEach(() => {
  jest.useRealTimers();
});
afterAll(async () => {
  athena.close();
  await store.close();
  await table.close();
  await rm(data, { recursive: true });
});

const summaryOf = async (slug: Slug, environment: Ask = ask): Promise<string> => (await environment(slug)).summary;

/** Asks `soon-by-region`, whose deadline passes before Athena answers the second look at the running query. */
const askUntilDeadline = async (environment: Ask = ask): Promise<Answer> => {
  const looks = (): number => athena.calls.get('GetQueryExecution') ?? 0;
  const second = looks() + 2;
  athena.beforeCall(() => {
    if (looks() === second) passedMs += SOON_MS;
  });
  const answer = await environment('soon-by-region');
  athena.beforeCall(() => undefined);
  return answer;
};

describe('endpoints over one dataset', () => {
  test('two endpoints over one dataset share one query, and say how old its slot is', async () => {
    expect(await summaryOf('by-region')).toBe('fresh 90 s: 10');
    expect(await summaryOf('by-channel')).toBe('fresh 90 s: 2');
    expect(athena.queries).toHaveLength(1);
    expect(athena.calls.get('GetQueryResults')).toBe(1);
  });

  test('the log line of the request that sees a query end names the query and what it scanned', async () => {
    logged.length = 0;
    await ask('by-region');
    await ask('by-channel');
    expect(logged[0]).toMatchObject({ scanned: [10_485_760], executions: [expect.any(String)] });
    expect(logged[1]).not.toHaveProperty('scanned');
  });

  test('the queries of endpoints over a dataset have a window that ends at the start of the slot', async () => {
    await ask('by-region');
    const text = (time: number) => `timestamp '${new Date(time).toISOString().replace('T', ' ').replace('Z', '')}'`;
    expect(athena.queries[0]?.input).toMatchObject({
      ExecutionParameters: [text(start - 24 * 60 * MINUTE_MS), text(start)],
      WorkGroup: 'wall',
    });
  });

  test('endpoints over a dataset are served from the cache until the slot ends, and no longer', async () => {
    await ask('by-region');
    plan(20);
    setTime(start + TTL_MS - 10 * SECOND_MS);
    expect(await summaryOf('by-region')).toMatch(/^hit 59\d s: 10$/);
    expect(await summaryOf('by-channel')).toMatch(/^fresh 59\d s: 2$/);
    setTime(start + TTL_MS);
    expect(await summaryOf('by-region')).toBe('fresh 0 s: 20');
    expect(athena.queries).toHaveLength(2);
  });

  test('endpoints over a dataset serve the rows of the current slot to all screens whose clocks differ little', async () => {
    await ask('by-region', { currentTime: Date.now() + 9 * MINUTE_MS, timePeriod: 5 });
    await ask('by-channel', { currentTime: Date.now() - 9 * MINUTE_MS, timePeriod: 50 });
    expect(athena.queries).toHaveLength(1);
  });

  test('a request with a currentTime that is far from the clock gets rows of its own', async () => {
    await ask('by-region');
    plan(77);
    const far = { currentTime: start - 40 * 24 * 60 * MINUTE_MS };
    expect((await ask('by-region', far)).summary).toBe('fresh 0 s: 77');
    expect(await summaryOf('by-region')).toMatch(/^hit 9\d s: 10$/);
    expect(athena.queries).toHaveLength(2);
  });

  test.each([30, 60, 110])('a request for the time %d minutes ago gets the rows up to that time', async (minutes) => {
    await ask('by-region');
    const asked = Date.now() - minutes * MINUTE_MS;
    plan(77);
    expect((await ask('by-region', { currentTime: asked })).summary).toMatch(/^fresh 0 s: 77$/);
    const to = new Date(Math.floor(asked / TTL_MS) * TTL_MS).toISOString().replace('T', ' ').replace('Z', '');
    expect(athena.queries[1]?.input.ExecutionParameters).toEqual([expect.anything(), `timestamp '${to}'`]);
    expect(logged.at(-1)).toMatchObject({ clockOffset: -minutes * 60 });
    expect(await summaryOf('by-region')).toMatch(/^hit 9\d s: 10$/);
    expect(logged.at(-1)).not.toHaveProperty('clockOffset');
  });

  test('requests with a currentTime far from the clock get rows of their own in each slot', async () => {
    const far = { currentTime: start - 40 * 24 * 60 * MINUTE_MS };
    plan(77);
    expect((await ask('by-region', far)).summary).toBe('fresh 0 s: 77');
    plan(88);
    const nextSlot = { currentTime: far.currentTime + TTL_MS };
    expect((await ask('by-region', nextSlot)).summary).toBe('fresh 0 s: 88');
    expect((await ask('by-region', nextSlot)).summary).toBe('hit 0 s: 88');
  });
});

describe('a query that takes longer than the deadline', () => {
  test('a query that takes longer than the deadline ends in a timeout with a Retry-After if there are no older rows', async () => {
    plan(10, { runningMs: MINUTE_MS });
    const { summary: first, headers, body } = await askUntilDeadline();
    expect(first).toBe('504 SOURCE_TIMEOUT');
    expect(headers['retry-after']).toBe('5');
    expect(body.details).toMatchObject([{ hint: 'try again: the next request finds its result' }]);
    athena.endQueries();
    expect(await summaryOf('by-channel')).toMatch(/^fresh 9\d s: 2$/);
    expect(athena.queries).toHaveLength(1);
  });

  test('while a query takes longer than the deadline, the last rows are served with their age, even to an endpoint that was never requested', async () => {
    await ask('soon-by-region');
    setTime(start + TTL_MS + 30 * SECOND_MS);
    plan(20, { runningMs: MINUTE_MS });
    const stale = await askUntilDeadline();
    expect(stale.summary).toBe('stale 630 s: 10');
    expect(stale.headers.warning).toBe('110 wallfeed "Response is Stale: SOURCE_TIMEOUT"');
    expect(await summaryOf('by-channel')).toBe('stale 630 s: 2');
    athena.endQueries();
    expect(await summaryOf('by-region')).toMatch(/^fresh 3\d s: 20$/);
    expect(await summaryOf('by-channel')).toMatch(/^fresh 3\d s: 2$/);
    expect(athena.queries).toHaveLength(2);
  });

  test('a slow query delays only the first request while older rows can be served', async () => {
    await ask('by-region');
    setTime(start + TTL_MS);
    plan(20, { runningMs: MINUTE_MS });
    await askUntilDeadline();
    await settle();
    const looks = () => athena.calls.get('GetQueryExecution') ?? 0;
    const before = looks();
    expect(await summaryOf('by-region')).toBe('stale 600 s: 10');
    expect(await summaryOf('by-channel')).toBe('stale 600 s: 2');
    expect(looks() - before).toBe(2);
  });

  test('a slow query ends in an error once the last rows are too old', async () => {
    await ask('soon-by-region');
    setTime(start + TTL_MS + STALE_MS);
    plan(20, { runningMs: MINUTE_MS });
    expect((await askUntilDeadline()).summary).toBe('504 SOURCE_TIMEOUT');
  });
});

describe('a query that failed', () => {
  test('after a query failed, the last rows are served and the query is not repeated by each request', async () => {
    await ask('by-region');
    setTime(start + TTL_MS);
    plan(20, { state: 'FAILED', reason: "TABLE_NOT_FOUND: line 1:9: Table 'shop.sales' does not exist" });
    for (let time = 0; time < 3; time += 1) {
      expect(await summaryOf('by-region')).toBe('stale 600 s: 10');
      expect(await summaryOf('by-channel')).toBe('stale 600 s: 2');
    }
    expect(athena.queries).toHaveLength(2);
  });
});

describe('ten environments', () => {
  test('ten environments that start at once send one query', async () => {
    plan(10, { runningMs: 300 });
    const environments = Array.from({ length: 10 }, createEnvironment);
    const answers = await Promise.all(environments.map((environment) => summaryOf('by-region', environment)));
    expect(answers).toEqual(Array.from({ length: 10 }, () => 'fresh 90 s: 10'));
    expect(athena.queries).toHaveLength(1);
  });

  test('after a failed query, ten environments that share nothing start only one more query', async () => {
    athena.plan((attempt) =>
      attempt === 0
        ? { state: 'FAILED', reason: 'GENERIC_INTERNAL_ERROR', error: { ErrorType: 200 } }
        : { result: resultOf(10) },
    );
    const environments = Array.from({ length: 10 }, createEnvironment);
    await Promise.all(environments.map((environment) => environment('by-region')));
    expect(athena.queries).toHaveLength(1);
    jest.advanceTimersByTime(8 * SECOND_MS);
    const answers = await Promise.all(environments.map((environment) => summaryOf('by-region', environment)));
    expect(new Set(answers)).toEqual(new Set(['fresh 98 s: 10']));
    expect(athena.queries).toHaveLength(2);
  });

  test('an environment finds the query of another one that died after it had started the query', async () => {
    plan(10, { runningMs: MINUTE_MS });
    expect((await askUntilDeadline(createEnvironment())).summary).toBe('504 SOURCE_TIMEOUT');
    athena.endQueries();
    expect(await summaryOf('by-region', createEnvironment())).toMatch(/^fresh 9\d s: 10$/);
    expect(athena.queries).toHaveLength(1);
  });

  test('environments whose clocks differ send one query for each slot, even at its border', async () => {
    setTime(start + TTL_MS - 500);
    const late = createEnvironment();
    expect(await summaryOf('by-region', late)).toBe('fresh 599 s: 10');
    setTime(start + TTL_MS + 500);
    plan(20);
    expect(await summaryOf('by-region')).toBe('fresh 0 s: 20');
    setTime(start + TTL_MS - 300);
    expect(await summaryOf('by-channel', late)).toBe('fresh 599 s: 2');
    expect(athena.queries).toHaveLength(2);
  });
});

describe('a dataset without a window of its own', () => {
  test('a dataset without a window of its own has rows for each time period', async () => {
    await ask('by-period', { timePeriod: 60 });
    await ask('by-period', { timePeriod: 30 });
    await ask('by-period', { timePeriod: 60 });
    expect(athena.queries).toHaveLength(2);
  });

  test('a client that varies its time period cannot start queries without end', async () => {
    const answers: string[] = [];
    for (let timePeriod = 1; timePeriod <= 20; timePeriod += 1)
      answers.push((await ask('by-period', { timePeriod })).summary);
    expect(answers.slice(0, 16).every((answer) => answer.startsWith('fresh'))).toBe(true);
    expect(new Set(answers.slice(16))).toEqual(new Set(['503 SOURCE_THROTTLED']));
    expect(athena.queries).toHaveLength(16);
    jest.advanceTimersByTime(TTL_MS);
    expect((await ask('by-period', { timePeriod: 20 })).summary).toMatch(/^fresh/);
  });

  test('a client that varies its time can start only a limited number of queries, and requests near the clock are still served', async () => {
    for (let day = 1; day <= 20; day += 1)
      await ask('by-period', { timePeriod: day, currentTime: start - day * 24 * 60 * MINUTE_MS });
    expect(athena.queries).toHaveLength(16);
    expect(await summaryOf('by-period')).toMatch(/^fresh/);
  });
});

describe('a dataset over a file', () => {
  const calls = (): number => store.calls.values().reduce((sum, count) => sum + count, 0);

  test('the file of a dataset is read once for all endpoints of a slot', async () => {
    const before = calls();
    expect(await summaryOf('orders-by-region')).toMatch(/^fresh \d+ s: 5$/);
    expect(await summaryOf('orders-by-channel')).toMatch(/^fresh \d+ s: 1$/);
    expect(calls() - before).toBe(1);
  });

  test('the file of a dataset is checked for changes when the slot ends', async () => {
    await ask('orders-by-region');
    await writeOrders('region;channel;amount\nEast;web;6\n');
    expect(await summaryOf('orders-by-channel')).toMatch(/: 1$/);
    jest.advanceTimersByTime(MINUTE_MS);
    expect(await summaryOf('orders-by-region')).toMatch(/^fresh \d+ s: 6$/);
    await writeOrders(ORDERS);
  });

  test('a faulty cell in the file of a dataset is reported with its line and column', async () => {
    await writeOrders('region;channel;amount\nEast;web;5\nWest;shop;many\n');
    const { summary: first, body } = await ask('orders-by-region');
    expect(first).toBe('502 TABLE_CELL');
    expect(body.details).toMatchObject([{ line: 3, column: 3, columnName: 'amount' }]);
    await writeOrders(ORDERS);
  });
});

describe('a shared dataset', () => {
  test('a shared dataset is read by one environment for all functions', async () => {
    // A busy machine needs longer than the time limits of the calls to the table.
    const setTimeoutOf = AbortSignal.timeout.bind(AbortSignal);
    const patient = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => setTimeoutOf(10 * ms));
    plan(10, { runningMs: 200 });
    const environments = Array.from({ length: 4 }, createEnvironment);
    const answers = await Promise.all(
      environments.map((environment, index) => summaryOf(index % 2 ? 'shared-channel' : 'shared-region', environment)),
    );
    expect(answers.every((answer) => answer.startsWith('fresh'))).toBe(true);
    expect(athena.queries).toHaveLength(1);
    expect(athena.calls.get('StartQueryExecution')).toBe(1);
    expect(athena.calls.get('GetQueryResults')).toBe(1);
    patient.mockRestore();
  });
});
