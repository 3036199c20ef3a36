import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { checkWallSender, createSharedWall, type SharedWall } from '../../../../infra/console/helper/serve-wall.ts';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';

const SECRET = 'token-of-the-wall';
const DASHBOARD = `dashboard: tests
token: ssm:/tests/token
wall: { title: Sales }
endpoints:
  share: { component: 3D Pie Chart, title: Shares, csv: share.csv }
  cells: { component: 3D Pie Chart, csv: private-cells.csv }
  wrong: { component: 3D Pie Chartt, csv: share.csv }
`;

const BODY = '{"code":200,"msg":"success","data":[{"name":"A","value":1}]}';
const PROBLEM = {
  code: 502,
  status: 502,
  error: 'TABLE_CELL',
  msg: 'A cell is wrong: private-cells.csv, line 2: secret cell.',
  details: [{ file: 'private-cells.csv', line: 2, column: 2, message: 'secret cell is not a number' }],
};

const asked: string[] = [];
let wall: SharedWall;
const gateway = createServer(async (incoming, response) => {
  if (wall.answerOwn(incoming, response)) return;
  let text = '';
  for await (const chunk of incoming) text += chunk;
  asked.push(text);
  if (incoming.url === '/pie/cells') return response.writeHead(502).end(JSON.stringify(PROBLEM));
  if (incoming.url !== '/pie/share') return response.writeHead(404).end('{"message":"Not Found"}');
  response.setHeader('last-modified', 'Mon, 19 Oct 2026 06:12:00 GMT');
  return response.end(BODY);
});

let folder: string;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-wall-'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'dashboard.yml'), DASHBOARD);
  await writeFile(join(folder, 'data', 'share.csv'), 'name,value,score,pv\nA,1,,\n');
  await writeFile(join(folder, 'data', 'private-cells.csv'), 'name,value,score,pv\nA,secret cell,,\n');
  wall = createSharedWall();
  await new Promise<void>((resolve) => gateway.listen(0, resolve));
  url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const dashboard = await loadDashboard(folder);
  wall.open({ mode: 'local', base: url, dashboard: () => dashboard, createReadSecret: async () => () => SECRET });
});
afterAll(async () => {
  gateway.close();
  gateway.closeAllConnections();
  await rm(folder, { recursive: true });
});

const ask = (endpoint: unknown, more: object = {}): Promise<Response> =>
  fetch(`${url}/wall/api/ask`, { method: 'POST', body: JSON.stringify({ endpoint, timePeriod: 60, ...more }) });

/** Everything that a wall must not say: secrets, digests, sources, files, paths and addresses. */
const PRIVATE = /token-of-the-wall|"token|tests\/token|\.csv|private|secret|curl|dashboard\.yml:|127\.0\.0\.1|\/pie\//;

describe('a wall that others may open', () => {
  test('the document loads everything from below /wall', async () => {
    const response = await fetch(`${url}/wall`);
    const text = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const addresses = Array.from(text.matchAll(/(?:src|href)="([^"]+)"/g), ([, address]) => address);
    expect(addresses.filter((address) => !address?.startsWith('data:'))).toEqual([
      '/wall/console.css',
      '/wall/console.js',
    ]);
    for (const path of ['console.css', 'console.js', 'frame.html', 'world.json', 'translate.js'])
      expect((await fetch(`${url}/wall/${path}`)).status).toBe(200);
  });

  test('the description has titles and components, and no URL, source, file or secret', async () => {
    const text = await (await fetch(`${url}/wall/api/dashboard`)).text();
    expect(text).not.toMatch(PRIVATE);
    expect(JSON.parse(text)).toMatchObject({
      wall: { title: 'Sales' },
      endpoints: [
        { slug: 'share', title: 'Shares', component: '3D Pie Chart', url: '', source: '', files: [] },
        { slug: 'cells' },
        { slug: 'wrong', refused: { details: [] } },
      ],
    });
  });

  test('an answer is signed by the server, and has the picture and its age alone', async () => {
    const text = await (await ask('share')).text();
    expect(asked.at(-1)).toMatch(/"token":"[0-9a-f]{32}"/);
    expect(text).not.toMatch(PRIVATE);
    expect(JSON.parse(text)).toMatchObject({
      status: 'drawn',
      drawing: { kind: 'chart' },
      dataAt: Date.UTC(2026, 9, 19, 6, 12),
    });
  });

  test('a failed answer says what failed without cells, files and places', async () => {
    const text = await (await ask('cells')).text();
    expect(text).not.toMatch(PRIVATE);
    expect(JSON.parse(text)).toMatchObject({
      status: 'failed',
      problem: { sentence: expect.stringMatching(/^The source fails: a cell is blank/), details: [], tables: [] },
    });
  });

  test('an answer depends on no other parameter than the time period', async () => {
    await ask('share', { parameters: { region: 'East' }, currentTime: 1 });
    expect(Object.keys(JSON.parse(asked.at(-1) ?? ''))).toEqual(['currentTime', 'timePeriod', 'token']);
  });

  test.each([[undefined], [7], ['../share'], ['none'], ['wrong']])('the endpoint %j is not asked', async (endpoint) => {
    const before = asked.length;
    const response = await ask(endpoint);
    expect([204, 404]).toContain(response.status);
    expect(asked).toHaveLength(before);
  });

  test('an open page hears of changes without the paths of files', async () => {
    const response = await fetch(`${url}/wall/api/events`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    await reader?.read();
    wall.notify({ kind: 'files', paths: ['data/private.csv'], endpoints: ['share'] });
    expect((await reader?.read())?.value).toBe('data: {"kind":"files","paths":[],"endpoints":["share"]}\n\n');
    wall.notify({ kind: 'files', paths: ['maps/china.json'], endpoints: [] });
    expect((await reader?.read())?.value).toBe('data: {"kind":"files","paths":["maps/"],"endpoints":[]}\n\n');
    await reader?.cancel();
  });
});

const send = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { port } = new URL(url);
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject).end(method === 'POST' ? '{}' : undefined);
  });

