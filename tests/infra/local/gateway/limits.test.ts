/** @jest-environment node */
import { afterAll, expect, test } from '@jest/globals';
import { type Served, type ServeOptions, serve } from '../../../support/requests/serve-functions.ts';

let served: Served | undefined;
/** The gateways of all tests. Tests with the same function and options share one, with its environments. */
const gateways = new Map<string, Promise<Served>>();
afterAll(async () => {
  for (const gateway of await Promise.allSettled(gateways.values()))
    if (gateway.status === 'fulfilled') await gateway.value.close();
});

const start = async (source: string, options: Partial<ServeOptions> = {}): Promise<Served> => {
  const key = JSON.stringify([source, options]);
  const gateway = gateways.get(key) ?? serve({ functions: { pie: source }, ...options });
  gateways.set(key, gateway);
  served = await gateway;
  return served;
};

const post = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${served?.url}${path}`, { method: 'POST', ...init });

const OK = `exports.handler = async () => ({ statusCode: 200, body: String(process.pid) });`;

/** The source of a function that performs the action named by the last part of the path. */
const ACTIONS = `
const actions = {
  throw: async () => { throw new Error('on purpose'); },
  crash: async () => process.exit(3),
  hang: () => new Promise(() => setInterval(() => {}, 1000)),
  idle: () => new Promise(() => {}),
  spin: async () => { for (;;); },
  large: async () => ({ statusCode: 200, body: 'x'.repeat(6291556) }),
  fitting: async () => ({ statusCode: 200, body: 'x'.repeat(6291556 - 29) }),
  status: async () => ({ statusCode: 'fine' }),
  header: async () => ({ statusCode: 200, headers: { 'x-list': ['a'] } }),
  badheader: async () => ({ statusCode: 200, headers: { 'x-list': 'a\\nb' } }),
  number: async () => ({ statusCode: 200, body: 5 }),
  list: async () => [1, 2],
  nothing: async () => undefined,
  binary: async () => ({ statusCode: 201, body: 'aGk=', isBase64Encoded: true, cookies: ['a=1', 'b=2'] }),
  fine: async () => ({ statusCode: 200, body: String(process.pid) }),
};
exports.handler = (event) => actions[event.pathParameters.endpoint]();`;

test.each(['throw', 'crash', 'hang', 'idle', 'spin', 'large', 'status', 'header', 'badheader', 'number'])(
  'the gateway responds with 500 and no details if a function fails: %s',
  async (action) => {
    await start(ACTIONS, { timeout: 2_000 });
    const response = await post(`/pie/${action}`);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('{"message":"Internal Server Error"}');
    expect((await post('/pie/fine')).status).toBe(200);
  },
);

const initialisedAfter = (milliseconds: number): string =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds}); ${OK}`;

test('a function whose INIT takes longer than 10 s may take its timeout more, as on Lambda', async () => {
  const [slow, stuck] = await Promise.all([
    serve({ functions: { pie: initialisedAfter(10_500) }, timeout: 15_000 }),
    serve({ functions: { pie: initialisedAfter(600_000) }, timeout: 500 }),
  ]);
  const responses = await Promise.all([slow, stuck].map(({ url }) => fetch(`${url}/pie/a`, { method: 'POST' })));
  expect(responses.map(({ status }) => status)).toEqual([200, 500]);
  expect(stuck.lines.join()).toContain('not initialised after 10.5 s');
  await Promise.all([slow.close(), stuck.close()]);
});

test('the gateway replaces an environment that timed out, and logs the time-out', async () => {
  const { lines } = await start(ACTIONS, { timeout: 2_000 });
  const logged = lines.length;
  const before = await (await post('/pie/fine')).text();
  await post('/pie/hang');
  expect(await (await post('/pie/fine')).text()).not.toBe(before);
  expect(lines.slice(logged).join('\n')).toContain('Task timed out after 2.00 seconds');
});

test('the gateway responds with 500 if a function cannot be loaded, and logs the reason', async () => {
  const { lines } = await start(`throw new Error('no start');`);
  expect((await post('/pie/a')).status).toBe(500);
  expect((await post('/pie/a')).status).toBe(500);
  expect(lines.join('\n')).toContain('no start');
});

test('the gateway sends a result of exactly the limit', async () => {
  await start(ACTIONS);
  const response = await post('/pie/fitting');
  expect((await response.text()).length).toBe(6291556 - 29);
});

