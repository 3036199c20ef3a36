import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Console, serveConsole } from '../../../../infra/console/helper/serve-console.ts';
import { createDeployedHost } from '../../../../infra/console/protocol/console-host.ts';
import type { AskResult, DashboardInfo } from '../../../../infra/console/protocol/protocol.ts';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';

const SECRET = 'pasted-secret';
const DASHBOARD = `dashboard: tests
token: ssm:/tests/token
endpoints:
  share: { component: 3D Pie Chart, csv: share.csv }
  wrong: { component: 3D Pie Chartt, csv: share.csv }
  sums:
    component: 3D Pie Chart
    parameters: { region: { oneOf: [East, West] }, floor: { atLeast: 0, atMost: 2, default: 0 } }
    csv: { file: share.csv, where: { Region: { parameter: region }, Amount: { above: { parameter: floor } } } }
`;

let folder: string;
let page: Console;
const asked: string[] = [];
/** Responds with a valid body, and without CORS headers. */
const gateway = createServer(async (incoming, response) => {
  let text = '';
  for await (const chunk of incoming) text += chunk;
  asked.push(text);
  response.setHeader('x-wallfeed-cache', 'fresh');
  response.end('{"code":200,"msg":"success","data":[{"name":"A","value":1}]}');
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-helper-'));
  await writeFile(join(folder, 'dashboard.yml'), DASHBOARD);
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  page = await serveConsole(createDeployedHost(await loadDashboard(folder), base));
});
afterAll(async () => {
  await page.close();
  gateway.close();
  await rm(folder, { recursive: true });
});

const post = (path: string, value: unknown): Promise<Response> =>
  fetch(new URL(path, page.url), { method: 'POST', body: JSON.stringify(value) });

/** Sends a request with headers that `fetch` refuses to set. */
const statusOf = (method: string, path: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    request(new URL(path, page.url), { method, headers }, (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

const ROUTES = [
  ['GET', '/'],
  ['GET', '/wall'],
  ['GET', '/console.js'],
  ['GET', '/frame.html'],
  ['GET', '/api/dashboard'],
  ['GET', '/api/gallery'],
  ['GET', '/api/events'],
  ['POST', '/api/ask'],
  ['POST', '/api/curl'],
  ['POST', '/api/token'],
  ['POST', '/api/fit'],
  ['POST', '/api/map'],
  ['POST', '/api/add/propose'],
  ['POST', '/api/add/confirm'],
  ['OPTIONS', '/api/ask'],
] as const;

describe('the helper of the console', () => {
  test.each(ROUTES)(
    'the helper of the console refuses %s %s from another origin or under another name',
    async (method, path) => {
      expect(await statusOf(method, path, { origin: 'https://wall.example.com' })).toBe(403);
      expect(await statusOf(method, path, { host: 'wall.example.com' })).toBe(421);
    },
  );

  test('the helper of the console listens only on this machine', () => {
    expect(page.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });

  test('the helper of the console describes the endpoints, and says why one of them is not served', async () => {
    const info = (await (await fetch(new URL('/api/dashboard', page.url))).json()) as DashboardInfo;
    expect(info).toMatchObject({ mode: 'deployed', name: 'tests', lacksToken: true });
    expect(info.endpoints[1]?.refused?.details[0]).toMatchObject({
      line: 5,
      hint: expect.stringContaining('3D Pie Chart'),
    });
  });

  test('the helper of the console signs requests with a pasted token, which appears in none of its responses', async () => {
    expect((await post('/api/token', { token: SECRET })).status).toBe(204);
    const result = (await (await post('/api/ask', { endpoint: 'share', timePeriod: 60 })).json()) as AskResult;
    expect(result).toMatchObject({ status: 'drawn', httpStatus: 200, cache: 'fresh' });
    expect(JSON.parse(asked.at(-1) ?? '')).toMatchObject({
      timePeriod: 60,
      token: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const curl = await (await post('/api/curl', { endpoint: 'share', timePeriod: 60 })).text();
    const info = await (await fetch(new URL('/api/dashboard', page.url))).text();
    expect(JSON.stringify(result) + curl + info).not.toContain(SECRET);
    expect(JSON.parse(info)).toMatchObject({ lacksToken: false });
  });

  test('the helper of the console sends the chosen values of declared parameters, and no other values', async () => {
    const info = (await (await fetch(new URL('/api/dashboard', page.url))).json()) as DashboardInfo;
    expect(info.endpoints[2]?.parameters?.map(({ name, values }) => [name, values])).toEqual([
      ['region', ['East', 'West']],
      ['floor', [0, 1, 2]],
    ]);
    const sentWith = async (parameters?: unknown) => {
      await post('/api/ask', { endpoint: 'sums', timePeriod: 60, parameters });
      const { currentTime: _, timePeriod: __, token: ___, ...sent } = JSON.parse(asked.at(-1) ?? '');
      return sent;
    };
    expect(await sentWith()).toEqual({ region: 'East' });
    expect(await sentWith({ region: 'West', floor: '2', token: 'x', currentTime: '1' })).toEqual({
      region: 'West',
      floor: '2',
    });
    expect(await sentWith({ region: 1, floor: '' })).toEqual({ region: 'East' });
    const asking = { endpoint: 'sums', timePeriod: 60, parameters: { region: 'West' } };
    expect(await (await post('/api/curl', asking)).text()).toContain('"region":"West"');
  });

  test('the helper of the console says that no page may read a response without CORS headers', async () => {
    const result = (await (await post('/api/ask', { endpoint: 'share', timePeriod: 60 })).json()) as AskResult;
    expect(result.limitedTo).toBe('');
  });

  test.each([
    ['does not exist', 'nothing'],
    ['is not served', 'wrong'],
  ])('the helper of the console has no result for an endpoint that %s', async (_, endpoint) => {
    expect((await post('/api/ask', { endpoint, timePeriod: 60 })).status).toBe(204);
    expect((await post('/api/curl', { endpoint, timePeriod: 60 })).status).toBe(404);
  });

  test.each([
    ['a time window that is not a number', { endpoint: 'share', timePeriod: 'day' }],
    ['a body that is not JSON', undefined],
  ])('the helper of the console refuses a request for %s', async (_, value) => {
    const response = await post('/api/ask', value);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ sentence: expect.any(String) });
  });

  test('the helper of the console changes no folder of a deployed dashboard', async () => {
    expect((await post('/api/add/propose', { component: '3D Pie Chart' })).status).toBe(404);
    expect((await post('/api/map?of=provinces', {})).status).toBe(404);
  });
});
