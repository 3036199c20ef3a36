/** @jest-environment node */
import diagnostics from 'node:diagnostics_channel';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadShapes } from '../../../infra/build/catalogue/load-catalogue.ts';
import { type DataApi, startDataApi } from '../../../infra/local/emulators/rds-data/start-data-api.ts';
import { type ObjectStore, startObjectStore } from '../../../infra/local/emulators/s3.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { TableSource } from '../../../shared/config/sources.ts';
import type { HandlerOptions } from '../../../shared/middleware/create-handler.ts';
import { digestOf } from '../../../shared/token/digest.ts';
import { createEvent } from '../../support/requests/create-event.ts';
import { UNFAKED_TIMERS } from '../../support/unfaked-timers.ts';

const MINUTE_MS = 60_000;
const DEADLINE_MS = 5_000;

const csv = (file: string): TableSource => ({ source: 'csv', key: `wall/${file}` });
const sql = (statement: string): TableSource => ({
  source: 'sql',
  statement,
  parameters: ['timePeriod'],
  database: { cluster: 'arn:cluster', secret: 'arn:secret', name: 'wall' },
});

/** Query with one row, whose value is the request's time period. */
const PERIOD_QUERY = "select 'Search', cast(:timePeriod as float8), null, null";

const CLOCK_QUERY = "select 'Search', sign(:currentTime), null, null";

const endpoint = (tables: Record<string, TableSource>, more: Partial<EndpointConfig> = {}): EndpointConfig => ({
  component: '3D Pie Chart',
  shape: '3d-pie-chart',
  options: {},
  tables,
  tokens: [],
  deadline: DEADLINE_MS,
  ...more,
});
const CACHED_AND_STALE = { cache: { ttl: MINUTE_MS, shared: false }, stale: 10 * MINUTE_MS };
const document: Partial<EndpointConfig> = { document: { source: 'json', key: 'wall/share.json' } };
const flow = (links: TableSource, more: Partial<EndpointConfig> = {}): EndpointConfig => ({
  ...endpoint({ nodes: csv('nodes.csv'), links }, more),
  component: '3D Sankey Diagram',
  shape: '3d-sankey-diagram',
});

const ENDPOINTS = {
  share: endpoint({ table: csv('share.csv') }),
  cached: endpoint({ table: csv('share.csv') }, CACHED_AND_STALE),
  stale: endpoint({ table: csv('share.csv') }, { stale: 10 * MINUTE_MS }),
  document: endpoint({}, document),
  query: endpoint({ table: sql(PERIOD_QUERY) }),
  'cached-only': endpoint({ table: csv('share.csv') }, { cache: CACHED_AND_STALE.cache }),
  locked: endpoint({ table: csv('share.csv') }, { ...CACHED_AND_STALE, tokens: [{ from: 'env', name: 'WALL_TOKEN' }] }),
  'cached-query': endpoint({ table: sql(PERIOD_QUERY) }, CACHED_AND_STALE),
  'clock-query': endpoint(
    { table: { ...sql(CLOCK_QUERY), parameters: ['currentTime'] } as TableSource },
    CACHED_AND_STALE,
  ),
  'stale-query': endpoint({ table: sql(PERIOD_QUERY) }, { stale: 10 * MINUTE_MS }),
  large: endpoint({ table: csv('large.csv') }, CACHED_AND_STALE),
  flow: flow(csv('links.csv')),
  mixed: flow(sql("select 'a', 'b', cast(:timePeriod as float8)")),
};

let data: string;
let store: ObjectStore;
let database: DataApi;
let createHandler: typeof import('../../../shared/middleware/create-handler.ts').createHandler;
let options: HandlerOptions;
let handler: ReturnType<typeof createHandler>;
const logged: string[] = [];

