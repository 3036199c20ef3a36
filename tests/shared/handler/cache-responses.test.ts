import diagnostics from 'node:diagnostics_channel';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { loadCatalogue } from '../../../infra/build/load-catalogue.ts';
import { loadValidators } from '../../../infra/build/validators.ts';
import { type DataApi, startDataApi } from '../../../infra/local/emulators/rds-data/start-data-api.ts';
import { type ObjectStore, startObjectStore } from '../../../infra/local/emulators/s3.ts';
import type { EndpointConfig, TableSource } from '../../../shared/config/dashboard-config.ts';
import type { HandlerOptions } from '../../../shared/handler/create-handler.ts';
import type { ExchangeContext } from '../../../shared/http/request-context.ts';
import { digestOf } from '../../../shared/token/digest.ts';
import { createEvent } from '../middleware/create-event.ts';

const MINUTE = 60_000;
const REAL = ['nextTick', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout', 'clearTimeout'] as const;

const csv = (file: string): TableSource => ({ source: 'csv', key: `wall/${file}` });
const sql = (statement: string): TableSource => ({
  source: 'sql',
  statement,
  parameters: ['timePeriod'],
  database: { cluster: 'arn:cluster', secret: 'arn:secret', name: 'wall' },
});

/** Its one value is the period asked for. */
const PERIOD = "select 'Search', cast(:timePeriod as float8), null, null";

const CLOCK = "select 'Search', sign(:currentTime), null, null";

const endpoint = (tables: Record<string, TableSource>, more: Partial<EndpointConfig> = {}): EndpointConfig => ({
  component: '3D Pie Chart',
  shape: '3d-pie-chart',
  options: {},
  tables,
  tokens: [],
  deadline: 5000,
  ...more,
});
const kept = { cache: { ttl: MINUTE, shared: false }, stale: 10 * MINUTE };
const document: Partial<EndpointConfig> = { document: { source: 'json', key: 'wall/share.json' } };
const flow = (links: TableSource, more: Partial<EndpointConfig> = {}): EndpointConfig => ({
  ...endpoint({ nodes: csv('nodes.csv'), links }, more),
  component: '3D Sankey Diagram',
  shape: '3d-sankey-diagram',
});

const ENDPOINTS = {
  share: endpoint({ table: csv('share.csv') }),
  kept: endpoint({ table: csv('share.csv') }, kept),
  stale: endpoint({ table: csv('share.csv') }, { stale: 10 * MINUTE }),
  document: endpoint({}, document),
  query: endpoint({ table: sql(PERIOD) }),
  cached: endpoint({ table: csv('share.csv') }, { cache: kept.cache }),
  locked: endpoint({ table: csv('share.csv') }, { ...kept, tokens: [{ from: 'env', name: 'WALL_TOKEN' }] }),
  'kept-query': endpoint({ table: sql(PERIOD) }, kept),
  slow: endpoint({ table: csv('share.csv') }, { ...kept, deadline: 400 }),
  impatient: endpoint({ table: csv('share.csv') }, { deadline: 400 }),
  'clock-query': endpoint({ table: { ...sql(CLOCK), parameters: ['currentTime'] } as TableSource }, kept),
  'stale-query': endpoint({ table: sql(PERIOD) }, { stale: 10 * MINUTE }),
  large: endpoint({ table: csv('large.csv') }, kept),
  flow: flow(csv('links.csv'), { deadline: 500 }),
  mixed: flow(sql("select 'a', 'b', cast(:timePeriod as float8)")),
};

let data: string;
let store: ObjectStore;
let database: DataApi;
let createHandler: typeof import('../../../shared/handler/create-handler.ts').createHandler;
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
  const query = `currentTime=${1_513_137_332_798 + Math.floor(Math.random() * 1e6)}&timePeriod=${timePeriod}`;
  const context = { awsRequestId: 'request-1', functionName: 'wall-pie' } as ExchangeContext;
  const response = await handler(createEvent({ endpoint: slug, query, headers }), context);
  await setImmediate();
  return response as unknown as Response;
};

/** What came, in words: `hit 12 s: Search 1`. */
const told = async (...asked: Parameters<typeof ask>): Promise<string> => {
  const { statusCode, headers, body } = await ask(...asked);
  if (statusCode !== 200) return `${statusCode} ${JSON.parse(body).error}`;
  const values = JSON.parse(body).data.map(({ name, value }: Record<string, unknown>) => `${name} ${value}`);
  return `${headers['x-wallfeed-cache']} ${headers.age} s: ${values.join(', ')}`;
};

