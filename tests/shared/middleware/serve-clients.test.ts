/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { digestOf } from '../../../shared/token/digest.ts';
import { pieEndpoint, serveEndpoints } from '../../support/requests/serve-endpoints.ts';

const ANY = { methods: ['GET', 'POST'], period: 60 } as const;
const TOKEN = { tokens: [{ from: 'env', name: 'WALL_TOKEN' }] } as const;
const BROKEN: Partial<EndpointConfig> = { tables: { table: { source: 'csv', key: 'wall/absent.csv' } } };

const ENDPOINTS = {
  platform: pieEndpoint(),
  get: pieEndpoint({ client: { methods: ['GET'], period: 60 } }),
  code: pieEndpoint({ client: { ...ANY, envelope: 'code' }, cache: { ttl: 60_000, shared: false } }),
  status: pieEndpoint({ client: { ...ANY, envelope: 'status', errorsAsOk: true } }),
  plain: pieEndpoint({ client: ANY }),
  timed: pieEndpoint({ client: { methods: ['GET', 'POST'] } }),
  signed: pieEndpoint({ client: ANY, ...TOKEN }),
  broken: pieEndpoint({ client: { ...ANY, errorsAsOk: true }, ...BROKEN }),
};

const ROWS = [{ name: 'Search', value: 38.5 }];
const NOW = '1513137332798';

let served: Awaited<ReturnType<typeof serveEndpoints>>;

beforeAll(async () => {
  process.env.WALL_TOKEN = 'secret';
  served = await serveEndpoints('pie', ENDPOINTS, { 'share.csv': 'name,value,score,pv\nSearch,38.5,,\n' });
});
afterAll(() => served.close());

const ask: typeof served.ask = (request) => served.ask(request);
const get = (endpoint: string, query = '', more: object = {}) => ask({ method: 'GET', endpoint, query, ...more });
const post = (endpoint: string, more: object = {}) => ask({ endpoint, ...more });

describe('the methods that a client may use', () => {
  test('a GET has its parameters in the query, and its response is not stored', async () => {
    const { status, headers, body } = await get('timed', `currentTime=${NOW}&timePeriod=30`);
    expect([status, headers['cache-control'], body.data]).toEqual([200, 'no-store', ROWS]);
  });

  test('the body and the content-type of a GET are ignored', async () => {
    const ignored = { body: 'neither', headers: { 'content-type': 'text/xml' } };
    expect((await get('plain', '', ignored)).status).toBe(200);
  });

  test('a POST without a body is accepted with any content-type, and has no parameters', async () => {
    const { status, headers } = await post('plain', { headers: { 'content-type': 'text/xml' } });
    expect([status, headers['cache-control']]).toEqual([200, undefined]);
  });

  test.each([
    ['GET', 'platform', 'POST'],
    ['POST', 'get', 'GET'],
  ])(
    'a %s to an endpoint that does not take it is refused with the header Allow',
    async (method, endpoint, allowed) => {
      const { status, headers, body } = await ask({ method, endpoint, query: `currentTime=${NOW}&timePeriod=30` });
      expect([status, headers.allow, body.error]).toEqual([405, allowed, 'METHOD_NOT_ALLOWED']);
      expect(body.msg).toBe(
        `3D Pie Chart '${endpoint}': The method is not allowed: the endpoint takes ${allowed}, not ${method}.`,
      );
    },
  );

  test('a GET of an unknown endpoint is answered with 404', async () => {
    const { status, body } = await get('nowhere');
    expect([status, body.error]).toEqual([404, 'ENDPOINT_UNKNOWN']);
  });

  test('an endpoint without a client refuses a request without a time, in the words of a function without clients', async () => {
    const { status, body } = await post('platform');
    expect([status, body.msg]).toEqual([400, 'Invalid request: currentTime is missing.']);
  });
});