const ROUTES_OF_THE_CONSOLE = [
  'GET /api/dashboard',
  'GET /api/gallery',
  'GET /api/map?of=world',
  'GET /api/events',
  'POST /api/ask',
  'POST /api/curl',
  'POST /api/token',
  'POST /api/fit?data=share.csv',
  'POST /api/map?of=world',
  'POST /api/add/propose',
  'POST /api/add/confirm',
  'GET /gallery',
  'GET /console.js',
];
const ATTEMPTS = [
  ...ROUTES_OF_THE_CONSOLE,
  'GET /wall/gallery',
  'GET /wall/wall',
  'GET /wall/index.html',
  'GET /wall/api/gallery',
  'POST /wall/api/curl',
  'POST /wall/api/token',
  'POST /wall/api/fit?data=share.csv',
  'POST /wall/api/map?of=world',
  'POST /wall/api/add/propose',
  'POST /wall/api/add/confirm',
  'PUT /wall/api/map?of=world',
  'DELETE /wall',
  'HEAD /wall/api/dashboard',
  'GET /wall/api/ask',
  'GET /wall/../api/dashboard',
  'GET /wall/%2e%2e/api/gallery',
  'GET /wall/..%2f..%2fdashboard.yml',
  'GET /wall/data/share.csv',
  'GET /wall/constructor',
  'GET /walls',
];

test.each(ATTEMPTS)('%s reaches nothing of the console', async (attempt) => {
  const [method = '', path = ''] = attempt.split(' ');
  const { status, text } = await send(method, path);
  expect(status).toBe(404);
  expect(text).not.toMatch(PRIVATE);
  expect(await readdir(folder)).toEqual(['dashboard.yml', 'data']);
});

describe('the sender of a request to the wall', () => {
  test.each(['192.168.1.20:3000', '[fe80::1]:3000', 'localhost:3000', 'wall-pc:3000', 'wall-pc.local'])(
    'a page at %s is answered',
    (host) => {
      expect(checkWallSender({ host })).toBeUndefined();
      expect(checkWallSender({ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).toBeUndefined();
    },
  );

  test.each(['evil.example.com', 'evil.example.com:3000', '127.0.0.1.nip.io:3000', ''])(
    'the name %s, which another site may point at this machine, is refused',
    (host) => {
      expect(checkWallSender({ host })?.status).toBe(421);
    },
  );

  test.each([
    { origin: 'http://evil.example.com' },
    { origin: 'https://192.168.1.20:3000' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  ])('a page of another site is refused: %j', (headers) => {
    expect(checkWallSender({ host: '192.168.1.20:3000', ...headers })?.status).toBe(403);
  });

  test('a link on another site may open the wall', () => {
    const headers = { host: '192.168.1.20', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect(checkWallSender(headers)).toBeUndefined();
  });
});
