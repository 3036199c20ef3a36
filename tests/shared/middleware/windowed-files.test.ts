/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadShapes } from '../../../infra/build/catalogue/load-catalogue.ts';
import { type ObjectStore, startObjectStore } from '../../../infra/local/emulators/s3.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { WindowConfig } from '../../../shared/config/selection.ts';
import { createEvent } from '../../support/requests/create-event.ts';
import { UNFAKED_TIMERS } from '../../support/unfaked-timers.ts';

const MINUTE_MS = 60_000;

const counting = (window: WindowConfig, more: Partial<EndpointConfig> = {}): EndpointConfig => ({
  component: '3D Pie Chart',
  shape: '3d-pie-chart',
  options: {},
  tables: {
    table: {
      source: 'csv',
      key: 'wall/log.csv',
      selection: {
        window,
        columns: [
          { name: 'name', source: { from: 'constant', value: 'rows' } },
          { name: 'value', source: { from: 'count' } },
        ],
      },
    },
  },
  tokens: [],
  deadline: 5000,
  ...more,
});

const PART = {
  source: 'csv',
  key: 'wall/log.csv',
  selection: {
    columns: [
      { name: 'name', source: { from: 'cell', of: 'text' } },
      { name: 'value', source: { from: 'palette', values: ['10', '20', '30', '40'] } },
    ],
  },
} as const;

const CACHED_AND_STALE = { cache: { ttl: MINUTE_MS, shared: false }, stale: 10 * MINUTE_MS };

const ENDPOINTS = {
  plain: counting({ of: 'at' }),
  cached: counting({ of: 'at' }, CACHED_AND_STALE),
  stale: counting({ of: 'at' }, { stale: 10 * MINUTE_MS }),
  own: counting({ of: 'at', last: 10 * MINUTE_MS }, CACHED_AND_STALE),
  bounded: counting({ of: 'at', atMost: 20 * MINUTE_MS }),
  listed: counting({ of: 'at' }, { tables: { table: { source: 'list', of: [PART, PART] } } }),
};

let data: string;
let store: ObjectStore;
let createServe: () => (slug: keyof typeof ENDPOINTS, timePeriod: number) => Promise<string>;
let serve: ReturnType<typeof createServe>;

/** Writes a log with one row for each argument: a number of minutes before now, or a text in place of a time. */
const write = async (...minutesAgo: readonly (number | string)[]): Promise<void> => {
  const times = minutesAgo.map((ago) =>
    typeof ago === 'string' ? ago : new Date(Date.now() - ago * MINUTE_MS).toISOString(),
  );
  await writeFile(join(data, 'log.csv'), `at,text\n${times.map((time) => `${time},x\n`).join('')}`);
  await store.refresh();
};

beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  data = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  store = await startObjectStore({ bucket: 'wall', dashboard: 'wall', data });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    WALLFEED_BUCKET: 'wall',
  });
  const { createHandler } = await import('../../../shared/middleware/create-handler.ts');
  const shapes = await loadShapes('pie');
  const validators = (await loadValidators()).pie ?? {};
  const config = { dashboard: 'wall', family: 'pie', version: 'one', timezone: 'UTC', endpoints: ENDPOINTS };
  createServe = () => {
    const handler = createHandler({ shapes, validators, config });
    return async (slug, timePeriod) => {
      const query = `currentTime=${Date.now()}&timePeriod=${timePeriod}`;
      const context = { awsRequestId: 'request-1', functionName: 'wall-pie' } as Context;
      const { statusCode, headers, body = '' } = await handler(createEvent({ endpoint: slug, query }), context);
      if (statusCode !== 200) return `${statusCode} ${JSON.parse(body).error}`;
      const values = JSON.parse(body).data.map(({ value }: { readonly value: unknown }) => value);
      return `${headers?.['x-wallfeed-cache']} ${values}`;
    };
  };
});
beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS], now: Date.now() });
  await write(5, 15, 45);
  serve = createServe();
});
afterEach(() => {
  jest.useRealTimers();
  store.clearFaults();
});
afterAll(async () => {
  await store.close();
  await rm(data, { recursive: true });
});

test('a palette continues from one file of a list to the next', async () => {
  expect(await serve('listed', 10)).toBe('fresh 10,20,30,40,10,20');
});

describe('an endpoint over a file with a window', () => {
  test('an endpoint over a file with a window never serves the response of another period', async () => {
    expect(await serve('cached', 10)).toBe('fresh 1');
    expect(await serve('cached', 60)).toBe('fresh 3');
    expect(await serve('cached', 30)).toBe('fresh 2');
    expect([await serve('cached', 10), await serve('cached', 60)]).toEqual(['hit 1', 'hit 3']);
  });

  test('an unchanged file with a window is scanned again, because its rows depend on the time', async () => {
    expect(await serve('plain', 10)).toBe('fresh 1');
    jest.advanceTimersByTime(8 * MINUTE_MS);
    expect(await serve('plain', 10)).toBe('fresh 0');
    expect(await serve('plain', 60)).toBe('fresh 3');
  });

  test('a file with a window is scanned again once the cached response has expired', async () => {
    expect(await serve('cached', 10)).toBe('fresh 1');
    jest.advanceTimersByTime(8 * MINUTE_MS);
    expect(await serve('cached', 10)).toBe('fresh 0');
  });

  test('a stale response of a file with a window is served only for the same period', async () => {
    expect(await serve('stale', 10)).toBe('fresh 1');
    await write('not a time');
    expect(await serve('stale', 10)).toBe('stale 1');
    expect(await serve('stale', 60)).toBe('502 TABLE_CELL');
  });

  test('an error of a file with a window is not repeated after the file has changed', async () => {
    await write('not a time');
    expect(await serve('plain', 10)).toBe('502 TABLE_CELL');
    await write(1);
    expect(await serve('plain', 10)).toBe('fresh 1');
  });

  test('one response serves all periods if the window of the file has a fixed length', async () => {
    expect(await serve('own', 60)).toBe('fresh 1');
    expect(await serve('own', 5)).toBe('hit 1');
  });

  test('no request gets a longer window than `atMost` allows', async () => {
    expect([await serve('bounded', 10), await serve('bounded', 60), await serve('bounded', 1440)]).toEqual([
      'fresh 1',
      'fresh 2',
      'fresh 2',
    ]);
  });
});