describe('the time window that a client sends', () => {
  const faultsOf = async (query: string, endpoint = 'plain') => {
    const { status, body } = await get(endpoint, query);
    const details = body.details as readonly { path: string; message: string }[];
    return [status, ...(details ?? []).map(({ path, message }) => `${path} ${message}`)];
  };

  test.each([
    ['no time', ''],
    ['empty texts', 'currentTime=&timePeriod='],
    ['only the period', 'timePeriod=5'],
    ['a beginning and an end', 'from=1513137332798&to=1513137392798'],
    ['unknown parameters', 'page=1&perPage=10&conditions=%5B%5D'],
  ])('a client with a period may send %s', async (_, query) => {
    expect((await get('plain', query)).status).toBe(200);
  });

  test.each([
    ['a beginning without an end', 'from=1513137332798', ['to is missing']],
    [
      'a beginning after the end',
      'from=1513137392798&to=1513137332798',
      ["from is after to; found '1513137392798' and '1513137332798'"],
    ],
    [
      'both forms',
      `from=1513137332798&to=1513137392798&timePeriod=30`,
      ['from is sent beside currentTime or timePeriod'],
    ],
    [
      'two faults at once',
      'currentTime=now&timePeriod=long',
      [
        "currentTime must be a timestamp of 13 digits, in milliseconds; found 'now'",
        "timePeriod must be a number of minutes from 0 to 5256000 with at most three decimals; found 'long'",
      ],
    ],
    [
      'two different texts',
      'timePeriod=30&timePeriod=60',
      ["timePeriod is given twice with different text: '30' and '60'"],
    ],
  ])('a request of a client is refused if it sends %s', async (_, query, faults) => {
    expect(await faultsOf(query)).toEqual([400, ...faults]);
  });

  test('a client without a period must send the time', async () => {
    expect(await faultsOf('', 'timed')).toEqual([400, 'currentTime is missing', 'timePeriod is missing']);
  });

  test('a request with a digest must send the times that the digest covers', async () => {
    const { status, body } = await get('signed', 'token=0123');
    const hint = 'send currentTime and timePeriod with a digest, because the digest covers their texts';
    expect([status, body.details]).toEqual([
      400,
      ['currentTime', 'timePeriod'].map((path) => ({ path, message: 'is missing', hint })),
    ]);
    const now = Date.now();
    const digest = digestOf('30', String(now), 'secret').toString('hex');
    expect((await get('signed', `currentTime=${now}&timePeriod=30&token=${digest}`)).status).toBe(200);
  });
});

describe('the envelope of a response', () => {
  test('the envelope of the client replaces the envelope that a body already has', async () => {
    expect((await get('code')).body).toEqual({ code: 200, msg: 'success', data: ROWS });
    expect((await get('status')).body).toEqual({ status: 0, msg: 'success', data: ROWS });
  });

  test('a cached response and a revalidated response have the envelope of the client', async () => {
    await get('code');
    const { headers, body } = await post('code');
    expect([headers['x-wallfeed-cache'], body]).toEqual(['hit', { code: 200, msg: 'success', data: ROWS }]);
    await get('status');
    const unchanged = await get('status');
    expect([unchanged.headers['x-wallfeed-cache'], unchanged.body.status]).toEqual(['revalidated', 0]);
  });
});

describe('errors with status 200', () => {
  test('a failure is sent with status 200, and is logged and counted as a failure', async () => {
    const { status, body, line } = await get('broken');
    expect([status, body.code, body.status, body.error]).toEqual([200, 502, 502, 'SOURCE_NOT_FOUND']);
    expect(line).toMatchObject({ status: 502, failures: 1, refusals: 0, error: 'SOURCE_NOT_FOUND' });
  });

  test('a refusal is sent with status 200, and is logged and counted as a refusal', async () => {
    const { status, body, line } = await get('status', 'timePeriod=long');
    expect([status, body.code, body.error]).toEqual([200, 400, 'REQUEST_INVALID']);
    expect(line).toMatchObject({ status: 400, failures: 0, refusals: 1, error: 'REQUEST_INVALID' });
    const [{ Metrics }] = (line._aws as { CloudWatchMetrics: [{ Metrics: { Name: string }[] }] }).CloudWatchMetrics;
    expect(Metrics.map(({ Name }) => Name)).toContain('refusals');
  });

  test('an endpoint without `errors: 200` sends errors with their own status', async () => {
    const { status, line } = await get('plain', 'timePeriod=long');
    expect([status, line.refusals]).toEqual([400, undefined]);
  });
});
