import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clientPresets, PLATFORM } from '../../infra/dashboard/clients/read-client.ts';
import { type Browser, inPage, type Page } from '../support/browser/browser-types.ts';
import { openBrowser, openPage } from '../support/browser/open-browser.ts';
import { writeFolder } from '../support/folders/write-folder.ts';
import { runCommand } from '../support/run-command.ts';
import { runStart, type StartProcess } from '../support/start-process.ts';

const NAMES = [...clientPresets().keys()].filter((name) => name !== PLATFORM);
const KEY = 'a-key-that-no-page-needs';

const servePage = async (): Promise<{ server: Server; origin: string }> => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>front end</title><link rel="icon" href="data:,">');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const dashboardOf = (origin: string): string =>
  [
    'dashboard: ops-room',
    'throttle: { rate: 10000, burst: 5000 }',
    `origins: ['${origin}']`,
    'endpoints:',
    ...NAMES.map(
      (name) => `  ${name}: { component: Rows, options: { form: dataset }, csv: sales.csv, client: ${name} }`,
    ),
    '  platform: { component: 3D Pie Chart, csv: share.csv }',
    '  keyed: { component: Rows, csv: sales.csv, client: goview, apiKey: ssm:/wall/key }',
    '',
  ].join('\n');

let folder: string;
let start: StartProcess;
let browser: Browser;
let base: string;
const servers: Server[] = [];
const pages: Page[] = [];

beforeAll(async () => {
  const [own, foreign] = [await servePage(), await servePage()];
  servers.push(own.server, foreign.server);
  folder = await writeFolder({
    'dashboard.yml': dashboardOf(own.origin),
    '.secrets.yml': `/wall/key: '${KEY}'\n`,
    'data/sales.csv': 'region,amount\nEast,1419\nSouth,987.5\n',
    'data/share.csv': 'name,value,score,pv\nSearch,38.5,,\n',
  });
  start = runStart(['--dashboard', folder, '--port', '0']);
  browser = await openBrowser();
  [, base = ''] = await start.printed(/^curl .*'(http:\/\/127\.0\.0\.1:\d+)\//m);
  for (const { origin } of [own, foreign]) {
    pages.push((await openPage(browser, origin)).page);
  }
});
afterAll(async () => {
  await browser?.close();
  await start?.stop();
  for (const server of servers) server.close();
});

const SOURCE = [
  { region: 'East', amount: 1419 },
  { region: 'South', amount: 987.5 },
];
const DATASET = { dimensions: ['region', 'amount'], source: SOURCE };

/** Sends a request from a page, and returns what its script can read: the status and the body, or the error. */
const ask = (path: string, init = '{}', page = pages[0]): Promise<unknown> =>
  (page as Page).evaluate(
    inPage<Promise<unknown>>(
      `fetch('${base}${path}', ${init}).then(async (response) => [response.status, await response.json()], (error) => error.name)`,
    ),
  );

describe('GoView in a browser, with the header of its login', () => {
  test.each([
    ['a GET', `{ headers: { 'content-type': 'application/json', token: 'login' } }`],
    [
      'a POST of JSON',
      `{ method: 'POST', headers: { 'content-type': 'application/json', token: 'login' }, body: '{}' }`,
    ],
    [
      'a POST of a form',
      `{ method: 'POST', headers: { token: 'login' }, body: (() => { const form = new FormData(); form.append('page', '1'); return form; })() }`,
    ],
  ])('a page of GoView can read the response to %s', async (_, init) => {
    expect(await ask('/rows/goview', init)).toEqual([200, { code: 200, msg: 'success', data: DATASET }]);
  });

  test('a page of GoView can read an error', async () => {
    expect(await ask('/rows/goview?timePeriod=long')).toEqual([
      400,
      expect.objectContaining({ error: 'REQUEST_INVALID' }),
    ]);
  });

  test('a page of GoView can send the API key', async () => {
    expect(await ask('/rows/keyed')).toEqual([401, expect.objectContaining({ error: 'KEY_MISSING' })]);
    expect(await ask('/rows/keyed', `{ headers: { 'x-api-key': '${KEY}', token: 'login' } }`)).toEqual([
      200,
      { code: 200, msg: 'success', data: SOURCE },
    ]);
  });

  test('a page of another origin can read nothing', async () => {
    expect(await ask('/rows/goview', '{}', pages[1])).toBe('TypeError');
    expect(await ask('/rows/goview', `{ headers: { token: 'login' } }`, pages[1])).toBe('TypeError');
  });

  test('a header that no front end names is refused', async () => {
    expect(await ask('/rows/goview', `{ headers: { 'x-other': 'login' } }`)).toBe('TypeError');
  });
});

describe('amis in a browser, with credentials', () => {
  test('a page of amis can read a response, and an error that is sent with status 200', async () => {
    const init = `{ credentials: 'include', headers: { accept: 'application/json, text/plain, */*' } }`;
    expect(await ask('/rows/amis?page=1&perPage=10', init)).toEqual([
      200,
      { status: 0, msg: 'success', data: DATASET },
    ]);
    expect(await ask('/rows/amis?timePeriod=long', init)).toEqual([200, expect.objectContaining({ status: 400 })]);
  });
});

describe('wallfeed verify', () => {
  /** Starts the environments for simultaneous requests. On a busy machine, a start takes longer than `verify` waits. */
  beforeAll(() => Promise.all([1, 2, 3, 4].map(() => ask('/rows/goview'))));

  const verify = (...args: readonly string[]) =>
    runCommand('verify', ['--base', base, '--format', 'json', ...args], { from: folder });

  test('verify passes a dashboard with endpoints for all front ends, and prints no key', async () => {
    const { code, out, error } = await verify();
    const { endpoints } = JSON.parse(out) as { endpoints: { endpoint: string; problems: unknown[] }[] };
    expect(endpoints.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect([code, endpoints.length]).toEqual([0, NAMES.length + 2]);
    expect(out + error + start.output()).not.toContain(KEY);
  });

  test.each(NAMES)(
    'verify --client %s passes the endpoint of that front end, and says which client an endpoint of the platform lacks',
    async (name) => {
      const { endpoints } = JSON.parse((await verify('--client', name)).out) as {
        endpoints: { endpoint: string; problems: { message: string }[] }[];
      };
      expect(endpoints.find(({ endpoint }) => endpoint === name)?.problems).toEqual([]);
      const platform = endpoints.find(({ endpoint }) => endpoint === PLATFORM);
      expect(platform?.problems.map(({ message }) => message).join()).toContain(`write \`client: ${name}\``);
    },
  );
});