const write = async (file: string, content: string): Promise<void> => {
  await writeFile(join(data, file), content);
  await store.refresh();
};
const share = (value: unknown) => write('share.csv', `name,value,score,pv\nSearch,${value},,\n`);
const later = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);
const objectCalls = (file: string) => store.calls.get(`GET /wall/wall/${file}`) ?? 0;
const queryCalls = () => database.calls.get('POST /Execute') ?? 0;
const line = () => JSON.parse(logged.at(-1) ?? '');

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
  ({ createHandler } = await import('../../../shared/handler/create-handler.ts'));
  const families = ['pie', 'relation'];
  const shapes = (await loadCatalogue()).filter(({ family }) => families.includes(family)).map(({ shape }) => shape);
  const { pie, relation } = await loadValidators();
  const validators = { ...pie, ...relation };
  const config = { dashboard: 'wall', family: 'pie', version: 'one', timezone: 'UTC', endpoints: ENDPOINTS };
  options = { shapes, validators, config };
});
beforeEach(async () => {
  await share(1);
  jest.useFakeTimers({ doNotFake: [...REAL], now: Date.now() });
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

describe('without a cache', () => {
  /** What is sent without a body comes; what has one comes too late. */
  const noBodyOf = (file: string) => ({ on: file, drip: 1, every: 3_000, times: Number.POSITIVE_INFINITY }) as const;
  const noBody = noBodyOf('nodes.csv');

  test('an object that has not changed is not sent again', async () => {
    expect(await told('share')).toBe('fresh 0 s: Search 1');
    later(20_000);
    expect(await told('share')).toBe('revalidated 0 s: Search 1');
    expect(line()).toMatchObject({ cache: 'revalidated', rows: 1, cacheHits: 0, staleAnswers: 0 });
    expect(Object.keys(line().steps)).toEqual(['parse', 'token', 'cache', 'read', 'send']);
    await share(2);
    expect(await told('share')).toBe('fresh 0 s: Search 2');
    expect(await told('share', 60)).toBe('revalidated 0 s: Search 2');
  });

  test('nor a document', async () => {
    expect(await told('document')).toBe('fresh 0 s: Search 1');
    expect(await told('document')).toBe('revalidated 0 s: Search 1');
  });

  test('a table that cannot be read ends the reading of the others', async () => {
    const requests: ClientRequest[] = [];
    const note = (message: unknown) => requests.push((message as { readonly request: ClientRequest }).request);
    diagnostics.subscribe('http.client.request.created', note);
    store.fail({ error: 'NoSuchKey', on: 'nodes.csv' });
    store.fail({ delay: 300, on: 'links.csv' });
    expect(await told('flow')).toBe('502 SOURCE_NOT_FOUND');
    diagnostics.unsubscribe('http.client.request.created', note);
    const links = requests.filter(({ path }) => path.includes('links.csv'));
    expect(links.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  test('one that has become wrong is told, and asked for again until it is right', async () => {
    await told('share');
    await share('x');
    expect(await told('share')).toBe('502 TABLE_CELL');
    expect(await told('share')).toBe('502 TABLE_CELL');
    await share(1);
    expect(await told('share')).toBe('fresh 0 s: Search 1');
  });

  test.each([
    ['a cell', 'share', 'share.csv', 'name,value,score,pv\nSearch,x,,\n', '502 TABLE_CELL'],
    ['a row', 'share', 'share.csv', 'name,value,score,pv\nSearch,1\n', '502 TABLE_COLUMNS'],
    ['a quote', 'share', 'share.csv', 'name,value,score,pv\n"Search,1,,\n', '502 SOURCE_INVALID'],
    ['JSON', 'document', 'share.json', '{"code":200', '502 SOURCE_INVALID'],
    ['a body', 'document', 'share.json', '{"code":200}', '502 BODY_INVALID'],
    ['a link between tables', 'flow', 'links.csv', 'from,to,weight\na,z,1\n', '502 BODY_INVALID'],
    ['a row of one of several', 'flow', 'links.csv', 'from,to,weight\na\n', '502 TABLE_COLUMNS'],
  ] as const)('what is wrong (%s) is not sent again until it changes', async (_, slug, file, wrong, problem) => {
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
  });

  test('a table that is wrong stays so while another one changes', async () => {
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

  test('what is in a database is asked for each time', async () => {
    const before = queryCalls();
    expect(await told('query')).toBe('fresh 0 s: Search 30');
    expect(await told('query')).toBe('fresh 0 s: Search 30');
    expect(queryCalls() - before).toBe(2);
  });

  test('of several objects only those that have changed are read again', async () => {
    const links = async () => JSON.parse((await ask('flow')).body).links;
    expect(await links()).toEqual([{ from: 0, to: 1, weight: 1 }]);
    expect((await ask('flow')).headers['x-wallfeed-cache']).toBe('revalidated');
    await write('links.csv', 'from,to,weight\na,b,2\n');
    store.fail(noBody);
    expect(await links()).toEqual([{ from: 0, to: 1, weight: 2 }]);
    await write('nodes.csv', 'id,name\na,A\nb,B\nc,C\n');
    expect(JSON.parse((await ask('flow')).body)).toMatchObject({ error: 'SOURCE_TIMEOUT' });
  });

  test('rows of an object serve beside what a database says', async () => {
    const values = async (period: number) => {
      const { headers, body } = await ask('mixed', period);
      return [headers['x-wallfeed-cache'], JSON.parse(body).links[0].weight];
    };
    expect(await values(30)).toEqual(['fresh', 30]);
    store.fail(noBody);
    expect(await values(60)).toEqual(['fresh', 60]);
  });
});

describe('with a cache', () => {
  test('no source is asked until it runs out', async () => {
    const before = objectCalls('share.csv');
    expect(await told('kept')).toBe('fresh 0 s: Search 1');
    await share(2);
    later(59_000);
    expect(await told('kept')).toBe('hit 59 s: Search 1');
    expect(line()).toMatchObject({ cache: 'hit', age: 59, rows: 1, bytes: 65, cacheHits: 1 });
    expect(objectCalls('share.csv') - before).toBe(1);
    later(1_000);
    expect(await told('kept')).toBe('fresh 0 s: Search 2');
  });

  test('it begins again where nothing has changed', async () => {
    await told('kept');
    later(MINUTE);
    expect(await told('kept')).toBe('revalidated 0 s: Search 1');
    later(59_000);
    expect(await told('kept')).toBe('hit 59 s: Search 1');
  });

  test('each period has its own answer, however it is written', async () => {
    expect(await told('kept-query', 30)).toBe('fresh 0 s: Search 30');
    expect(await told('kept-query', 60)).toBe('fresh 0 s: Search 60');
    expect(await told('kept-query', '30.0')).toBe('hit 0 s: Search 30');
  });

  test('each client gets it as it can read it', async () => {
    const plain = await ask('large');
    const compressed = await ask('large', 30, { 'accept-encoding': 'gzip' });
    expect(compressed).toMatchObject({
      headers: { 'x-wallfeed-cache': 'hit', 'content-encoding': 'gzip' },
      isBase64Encoded: true,
    });
    expect(gunzipSync(Buffer.from(compressed.body, 'base64')).toString()).toBe(plain.body);
    expect((await ask('large')).body).toBe(plain.body);
  });

  test('one that is too large for a client is kept for the others', async () => {
    await write('large.csv', `name,value,score,pv\n${'\\'.repeat(1_700_000)},1,,\n`);
    const askFor = async (encoding: string) => {
      const { statusCode, headers, body } = await ask('large', 30, { 'accept-encoding': encoding });
      return statusCode === 200 ? headers['x-wallfeed-cache'] : JSON.parse(body).error;
    };
    expect(await askFor('gzip')).toBe('fresh');
    expect(await askFor('identity')).toBe('BODY_TOO_LARGE');
    expect(await askFor('gzip')).toBe('hit');
    later(2 * MINUTE);
    store.fail({ error: 'AccessDenied', times: Number.POSITIVE_INFINITY });
    expect(await askFor('identity')).toBe('SOURCE_DENIED');
    expect(await askFor('gzip')).toBe('stale');
  });

  test('another environment begins with nothing', async () => {
    await told('kept');
    handler = createHandler(options);
    expect(await told('kept')).toBe('fresh 0 s: Search 1');
  });

  test('what fails is not kept', async () => {
    await share('x');
    expect(await told('kept')).toBe('502 TABLE_CELL');
    await share(2);
    expect(await told('kept')).toBe('fresh 0 s: Search 2');
  });
});

describe('while a source fails', () => {
  const deny = () => store.fail({ error: 'AccessDenied', on: 'share.csv', times: Number.POSITIVE_INFINITY });

  test('the last good answer serves, as long as cache and stale say, and says how old it is and why', async () => {
    await told('kept');
    deny();
    later(MINUTE);
    const { statusCode, headers } = await ask('kept');
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
    later(10 * MINUTE - 1);
    expect(await told('kept')).toBe('stale 659 s: Search 1');
    later(1);
    expect(await told('kept')).toBe('502 SOURCE_DENIED');
  });

  test('what has failed prolongs nothing, and the next good answer is taken', async () => {
    await told('kept');
    deny();
    later(2 * MINUTE);
    expect(await told('kept')).toBe('stale 120 s: Search 1');
    expect(await told('kept')).toBe('stale 120 s: Search 1');
    store.clearFaults();
    expect(await told('kept')).toBe('revalidated 0 s: Search 1');
  });

  test('and so while it holds what no answer can be made of', async () => {
    await told('kept');
    await share('x');
    later(MINUTE);
    expect(await told('kept')).toBe('stale 60 s: Search 1');
    expect(line()).toMatchObject({ error: 'TABLE_CELL' });
    await share(2);
    expect(await told('kept')).toBe('fresh 0 s: Search 2');
  });

  test('without a cache it serves too; an answer from objects serves any period', async () => {
    expect(await told('stale')).toBe('fresh 0 s: Search 1');
    deny();
    later(5_000);
    expect(await told('stale', 60)).toBe('stale 5 s: Search 1');
  });

  test('an answer from a database serves its own period alone', async () => {
    expect(await told('stale-query', 30)).toBe('fresh 0 s: Search 30');
    database.fail({ error: 'DatabaseResumingException', times: 2 });
    expect(await told('stale-query', 30)).toBe('stale 0 s: Search 30');
    const { statusCode, headers } = await ask('stale-query', 60);
    expect([statusCode, headers['retry-after']]).toEqual([503, '15']);
  });

  test('and so where the fault is ours', async () => {
    const shapes = options.shapes.map((shape) => ({
      ...shape,
      fold: (...given: Parameters<typeof shape.fold>) => {
        const body = shape.fold(...given);
        if (JSON.stringify(body).includes('666')) throw new TypeError('a fault of the shape');
        return body;
      },
    }));
    handler = createHandler({ ...options, shapes });
    await told('stale');
    await share(666);
    expect(await told('stale')).toBe('stale 0 s: Search 1');
    expect(line()).toMatchObject({
      status: 200,
      error: 'INTERNAL',
      cause: expect.stringMatching(/^TypeError: a fault/),
    });
    expect(await told('share')).toBe('500 INTERNAL');
    await share(2);
    expect(await told('stale')).toBe('fresh 0 s: Search 2');
  });

  test('without stale no expired response serves', async () => {
    await told('cached');
    deny();
    later(MINUTE);
    expect(await told('cached')).toBe('502 SOURCE_DENIED');
  });

  test('no stale response serves whose age is not certain, as the clock was set back', async () => {
    await told('kept');
    later(MINUTE);
    jest.setSystemTime(Date.now() - 60 * MINUTE);
    deny();
    expect(await told('kept')).toBe('502 SOURCE_DENIED');
  });

  test('nothing serves in its place where none was ever good', async () => {
    deny();
    expect(await told('kept')).toBe('502 SOURCE_DENIED');
  });

  test('a wrong request is told, whatever is kept', async () => {
    await told('kept');
    expect(await told('kept', 'x')).toBe('400 REQUEST_INVALID');
  });

  test('so is one without the token, whether the source fails or not', async () => {
    process.env.WALL_TOKEN = 'secret';
    const askWith = (secret: string) => {
      const currentTime = '1513137332798';
      const token = digestOf('30', currentTime, secret).toString('hex');
      const query = `currentTime=${currentTime}&timePeriod=30&token=${token}`;
      return handler(createEvent({ endpoint: 'locked', query }), {} as ExchangeContext);
    };
    expect(await askWith('secret')).toMatchObject({ statusCode: 200 });
    expect(await askWith('another')).toMatchObject({ statusCode: 401 });
    later(2 * MINUTE);
    deny();
    expect(await askWith('secret')).toMatchObject({ headers: { 'x-wallfeed-cache': 'stale' } });
    expect(await askWith('another')).toMatchObject({ statusCode: 401 });
    expect(await told('locked')).toBe('401 TOKEN_MISSING');
  });
});

describe('a source that does not answer, or refuses calls', () => {
  const hang = () => store.fail({ hang: true, times: Number.POSITIVE_INFINITY });
  const calls = () => objectCalls('share.csv');

  test('costs one request its patience; the next ones get the stale response at once', async () => {
    await told('slow');
    hang();
    later(MINUTE);
    expect(await told('slow')).toBe('stale 60 s: Search 1');
    const before = calls();
    later(4_999);
    expect(await told('slow')).toBe('stale 64 s: Search 1');
    expect(line()).toMatchObject({ error: 'SOURCE_TIMEOUT', cause: 'TimeoutError', staleAnswers: 1, failures: 0 });
    expect(calls()).toBe(before);
    later(1);
    store.clearFaults();
    expect(await told('slow')).toBe('revalidated 0 s: Search 1');
  });

  test('is left alone for twice as long after each failure, as long as a stale response serves', async () => {
    await told('slow');
    hang();
    later(MINUTE);
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      const before = calls();
      expect(await told('slow')).toMatch(/^stale/);
      expect(calls()).toBe(before + 1);
      later(seconds * 1_000 - 1);
      expect(await told('slow')).toMatch(/^stale/);
      expect(calls()).toBe(before + 1);
      later(1);
    }
  });

  test('is told at once while it is left alone, with the seconds until it is asked again', async () => {
    hang();
    for (const _ of [1, 2]) {
      const before = calls();
      expect(await ask('impatient')).toMatchObject({ statusCode: 504, headers: { 'retry-after': '5' } });
      expect(calls()).toBe(before + 1);
      later(3_500);
      expect(await ask('impatient')).toMatchObject({ statusCode: 504, headers: { 'retry-after': '2' } });
      expect(calls()).toBe(before + 1);
      later(1_500);
    }
    store.clearFaults();
    expect(await told('impatient')).toBe('fresh 0 s: Search 1');
  });

  test('delays no stale response by the time that it asks for, and is left alone for that time', async () => {
    await told('kept');
    store.fail({ error: 'SlowDown', retryAfter: 12, times: Number.POSITIVE_INFINITY });
    later(MINUTE);
    const before = calls();
    expect(await told('kept')).toBe('stale 60 s: Search 1');
    later(11_999);
    expect(await told('kept')).toBe('stale 71 s: Search 1');
    expect(calls()).toBe(before + 1);
    later(1);
    store.clearFaults();
    expect(await told('kept')).toBe('revalidated 0 s: Search 1');
  });

  test('that asks for a second is asked again after it by a request that has no stale response', async () => {
    store.fail({ error: 'SlowDown', retryAfter: 1 });
    const before = calls();
    expect(await told('share')).toBe('fresh 0 s: Search 1');
    expect(calls()).toBe(before + 2);
  });

  test('fails one time period alone', async () => {
    database.fail({ error: 'ThrottlingException', times: 3 });
    expect(await told('kept-query', 600_000)).toBe('503 SOURCE_THROTTLED');
    expect(await told('kept-query', 30)).toBe('fresh 0 s: Search 30');
    expect(await told('kept-query', 600_000)).toBe('503 SOURCE_THROTTLED');
  });
});

describe('a time period', () => {
  test('makes no difference to a file: one response serves all', async () => {
    const before = objectCalls('share.csv');
    await told('kept', 30);
    for (let period = 1; period < 100; period++) expect(await told('kept', period)).toBe('hit 0 s: Search 1');
    expect(objectCalls('share.csv')).toBe(before + 1);
  });

  test('makes no difference to a query that does not use it', async () => {
    await told('clock-query', 30);
    expect(await told('clock-query', 60)).toBe('hit 0 s: Search 1');
  });

  test('beyond sixteen of a query is answered and not cached, and displaces none of them', async () => {
    for (let period = 1; period <= 16; period++) await told('kept-query', period);
    for (const _ of [1, 2]) expect(await told('kept-query', 17)).toBe('fresh 0 s: Search 17');
    expect(await told('kept-query', 1)).toBe('hit 0 s: Search 1');
    expect(await told('kept-query', 16)).toBe('hit 0 s: Search 16');
  });

  test('is cached in place of one that nobody has asked for during a minute', async () => {
    for (let period = 1; period <= 16; period++) await told('stale-query', period);
    later(MINUTE);
    for (let period = 2; period <= 17; period++) await told('stale-query', period);
    database.fail({ error: 'BadRequestException', times: Number.POSITIVE_INFINITY });
    expect(await told('stale-query', 17)).toBe('stale 0 s: Search 17');
    expect(await told('stale-query', 1)).toMatch(/^502/);
  });
});