interface Response {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

const ask = async (
  slug: keyof typeof ENDPOINTS,
  timePeriod: number | string = 30,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const query = `currentTime=${Date.now() + Math.floor(Math.random() * 1e5)}&timePeriod=${timePeriod}`;
  const context = { awsRequestId: 'request-1', functionName: 'wall-pie' } as Context;
  const response = await handler(createEvent({ endpoint: slug, query, headers }), context);
  await setImmediate();
  return response as unknown as Response;
};

/** Describes a response: `hit 12 s: Search 1`. */
const describeOf = ({ statusCode, headers, body }: Response): string => {
  if (statusCode !== 200) return `${statusCode} ${JSON.parse(body).error}`;
  const values = JSON.parse(body).data.map(({ name, value }: Record<string, unknown>) => `${name} ${value}`);
  return `${headers['x-wallfeed-cache']} ${headers.age} s: ${values.join(', ')}`;
};
const describeResponse = async (...asked: Parameters<typeof ask>): Promise<string> => describeOf(await ask(...asked));

const write = async (file: string, content: string): Promise<void> => {
  await writeFile(join(data, file), content);
  await store.refresh();
};
const share = (value: unknown) => write('share.csv', `name,value,score,pv\nSearch,${value},,\n`);
const advance = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);
const objectCalls = (file: string) => store.calls.get(`GET /wall/wall/${file}`) ?? 0;
const queryCalls = () => database.calls.get('POST /Execute') ?? 0;
const line = () => JSON.parse(logged.at(-1) ?? '');

/** The deadlines of requests. None passes by itself, because that would depend on the speed of the machine. */
const deadlines: AbortController[] = [];

/** Sends a request whose call for a file hangs, and lets its deadline pass once the file is called. */
const askInVain = async (slug: keyof typeof ENDPOINTS, file: string): Promise<Response> => {
  const before = objectCalls(file);
  const response = ask(slug);
  while (objectCalls(file) === before) await setImmediate();
  for (const deadline of deadlines.splice(0))
    deadline.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  return response;
};

beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => logged.push(String(text)) > 0);
  data = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  await writeFile(join(data, 'share.json'), '{"code":200,"msg":"success","data":[{"name":"Search","value":1}]}');
  await writeFile(join(data, 'nodes.csv'), 'id,name\na,A\nb,B\n');
  await writeFile(join(data, 'links.csv'), 'from,to,weight\na,b,1\n');
  await writeFile(join(data, 'large.csv'), `name,value,score,pv\n${'x'.repeat(20_000)},1,,\n`);
  store = await startObjectStore({ bucket: 'wall', dashboard: 'wall', data });
  database = await startDataApi({ seeds: [] });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_ENDPOINT_URL_RDS_DATA: database.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    WALLFEED_BUCKET: 'wall',
  });
  ({ createHandler } = await import('../../../shared/middleware/create-handler.ts'));
  const shapes = await loadShapes('pie', 'relation');
  const { pie, relation } = await loadValidators();
  const validators = { ...pie, ...relation };
  const config = { dashboard: 'wall', family: 'pie', version: 'one', timezone: 'UTC', endpoints: ENDPOINTS };
  options = { shapes, validators, config };
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    if (milliseconds === DEADLINE_MS) deadlines.push(controller);
    return controller.signal;
  });
});
beforeEach(async () => {
  await share(1);
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS], now: Date.now() });
  handler = createHandler(options);
});
afterEach(() => {
  jest.useRealTimers();
  store.clearFaults();
  database.clearFaults();
});
afterAll(async () => {
  await Promise.all([store.close(), database.close()]);
  await rm(data, { recursive: true });
});

