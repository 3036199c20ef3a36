/** @jest-environment node */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadShapes } from '../../../infra/build/catalogue/load-catalogue.ts';
import type { EmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { TableSource } from '../../../shared/config/sources.ts';
import { startCacheTable } from '../../support/cloud/start-cache-table.ts';
import { createEvent } from '../../support/requests/create-event.ts';

const OLD = 'Mon, 19 Oct 2026 06:12:00 GMT';
const NEW = 'Tue, 20 Oct 2026 06:12:00 GMT';
const LATER = 'Fri, 23 Oct 2026 06:12:00 GMT';
const LONG_MS = 60 * 60_000;

interface StoredFile {
  readonly text: string;
  /** Absent if the store does not send it. */
  readonly modified?: string;
}

const FILES: Readonly<Record<string, StoredFile>> = {
  'old.csv': { text: 'name,value,score,pv\nSearch,1,,\n', modified: OLD },
  'new.csv': { text: 'name,value,score,pv\nDirect,2,,\n', modified: NEW },
  'dated.csv': { text: 'name,value,at\nSearch,1,2026-10-18 06:12:00\n', modified: NEW },
  'shops.csv': { text: 'name,shop\nDirect,One\n', modified: OLD },
  'undated.csv': { text: 'name,value,score,pv\nMail,3,,\n' },
  'body.json': { text: '{"code":200,"msg":"success","data":[]}', modified: OLD },
  'rows.json': { text: '{"rows":[{"name":"Search","value":1}]}', modified: NEW },
};

const stored = new Map<string, StoredFile>();
/** The status with which the store refuses every call. */
let refusal: number | undefined;
/** True while the store sends no time with the status 304. */
let isSilentIfUnchanged = false;

const column = (name: string, typeName: string) => ({ name, label: name, typeName });
const RESULT = {
  columnMetadata: [column('name', 'text'), column('value', 'int4'), column('at', 'timestamp')],
  records: [
    [{ stringValue: 'Search' }, { longValue: 1 }, { stringValue: '2026-10-18 06:12:00' }],
    [{ stringValue: 'Direct' }, { longValue: 2 }, { stringValue: '2026-10-20 06:12:00' }],
  ],
};

const store = createServer((request, response) => {
  if (request.url === '/Execute') return response.end(JSON.stringify(RESULT));
  const file = stored.get((request.url ?? '').split('?', 1)[0]?.split('/').at(-1) ?? '');
  if (refusal !== undefined || !file) return response.writeHead(refusal ?? 404).end();
  const etag = `"${createHash('md5').update(file.text).digest('hex')}"`;
  const isUnchanged = request.headers['if-none-match'] === etag;
  if (file.modified && !(isUnchanged && isSilentIfUnchanged)) response.setHeader('last-modified', file.modified);
  response.setHeader('etag', etag);
  return isUnchanged ? response.writeHead(304).end() : response.end(file.text);
});

const pie = (table: TableSource, more: Partial<EndpointConfig> = {}): EndpointConfig => ({
  component: '3D Pie Chart',
  shape: '3d-pie-chart',
  options: {},
  tables: { table },
  tokens: [],
  deadline: 60_000,
  ...more,
});
const csv = (key: string) => ({ source: 'csv', key }) as const;
const COLUMNS = ['name', 'value'].map((name) => ({ name, source: { from: 'cell', of: name } as const }));
const SELECTION = { columns: COLUMNS };
const CACHED = { cache: { ttl: LONG_MS, shared: false } };
const SHORT = { cache: { ttl: 1, shared: false }, stale: LONG_MS };

const ENDPOINTS = {
  file: pie(csv('old.csv')),
  undated: pie(csv('undated.csv')),
  cached: pie(csv('old.csv'), CACHED),
  stale: pie(csv('old.csv'), SHORT),
  shared: pie(csv('new.csv'), { cache: { ttl: LONG_MS, shared: true } }),
  list: pie({ source: 'list', of: [csv('new.csv'), csv('old.csv')] }),
  joined: pie({
    ...csv('new.csv'),
    selection: SELECTION,
    join: [{ ...csv('shops.csv'), file: 'shops.csv', name: 'shops', on: [['name', 'name']] }],
  } as TableSource),
  selected: pie({ ...csv('old.csv'), selection: SELECTION }),
  document: pie(csv(''), { tables: {}, document: { source: 'json', key: 'body.json' } }),
  rows: pie({ source: 'jsonRows', key: 'rows.json', rows: 'rows', selection: SELECTION }),
  dataset: pie({ source: 'dataset', dataset: 'orders', selection: SELECTION }),
  query: pie({ source: 'dataset', dataset: 'query', selection: SELECTION }),
  'query-promised': pie({ source: 'dataset', dataset: 'promised', selection: SELECTION }),
  'query-joined': pie({
    source: 'dataset',
    dataset: 'promised',
    selection: SELECTION,
    join: [{ key: 'shops.csv', file: 'shops.csv', name: 'shops', on: [['name', 'name']] }],
  }),
  'file-promised': pie({ source: 'dataset', dataset: 'file', selection: SELECTION }),
  'dataset-shared': pie({ source: 'dataset', dataset: 'common', selection: SELECTION }),
} satisfies Readonly<Record<string, EndpointConfig>>;

const SQL = { source: 'sql', statement: 'select name, value, at from orders', parameters: [] };

const DATASETS = {
  orders: { source: csv('old.csv'), ttl: LONG_MS, shared: false },
  query: { source: SQL, ttl: LONG_MS, shared: false },
  promised: { source: SQL, ttl: LONG_MS, shared: false, expect: { newest: { of: 'at' } } },
  file: { source: csv('dated.csv'), ttl: LONG_MS, shared: false, expect: { newest: { of: 'at' } } },
  common: { source: csv('old.csv'), ttl: LONG_MS, shared: true },
};

type Ask = (endpoint: keyof typeof ENDPOINTS) => Promise<Readonly<Record<string, unknown>>>;

let table: EmulatorServer;
let createEnvironment: () => Ask;
let ask: Ask;
const logged: Readonly<Record<string, unknown>>[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => logged.push(JSON.parse(String(line))) > 0);
  table = await startCacheTable('answers');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${Object(store.address()).port}`,
    AWS_ENDPOINT_URL_RDS_DATA: `http://127.0.0.1:${Object(store.address()).port}`,
    WALLFEED_BUCKET: 'wall',
    WALLFEED_CACHE_TABLE: 'answers',
  });
  const { createHandler } = await import('../../../shared/middleware/create-handler.ts');
  const shapes = await loadShapes('pie');
  const validators = (await loadValidators()).pie ?? {};
  const config = {
    dashboard: 'wall',
    family: 'pie',
    version: 'one',
    timezone: 'UTC',
    datasets: DATASETS,
    promises: { ask: [] },
  };
  createEnvironment = () => {
    const handler = createHandler({ shapes, validators, config: { ...config, endpoints: ENDPOINTS } });
    return async (endpoint) => {
      const query = `currentTime=${Date.now()}&timePeriod=30`;
      const context = { awsRequestId: 'request-1', functionName: 'wall-pie' } as Context;
      const { statusCode, headers = {}, body } = await handler(createEvent({ endpoint, query }), context);
      return { status: statusCode, cache: headers['x-wallfeed-cache'], modified: headers['last-modified'], body };
    };
  };
});
beforeEach(() => {
  stored.clear();
  for (const [name, file] of Object.entries(FILES)) stored.set(name, file);
  refusal = undefined;
  isSilentIfUnchanged = false;
  ask = createEnvironment();
});
afterAll(async () => {
  store.close();
  store.closeAllConnections();
  await table.close();
});

