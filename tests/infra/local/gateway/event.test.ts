/** @jest-environment node */
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Served, serve } from '../../../support/requests/serve-functions.ts';

const ECHO = `
exports.handler = async (event, context) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ event, environment: process.env, pid: process.pid, left: context.getRemainingTimeInMillis() }),
});`;

let served: Served;
beforeAll(async () => {
  served = await serve({
    functions: { pie: ECHO },
    routes: [
      { key: 'POST /', target: 'pie' },
      { key: 'POST /script/{endpoint}/{library}', target: 'pie' },
      { key: 'POST /pie/fixed', target: 'pie' },
      { key: 'POST /frame/{proxy+}', target: 'pie' },
    ],
  });
});
afterAll(() => served.close());

interface Echo {
  readonly event: Record<string, never> & { readonly headers: Record<string, string> };
  readonly environment: Record<string, string>;
  readonly pid: number;
  readonly left: number;
}

const post = async (path: string, init: RequestInit = {}): Promise<Echo> => {
  const response = await fetch(served.url + path, { method: 'POST', ...init });
  expect(response.status).toBe(200);
  return (await response.json()) as Echo;
};

const postRaw = async (path: string, headers: readonly string[], body = ''): Promise<Echo> => {
  const sent = request(served.url + path, { method: 'POST', headers: [...headers] });
  sent.end(body);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.on('response', resolve).on('error', reject);
  return JSON.parse(await text(await promise)) as Echo;
};

test('an event names the route, the decoded path and its parameters', async () => {
  const { event } = await post('/pie/a%20b?x=1');
  expect(event).toMatchObject({
    version: '2.0',
    routeKey: 'POST /pie/{endpoint}',
    rawPath: '/pie/a b',
    rawQueryString: 'x=1',
    pathParameters: { endpoint: 'a b' },
    requestContext: { stage: '$default', http: { method: 'POST', path: '/pie/a b', sourceIp: '127.0.0.1' } },
  });
});

test.each([
  ['/', 'POST /', undefined],
  ['/pie/fixed', 'POST /pie/fixed', undefined],
  [
    '/script/chart/echarts.min.js',
    'POST /script/{endpoint}/{library}',
    { endpoint: 'chart', library: 'echarts.min.js' },
  ],
  ['/frame/camera', 'POST /frame/{proxy+}', { proxy: 'camera' }],
  ['/frame/camera/', 'POST /frame/{proxy+}', { proxy: 'camera/' }],
  ['/frame/', 'POST /frame/{proxy+}', { proxy: '' }],
])('an event names the route of %s', async (path, routeKey, pathParameters) => {
  const { event } = await post(path);
  expect(event).toMatchObject({ routeKey });
  expect(event.pathParameters).toEqual(pathParameters);
});

test('an event joins repeated query parameters and headers with a comma', async () => {
  const headers = ['X-Token', 'one', 'x-token', 'two', 'Host', 'wall.example.com', 'Cookie', 'a=1; b=2'];
  const { event } = await postRaw('/pie/a?n=1&m=%E5%80%BC&n=2', headers);
  expect(event.queryStringParameters).toEqual({ n: '1,2', m: '值' });
  expect(event.rawQueryString).toBe('n=1&m=%E5%80%BC&n=2');
  expect(event.headers['x-token']).toBe('one,two');
  expect(event.headers.cookie).toBeUndefined();
  expect(event.cookies).toEqual(['a=1', 'b=2']);
  expect(event.requestContext).toMatchObject({ domainName: 'wall.example.com', domainPrefix: 'wall' });
});

test.each(['application/json', 'application/json; charset=utf-8', 'text/plain', 'application/xml'])(
  'a body of the type %s is passed as text',
  async (type) => {
    const { event } = await post('/pie/a', { headers: { 'content-type': type }, body: '{"名":1}' });
    expect(event).toMatchObject({ body: '{"名":1}', isBase64Encoded: false });
  },
);

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/octet-stream', ''])(
  'a body of the type "%s" is passed in base64',
  async (type) => {
    const headers = ['Host', 'localhost', 'Content-Length', '3', ...(type ? ['Content-Type', type] : [])];
    const { event } = await postRaw('/pie/a', headers, 'a=1');
    expect(event).toMatchObject({ body: Buffer.from('a=1').toString('base64'), isBase64Encoded: true });
  },
);

test('an event leaves out empty fields', async () => {
  const { event } = await post('/');
  for (const key of ['body', 'cookies', 'queryStringParameters', 'pathParameters'])
    expect(event).not.toHaveProperty(key);
  expect(event).toMatchObject({ rawQueryString: '', isBase64Encoded: false });
});

test('a function gets the environment variables of its template and of Lambda, a home folder of its own, and no others', async () => {
  const { environment, left } = await post('/pie/a');
  expect(environment).toMatchObject({
    WORD: 'of the template',
    AWS_REGION: 'us-east-1',
    AWS_LAMBDA_FUNCTION_NAME: 'local-pie',
  });
  expect(environment).not.toHaveProperty('PATH');
  expect(environment.HOME).toBe(environment.LAMBDA_TASK_ROOT);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(5000);
});

test('a request reuses an idle environment', async () => {
  const first = await post('/pie/a');
  expect((await post('/pie/b')).pid).toBe(first.pid);
});