describe('an endpoint without a cache', () => {
  const noBodyOf = (file: string) => ({ on: file, stall: 0, times: Number.POSITIVE_INFINITY }) as const;
  const noBody = noBodyOf('nodes.csv');

  test('an endpoint without a cache does not download an unchanged object again', async () => {
    expect(await describeResponse('share')).toBe('fresh 0 s: Search 1');
    advance(20_000);
    expect(await describeResponse('share')).toBe('revalidated 0 s: Search 1');
    expect(line()).toMatchObject({ cache: 'revalidated', rows: 1, cacheHits: 0, staleAnswers: 0 });
    expect(Object.keys(line().steps)).toEqual(['parse', 'token', 'cache', 'read', 'send']);
    await share(2);
    expect(await describeResponse('share')).toBe('fresh 0 s: Search 2');
    expect(await describeResponse('share', 60)).toBe('revalidated 0 s: Search 2');
  });

  test('an endpoint without a cache does not download an unchanged JSON document again', async () => {
    expect(await describeResponse('document')).toBe('fresh 0 s: Search 1');
    expect(await describeResponse('document')).toBe('revalidated 0 s: Search 1');
  });

  test('the requests for the other tables are aborted if one table cannot be read', async () => {
    const requests: ClientRequest[] = [];
    const note = (message: unknown) => requests.push((message as { readonly request: ClientRequest }).request);
    diagnostics.subscribe('http.client.request.created', note);
    store.fail({ error: 'NoSuchKey', on: 'nodes.csv' });
    store.fail({ delay: 300, on: 'links.csv' });
    expect(await describeResponse('flow')).toBe('502 SOURCE_NOT_FOUND');
    diagnostics.unsubscribe('http.client.request.created', note);
    const links = requests.filter(({ path }) => path.includes('links.csv'));
    expect(links.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  test('an object that became invalid is reported, and the endpoint responds again once the object is valid', async () => {
    await describeResponse('share');
    await share('x');
    expect(await describeResponse('share')).toBe('502 TABLE_CELL');
    expect(await describeResponse('share')).toBe('502 TABLE_CELL');
    await share(1);
    expect(await describeResponse('share')).toBe('fresh 0 s: Search 1');
  });

  test.each([
    ['an invalid cell', 'share', 'share.csv', 'name,value,score,pv\nSearch,x,,\n', '502 TABLE_CELL'],
    ['a row of the wrong length', 'share', 'share.csv', 'name,value,score,pv\nSearch,1\n', '502 TABLE_COLUMNS'],
    ['an unclosed quote', 'share', 'share.csv', 'name,value,score,pv\n"Search,1,,\n', '502 SOURCE_INVALID'],
    ['a document that is not JSON', 'document', 'share.json', '{"code":200', '502 SOURCE_INVALID'],
    ['a document that breaks the schema', 'document', 'share.json', '{"code":200}', '502 BODY_INVALID'],
    ['a link to a node that does not exist', 'flow', 'links.csv', 'from,to,weight\na,z,1\n', '502 BODY_INVALID'],
    [
      'a row of the wrong length in one of several tables',
      'flow',
      'links.csv',
      'from,to,weight\na\n',
      '502 TABLE_COLUMNS',
    ],
  ] as const)(
    'an invalid object is not downloaded again until it changes: %s',
    async (_, slug, file, wrong, problem) => {
      const good = await readFile(join(data, file), 'utf8');
      const answer = (await ask(slug)).body;
      await write(file, wrong);
      const first = await ask(slug);
      expect(`${first.statusCode} ${JSON.parse(first.body).error}`).toBe(problem);
      store.fail(noBodyOf(file));
      expect(await ask(slug)).toMatchObject({ statusCode: first.statusCode, body: first.body });
      expect(await ask(slug, 60)).toMatchObject({ statusCode: first.statusCode, body: first.body });
      store.clearFaults();
      await write(file, good);
      expect(await ask(slug)).toMatchObject({ statusCode: 200, body: answer });
      expect((await ask(slug)).headers['x-wallfeed-cache']).toBe('revalidated');
    },
  );

  test('an invalid table is still reported while another table changes', async () => {
    const wrong = async () => JSON.parse((await ask('flow')).body).details[0].table;
    const [nodes, links] = await Promise.all(
      ['nodes.csv', 'links.csv'].map((file) => readFile(join(data, file), 'utf8')),
    );
    await write('links.csv', 'from,to,weight\na\n');
    expect(await wrong()).toBe('links');
    await write('nodes.csv', 'id,name\na,A\nb,B\nc,C\n');
    store.fail(noBodyOf('links.csv'));
    expect(await wrong()).toBe('links');
    store.clearFaults();
    await write('links.csv', 'from,to,weight\na,c,1\n');
    expect(JSON.parse((await ask('flow')).body).links).toEqual([{ from: 0, to: 2, weight: 1 }]);
    await write('nodes.csv', nodes ?? '');
    await write('links.csv', links ?? '');
  });

  test('an endpoint without a cache queries the database for each request', async () => {
    const before = queryCalls();
    expect(await describeResponse('query')).toBe('fresh 0 s: Search 30');
    expect(await describeResponse('query')).toBe('fresh 0 s: Search 30');
    expect(queryCalls() - before).toBe(2);
  });

  test('an endpoint of several objects downloads only those that have changed', async () => {
    const links = async () => JSON.parse((await ask('flow')).body).links;
    expect(await links()).toEqual([{ from: 0, to: 1, weight: 1 }]);
    expect((await ask('flow')).headers['x-wallfeed-cache']).toBe('revalidated');
    await write('links.csv', 'from,to,weight\na,b,2\n');
    store.fail(noBody);
    expect(await links()).toEqual([{ from: 0, to: 1, weight: 2 }]);
    await write('nodes.csv', 'id,name\na,A\nb,B\nc,C\n');
    expect(JSON.parse((await askInVain('flow', 'nodes.csv')).body)).toMatchObject({ error: 'SOURCE_TIMEOUT' });
  });

  test('the cached rows of an unchanged object are combined with the rows of a new query', async () => {
    const values = async (period: number) => {
      const { headers, body } = await ask('mixed', period);
      return [headers['x-wallfeed-cache'], JSON.parse(body).links[0].weight];
    };
    expect(await values(30)).toEqual(['fresh', 30]);
    store.fail(noBody);
    expect(await values(60)).toEqual(['fresh', 60]);
  });
});

describe('an endpoint with a cache', () => {
  test('an endpoint with a cache calls no source until the cached response expires', async () => {
    const before = objectCalls('share.csv');
    expect(await describeResponse('cached')).toBe('fresh 0 s: Search 1');
    await share(2);
    advance(59_000);
    expect(await describeResponse('cached')).toBe('hit 59 s: Search 1');
    expect(line()).toMatchObject({ cache: 'hit', age: 59, rows: 1, bytes: 65, cacheHits: 1 });
    expect(objectCalls('share.csv') - before).toBe(1);
    advance(1_000);
    expect(await describeResponse('cached')).toBe('fresh 0 s: Search 2');
  });

  test('an expired response is cached for its TTL again if the object has not changed', async () => {
    await describeResponse('cached');
    advance(MINUTE_MS);
    expect(await describeResponse('cached')).toBe('revalidated 0 s: Search 1');
    advance(59_000);
    expect(await describeResponse('cached')).toBe('hit 59 s: Search 1');
  });

  test('one response is cached for each time period, even if the number is written in different ways', async () => {
    expect(await describeResponse('cached-query', 30)).toBe('fresh 0 s: Search 30');
    expect(await describeResponse('cached-query', 60)).toBe('fresh 0 s: Search 60');
    expect(await describeResponse('cached-query', '30.0')).toBe('hit 0 s: Search 30');
  });

  test('a compressed cached response is sent only to clients that accept gzip', async () => {
    const plain = await ask('large');
    const compressed = await ask('large', 30, { 'accept-encoding': 'gzip' });
    expect(compressed).toMatchObject({
      headers: { 'x-wallfeed-cache': 'hit', 'content-encoding': 'gzip' },
      isBase64Encoded: true,
    });
    expect(gunzipSync(Buffer.from(compressed.body, 'base64')).toString()).toBe(plain.body);
    expect((await ask('large')).body).toBe(plain.body);
  });

  test('a response that is too large uncompressed is cached for the clients that accept gzip', async () => {
    await write('large.csv', `name,value,score,pv\n${'\\'.repeat(1_700_000)},1,,\n`);
    const askEncoded = async (encoding: string) => {
      const { statusCode, headers, body } = await ask('large', 30, { 'accept-encoding': encoding });
      return statusCode === 200 ? headers['x-wallfeed-cache'] : JSON.parse(body).error;
    };
    expect(await askEncoded('gzip')).toBe('fresh');
    expect(await askEncoded('identity')).toBe('BODY_TOO_LARGE');
    expect(await askEncoded('gzip')).toBe('hit');
    advance(2 * MINUTE_MS);
    store.fail({ error: 'AccessDenied', times: Number.POSITIVE_INFINITY });
    expect(await askEncoded('identity')).toBe('SOURCE_DENIED');
    expect(await askEncoded('gzip')).toBe('stale');
  });

  test('each environment starts with an empty cache', async () => {
    await describeResponse('cached');
    handler = createHandler(options);
    expect(await describeResponse('cached')).toBe('fresh 0 s: Search 1');
  });

  test('errors are not cached', async () => {
    await share('x');
    expect(await describeResponse('cached')).toBe('502 TABLE_CELL');
    await share(2);
    expect(await describeResponse('cached')).toBe('fresh 0 s: Search 2');
  });
});

describe('an endpoint whose source fails', () => {
  const deny = () => store.fail({ error: 'AccessDenied', on: 'share.csv', times: Number.POSITIVE_INFINITY });

  test('an endpoint whose source fails serves the last good response for `cache` plus `stale`, with its age and the reason', async () => {
    await describeResponse('cached');
    deny();
    advance(MINUTE_MS);
    const { statusCode, headers } = await ask('cached');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      age: '60',
      'x-wallfeed-cache': 'stale',
      warning: '110 wallfeed "Response is Stale: SOURCE_DENIED"',
    });
    expect(line()).toMatchObject({
      status: 200,
      error: 'SOURCE_DENIED',
      cause: 'AccessDenied',
      cache: 'stale',
      age: 60,
      failures: 0,
      staleAnswers: 1,
    });
    advance(10 * MINUTE_MS - 1);
    expect(await describeResponse('cached')).toBe('stale 659 s: Search 1');
    advance(1);
    expect(await describeResponse('cached')).toBe('502 SOURCE_DENIED');
  });

  test('serving a stale response does not renew it, and the next good response is served', async () => {
    await describeResponse('cached');
    deny();
    advance(2 * MINUTE_MS);
    expect(await describeResponse('cached')).toBe('stale 120 s: Search 1');
    expect(await describeResponse('cached')).toBe('stale 120 s: Search 1');
    store.clearFaults();
    expect(await describeResponse('cached')).toBe('revalidated 0 s: Search 1');
  });

  test('the stale response is served while the object is invalid', async () => {
    await describeResponse('cached');
    await share('x');
    advance(MINUTE_MS);
    expect(await describeResponse('cached')).toBe('stale 60 s: Search 1');
    expect(line()).toMatchObject({ error: 'TABLE_CELL' });
    await share(2);
    expect(await describeResponse('cached')).toBe('fresh 0 s: Search 2');
  });

  test('a stale response made from files is served for any time period, even without a cache', async () => {
    expect(await describeResponse('stale')).toBe('fresh 0 s: Search 1');
    deny();
    advance(5_000);
    expect(await describeResponse('stale', 60)).toBe('stale 5 s: Search 1');
  });

  test('a stale response of a query is served only for its own time period', async () => {
    expect(await describeResponse('stale-query', 30)).toBe('fresh 0 s: Search 30');
    database.fail({ error: 'DatabaseResumingException', times: 2 });
    expect(await describeResponse('stale-query', 30)).toBe('stale 0 s: Search 30');
    const { statusCode, headers } = await ask('stale-query', 60);
    expect([statusCode, headers['retry-after']]).toEqual([503, '15']);
  });

  test('the stale response is served while the shape throws an error', async () => {
    const shapes = options.shapes.map((shape) => ({
      ...shape,
      fold: (...given: Parameters<typeof shape.fold>) => {
        const body = shape.fold(...given);
        if (JSON.stringify(body).includes('666')) throw new TypeError('a fault of the shape');
        return body;
      },
    }));
    handler = createHandler({ ...options, shapes });
    await describeResponse('stale');
    await share(666);
    expect(await describeResponse('stale')).toBe('stale 0 s: Search 1');
    expect(line()).toMatchObject({
      status: 200,
      error: 'INTERNAL',
      cause: expect.stringMatching(/^TypeError: a fault/),
    });
    expect(await describeResponse('share')).toBe('500 INTERNAL');
    await share(2);
    expect(await describeResponse('stale')).toBe('fresh 0 s: Search 2');
  });

  test('no expired response is served unless `stale` is configured', async () => {
    await describeResponse('cached-only');
    deny();
    advance(MINUTE_MS);
    expect(await describeResponse('cached-only')).toBe('502 SOURCE_DENIED');
  });

  test('no stale response is served if its age is uncertain after the clock was set back', async () => {
    await describeResponse('cached');
    advance(MINUTE_MS);
    jest.setSystemTime(Date.now() - 60 * MINUTE_MS);
    deny();
    expect(await describeResponse('cached')).toBe('502 SOURCE_DENIED');
  });

  test('an error is reported if there never was a good response', async () => {
    deny();
    expect(await describeResponse('cached')).toBe('502 SOURCE_DENIED');
  });

  test('an invalid request is refused even if a response is cached', async () => {
    await describeResponse('cached');
    expect(await describeResponse('cached', 'x')).toBe('400 REQUEST_INVALID');
  });

  test('a request without a valid token is refused, even while the source fails', async () => {
    process.env.WALL_TOKEN = 'secret';
    const askWith = (secret: string) => {
      const currentTime = '1513137332798';
      const token = digestOf('30', currentTime, secret).toString('hex');
      const query = `currentTime=${currentTime}&timePeriod=30&token=${token}`;
      return handler(createEvent({ endpoint: 'locked', query }), {} as Context);
    };
    expect(await askWith('secret')).toMatchObject({ statusCode: 200 });
    expect(await askWith('another')).toMatchObject({ statusCode: 401 });
    advance(2 * MINUTE_MS);
    deny();
    expect(await askWith('secret')).toMatchObject({ headers: { 'x-wallfeed-cache': 'stale' } });
    expect(await askWith('another')).toMatchObject({ statusCode: 401 });
    expect(await describeResponse('locked')).toBe('401 TOKEN_MISSING');
  });
});

describe('a source that does not answer, or refuses calls', () => {
  const hang = () => store.fail({ hang: true, times: Number.POSITIVE_INFINITY });
  const calls = () => objectCalls('share.csv');

  test('a source that does not answer delays one request until its deadline, while the next ones get the stale response at once', async () => {
    await describeResponse('cached');
    hang();
    advance(MINUTE_MS);
    expect(describeOf(await askInVain('cached', 'share.csv'))).toBe('stale 60 s: Search 1');
    const before = calls();
    advance(4_999);
    expect(await describeResponse('cached')).toBe('stale 64 s: Search 1');
    expect(line()).toMatchObject({ error: 'SOURCE_TIMEOUT', cause: 'TimeoutError', staleAnswers: 1, failures: 0 });
    expect(calls()).toBe(before);
    advance(1);
    store.clearFaults();
    expect(await describeResponse('cached')).toBe('revalidated 0 s: Search 1');
  });

  test('the pause before a failing source is called again doubles with each failure, up to a minute', async () => {
    await describeResponse('cached');
    hang();
    advance(MINUTE_MS);
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      const before = calls();
      expect(describeOf(await askInVain('cached', 'share.csv'))).toMatch(/^stale/);
      expect(calls()).toBe(before + 1);
      advance(seconds * 1_000 - 1);
      expect(await describeResponse('cached')).toMatch(/^stale/);
      expect(calls()).toBe(before + 1);
      advance(1);
    }
  });

  test('a failing source is reported at once until its pause ends, with the seconds left in Retry-After', async () => {
    hang();
    for (const _ of [1, 2]) {
      const before = calls();
      expect(await askInVain('share', 'share.csv')).toMatchObject({ statusCode: 504, headers: { 'retry-after': '5' } });
      expect(calls()).toBe(before + 1);
      advance(3_500);
      expect(await ask('share')).toMatchObject({ statusCode: 504, headers: { 'retry-after': '2' } });
      expect(calls()).toBe(before + 1);
      advance(1_500);
    }
    store.clearFaults();
    expect(await describeResponse('share')).toBe('fresh 0 s: Search 1');
  });

  test('a source is not called again before its Retry-After, and stale responses are served at once', async () => {
    await describeResponse('cached');
    store.fail({ error: 'SlowDown', retryAfter: 12, times: Number.POSITIVE_INFINITY });
    advance(MINUTE_MS);
    const before = calls();
    expect(await describeResponse('cached')).toBe('stale 60 s: Search 1');
    advance(11_999);
    expect(await describeResponse('cached')).toBe('stale 71 s: Search 1');
    expect(calls()).toBe(before + 1);
    advance(1);
    store.clearFaults();
    expect(await describeResponse('cached')).toBe('revalidated 0 s: Search 1');
  });

  test('a request without a stale response calls the source again after a Retry-After of one second', async () => {
    store.fail({ error: 'SlowDown', retryAfter: 1 });
    const before = calls();
    expect(await describeResponse('share')).toBe('fresh 0 s: Search 1');
    expect(calls()).toBe(before + 2);
  });

  test('a failure of a source fails only the requested time period', async () => {
    database.fail({ error: 'ThrottlingException', times: 3 });
    expect(await describeResponse('cached-query', 600_000)).toBe('503 SOURCE_THROTTLED');
    expect(await describeResponse('cached-query', 30)).toBe('fresh 0 s: Search 30');
    expect(await describeResponse('cached-query', 600_000)).toBe('503 SOURCE_THROTTLED');
  });
});