const rewrite = (name: string, change: Partial<StoredFile>): unknown =>
  stored.set(name, { ...(FILES[name] as StoredFile), ...change });

describe('the header Last-Modified', () => {
  test.each([
    ['file', OLD],
    ['selected', OLD],
    ['list', OLD],
    ['joined', OLD],
    ['document', OLD],
    ['rows', NEW],
    ['dataset', OLD],
    ['file-promised', NEW],
  ] as const)('the response of %s has the time of its oldest file', async (endpoint, modified) => {
    expect(await ask(endpoint)).toMatchObject({ status: 200, cache: 'fresh', modified });
  });

  test.each([
    ['query', undefined],
    ['query-promised', NEW],
    ['query-joined', OLD],
  ] as const)(
    'the response of %s has the time of the newest row that its dataset promises',
    async (endpoint, modified) => {
      expect(await ask(endpoint)).toMatchObject({ status: 200, cache: 'fresh', modified });
    },
  );

  test('a response from a store that sends no times has no Last-Modified', async () => {
    expect(await ask('undated')).toMatchObject({ status: 200, modified: undefined });
  });

  test('a cached response keeps its time, also after its file has changed', async () => {
    await ask('cached');
    rewrite('old.csv', { modified: LATER });
    expect(await ask('cached')).toMatchObject({ cache: 'hit', modified: OLD });
  });

  test('a stale response keeps its time', async () => {
    await ask('stale');
    refusal = 403;
    expect(await ask('stale')).toMatchObject({ status: 200, cache: 'stale', modified: OLD });
  });

  test('an unchanged file keeps its time', async () => {
    await ask('file');
    expect(await ask('file')).toMatchObject({ cache: 'revalidated', modified: OLD });
  });

  test.each(['file', 'document'] as const)(
    'an unchanged %s keeps its time if the store does not repeat it',
    async (endpoint) => {
      await ask(endpoint);
      isSilentIfUnchanged = true;
      expect(await ask(endpoint)).toMatchObject({ cache: 'revalidated', modified: OLD });
    },
  );

  test('a file that was written again with the same bytes has its new time', async () => {
    await ask('file');
    rewrite('old.csv', { modified: LATER });
    expect(await ask('file')).toMatchObject({ cache: 'revalidated', modified: LATER });
  });

  test('a time after the clock is sent as the time of the clock', async () => {
    rewrite('old.csv', { modified: new Date(Date.now() + LONG_MS).toUTCString() });
    const { modified } = await ask('file');
    expect(Date.parse(String(modified))).toBeLessThanOrEqual(Date.now());
  });

  test('rows of a dataset keep their time in the memory of the function', async () => {
    await ask('dataset');
    rewrite('old.csv', { modified: LATER });
    expect(await ask('dataset')).toMatchObject({ modified: OLD });
  });

  test.each(['shared', 'dataset-shared'] as const)(
    'another environment sends %s with the same time',
    async (endpoint) => {
      const { modified } = await ask(endpoint);
      refusal = 403;
      expect(await createEnvironment()(endpoint)).toMatchObject({ status: 200, modified });
    },
  );
});

test('the log line has the age of the data in seconds', async () => {
  await ask('file');
  const { dataAge } = logged.at(-1) ?? {};
  expect(Math.abs(Number(dataAge) - (Date.now() - Date.parse(OLD)) / 1000)).toBeLessThan(60);
});