test('the gateway sends a result without a status as a JSON body', async () => {
  await start(ACTIONS);
  const list = await post('/pie/list');
  expect([list.status, list.headers.get('content-type'), await list.json()]).toEqual([200, 'application/json', [1, 2]]);
  expect(await (await post('/pie/nothing')).text()).toBe('null');
});

test('the gateway decodes base64 results and sets cookies', async () => {
  await start(ACTIONS);
  const response = await post('/pie/binary');
  expect([response.status, await response.text()]).toEqual([201, 'hi']);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(response.headers.get('content-type')).toBe('text/plain;charset=utf-8');
});

test.each([
  ['POST', '/nowhere'],
  ['POST', '/pie'],
  ['POST', '/pie/'],
  ['POST', '/pie/a/b'],
  ['GET', '/pie/a'],
  ['DELETE', '/pie/a'],
])('the gateway has no route for %s %s', async (method, path) => {
  await start(OK);
  const response = await post(path, { method });
  expect([response.status, await response.text()]).toEqual([404, '{"message":"Not Found"}']);
});

test.each([
  ['a slash at its end', { key: 'POST /frame/{endpoint}/', target: 'pie' }, 'ends in a slash'],
  ['the same text as another route', { key: 'POST /pie/{endpoint}', target: 'pie' }, 'occurs twice'],
])('the gateway refuses a route key with %s, like API Gateway', async (_, route, fault) => {
  await expect(start(OK, { routes: [route] })).rejects.toThrow(
    `API Gateway refuses the routes: the route key ${route.key} ${fault}`,
  );
});

test('the gateway refuses a path with an invalid percent-encoding', async () => {
  await start(OK);
  expect((await post('/pie/%E5%80')).status).toBe(400);
});

test('the gateway refuses a body over 10 MB, and a body over the limit of Lambda', async () => {
  await start(OK);
  for (const size of [10 * 1024 * 1024 + 1, 5 * 1024 * 1024]) {
    const response = await post('/pie/a', { body: new Uint8Array(size) });
    expect([response.status, await response.text()]).toEqual([413, '{"message":"Request Entity Too Large"}']);
  }
  expect((await post('/pie/a', { body: new Uint8Array(4 * 1024 * 1024) })).status).toBe(200);
});

test('the gateway refuses a request line and header values over 10 240 bytes', async () => {
  await start(OK);
  const withHeader = (length: number) => post('/pie/a', { headers: { 'x-long': 'x'.repeat(length) } });
  const response = await withHeader(10_300);
  expect([response.status, await response.text()]).toEqual([431, '{"message":"Request Header Fields Too Large"}']);
  expect((await post(`/pie/a?${'x'.repeat(10_300)}`)).status).toBe(431);
  expect((await withHeader(9_000)).status).toBe(200);
});

test('the gateway responds with 429 over the burst limit', async () => {
  await start(OK, { throttle: { rate: 0.001, burst: 2 } });
  const responses = [await post('/pie/a'), await post('/pie/a'), await post('/pie/a')];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(await responses[2]?.text()).toBe('{"message":"Too Many Requests"}');
});

const SLOW = `exports.handler = async () => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { statusCode: 200, body: String(process.pid) };
};`;

test('the gateway runs concurrent requests in separate environments', async () => {
  await start(SLOW);
  const responses = await Promise.all([post('/pie/a'), post('/pie/b'), post('/pie/c')]);
  const pids = await Promise.all(responses.map((response) => response.text()));
  expect(new Set(pids).size).toBe(3);
});

test('the gateway lets a request wait if all environments are busy', async () => {
  await start(SLOW, { environments: 1 });
  const responses = await Promise.all([post('/pie/a'), post('/pie/b'), post('/pie/c')]);
  const pids = await Promise.all(responses.map((response) => response.text()));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(pids).size).toBe(1);
});

test('the gateway responds with 503 if a request waits too long for an environment', async () => {
  await start(SLOW, { environments: 1, maxWaitMs: 50 });
  const [first, second] = await Promise.all([post('/pie/a'), post('/pie/b')]);
  expect([first.status, second.status].sort()).toEqual([200, 503]);
});

test('the gateway responds with 503 if a function is slower than the integration timeout', async () => {
  await start(SLOW, { limit: 100 });
  const response = await post('/pie/a');
  expect([response.status, await response.text()]).toEqual([503, '{"message":"Service Unavailable"}']);
});