describe('the time period of a request', () => {
  test('one response of a file serves all time periods', async () => {
    const before = objectCalls('share.csv');
    await describeResponse('cached', 30);
    for (let period = 1; period < 100; period++)
      expect(await describeResponse('cached', period)).toBe('hit 0 s: Search 1');
    expect(objectCalls('share.csv')).toBe(before + 1);
  });

  test('one response serves all time periods if the query does not use the time period', async () => {
    await describeResponse('clock-query', 30);
    expect(await describeResponse('clock-query', 60)).toBe('hit 0 s: Search 1');
  });

  test('the seventeenth time period of a query is not cached, and evicts no other', async () => {
    for (let period = 1; period <= 16; period++) await describeResponse('cached-query', period);
    for (const _ of [1, 2]) expect(await describeResponse('cached-query', 17)).toBe('fresh 0 s: Search 17');
    expect(await describeResponse('cached-query', 1)).toBe('hit 0 s: Search 1');
    expect(await describeResponse('cached-query', 16)).toBe('hit 0 s: Search 16');
  });

  test('a new time period takes the place of one that was not requested for a minute', async () => {
    for (let period = 1; period <= 16; period++) await describeResponse('stale-query', period);
    advance(MINUTE_MS);
    for (let period = 2; period <= 17; period++) await describeResponse('stale-query', period);
    database.fail({ error: 'BadRequestException', times: Number.POSITIVE_INFINITY });
    expect(await describeResponse('stale-query', 17)).toBe('stale 0 s: Search 17');
    expect(await describeResponse('stale-query', 1)).toMatch(/^502/);
  });
});
