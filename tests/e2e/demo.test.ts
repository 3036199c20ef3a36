import { copyFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { loadCatalogue } from '../../infra/build/catalogue/load-catalogue.ts';
import { prepareDemo } from '../../infra/dashboards/demo/exports/refresh-demo.ts';
import {
  measurePage,
  SCREENS,
  type Screen,
  waitForFrames,
  waitForPage,
} from '../../infra/lab/screens/measure-walls.ts';
import { projectRoot } from '../../infra/program/project-root.ts';
import { type Browser, inPage } from '../support/browser/browser-types.ts';
import { countStatuses, waitForDrawn } from '../support/browser/endpoints.ts';
import {
  keepScreenshot,
  openBrowser,
  openPage,
  screenshotOf,
  type WatchedPage,
} from '../support/browser/open-browser.ts';
import { askJson, parameters } from '../support/requests/ask-json.ts';
import { statusesOf } from '../support/requests/odd-requests.ts';
import { groupIsGone, runStart, STACKS, type StartProcess, stagedBy } from '../support/start-process.ts';

type Endpoint = Readonly<Record<string, unknown>> & { readonly component: string; readonly path?: string };

const SECRET = 'wallfeed-demo';
const CURL = /^curl .*'(http[^']+)'.* -d '([^']+)'$/m;
const LABELS = join(projectRoot, 'tests/support/browser/labels-in-page.js');
const README_PICTURE = join(projectRoot, '.github/wall.png');
const KINDS = ['csv', 'json', 'sql'];
const catalogue = await loadCatalogue();
const families = [...new Set(catalogue.map(({ family }) => family))];

const file = await readFile(join(await prepareDemo(), 'dashboard.yml'), 'utf8');
const endpoints = Object.entries((parse(file) as { endpoints: Record<string, Endpoint> }).endpoints);

const familyOf = ({ component }: Endpoint): string | undefined =>
  catalogue.find(({ shape }) => shape.components.includes(component))?.family;

/** Returns the kinds of the endpoint itself, or of its tables. */
const kindsOf = (endpoint: Endpoint): readonly string[] => {
  const tables = Object.values(endpoint).filter((value) => typeof value === 'object' && value !== null);
  const keys = [endpoint, ...tables].flatMap((value) => Object.keys(value as object));
  return KINDS.filter((kind) => keys.includes(kind));
};

const addresses = endpoints.map(([slug, endpoint]) => endpoint.path ?? `/${familyOf(endpoint)}/${slug}`);

describe('the demo’s dashboard.yml', () => {
  test('the comment in the demo’s .secrets.yml explains the purpose of the secrets', async () => {
    expect(await readFile(join(await prepareDemo(), '.secrets.yml'), 'utf8')).toContain(
      'the secret protects only the demo',
    );
  });

  test('the demo feeds every component', () => {
    const fed = new Set(endpoints.map(([, { component }]) => component));
    const components = catalogue.flatMap(({ shape }) => shape.components);
    const missing = components.filter((component) => !fed.has(component));
    expect(missing.map((component) => `add an endpoint of ${component} to the demo’s dashboard.yml`)).toEqual([]);
    expect([...fed].filter((component) => !components.includes(component))).toEqual([]);
  });

  test.each(families)('the demo feeds the family %s from CSV, SQL and JSON', (family) => {
    const ofFamily = endpoints.filter(([, endpoint]) => familyOf(endpoint) === family);
    const kinds = new Set(ofFamily.flatMap(([, endpoint]) => kindsOf(endpoint)));
    const missing = KINDS.filter((kind) => !kinds.has(kind));
    expect(missing.map((kind) => `add an endpoint from ${kind} to the demo’s dashboard.yml`)).toEqual([]);
  });

  test('the demo feeds some components both from CSV and from SQL', () => {
    const mixed = endpoints.filter(([, endpoint]) => kindsOf(endpoint).length > 1);
    expect(mixed.length).toBeGreaterThan(3);
  });

  test('the demo’s dashboard.yml lists the endpoints of a family together', () => {
    const inOrder = endpoints.map(([, endpoint]) => familyOf(endpoint));
    const turns = inOrder.filter((family, index) => family !== inOrder[index - 1]);
    expect(turns).toEqual([...new Set(turns)]);
  });
});

describe('the demo’s stack', () => {
  let start: StartProcess;
  let url: string;
  beforeAll(async () => {
    start = runStart(['--port', '0']);
    const [, address = ''] = await start.printed(CURL);
    url = new URL(address).origin;
  });
  afterAll(() => start.stop());

  test('npm start lists each endpoint of the demo with its component and URL, and reports no error in dashboard.yml', () => {
    const listed = start.output().matchAll(/^(\S.*?) {2,}(http\S+) {2,}\S/gm);
    const expected = endpoints.map(([, { component }], index) => [component, `${url}${addresses[index]}`]);
    expect(Array.from(listed, ([, ...cells]) => cells)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(80);
    expect(start.output()).not.toMatch(/dashboard\.yml:\d/);
  });

  test('npm start prints one curl command, for a 3D pie chart and with a valid digest', async () => {
    const [, address = '', body = ''] = CURL.exec(start.output()) ?? [];
    expect(start.output().match(/^curl/gm)).toHaveLength(1);
    const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { data } = (await answer.json()) as { data: unknown[] };
    expect(data[0]).toEqual({ name: 'Search', value: 38.5 });
  });

  test.each(['1', '30', '1440'])(
    'every endpoint of the demo responds for a time period of %s minutes',
    async (timePeriod) => {
      const answers: [string, number, string | null][] = [];
      for (const address of addresses) {
        const answer = await askJson(url + address, SECRET, timePeriod);
        await answer.json();
        answers.push([address, answer.status, answer.headers.get('content-type')]);
      }
      expect(answers).toEqual(addresses.map((address) => [address, 200, expect.stringContaining('application/json')]));
    },
  );

  test('the demo responds to scripted charts and frames at the platform’s own paths', async () => {
    const platforms = addresses.flatMap((address) => {
      if (address.startsWith('/script/')) return [`${address}/Echarts`];
      return address.startsWith('/frame/') ? [`${address}/`] : [];
    });
    const answers = await Promise.all(platforms.map((address) => askJson(url + address, SECRET)));
    expect(platforms).toHaveLength(5);
    expect(answers.map(({ status }) => status)).toEqual(platforms.map(() => 200));
  });

  test('an endpoint with SQL responds with the values that its query counts', async () => {
    const body = await (await askJson(`${url}/bar/orders-by-region`, SECRET)).json();
    expect(body).toMatchObject({
      series: ['East', 'South', 'North', 'West'].map(() => ({ value: expect.any(Number) })),
    });
    for (const { value } of (body as { series: { value: number }[] }).series) expect(value).toBeGreaterThan(0);
  });

  const encodings: Record<string, (address: string, sent: Record<string, string>) => Promise<Response>> = {
    urlencoded: (address, sent) => fetch(address, { method: 'POST', body: new URLSearchParams(sent) }),
    multipart: (address, sent) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(sent)) form.append(name, value);
      return fetch(address, { method: 'POST', body: form });
    },
    query: (address, sent) => fetch(`${address}?${new URLSearchParams(sent)}`, { method: 'POST' }),
    'numbers in JSON': (address, { currentTime, token }) => {
      const body = `{"currentTime":${currentTime},"timePeriod":30,"token":"${token}"}`;
      return fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    },
    'a header for the digest': (address, { token = '', ...rest }) =>
      fetch(address, { method: 'POST', headers: { 'x-token': token }, body: new URLSearchParams(rest) }),
  };
  test.each(Object.keys(encodings))('npm start serves requests with parameters as %s', async (name) => {
    const answer = await encodings[name]?.(`${url}/pie/traffic-share`, parameters(SECRET));
    expect(answer?.status).toBe(200);
  });

  test('npm start serves an error body with CORS headers for a wrong digest', async () => {
    const answer = await fetch(`${url}/pie/traffic-share`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://wall.example.com' },
      body: JSON.stringify(parameters('wrong')),
    });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({ error: 'TOKEN_MISMATCH' });
  });

  test('an unknown endpoint is reported by the function, and an unknown route by the gateway', async () => {
    expect(await (await askJson(`${url}/pie/nothing`)).json()).toMatchObject({ error: 'ENDPOINT_UNKNOWN' });
    expect(await (await fetch(`${url}/pie/traffic-share`)).json()).toEqual({ message: 'Not Found' });
  });

  test('npm start and its console survive requests that they cannot read, and print no stack trace', async () => {
    const [, page = ''] = /^Console +(\S+)$/m.exec(start.output()) ?? [];
    const since = start.output().length;
    expect(await statusesOf(url)).toMatchObject({ 'an empty host': 400, 'the method CONNECT': 400 });
    expect(await statusesOf(page)).toMatchObject({ 'an empty host': 400, 'the method CONNECT': 400 });
    expect((await askJson(`${url}/pie/nothing`)).status).toBe(404);
    expect((await fetch(page)).status).toBe(200);
    expect(start.output().slice(since)).not.toMatch(/^ +at |Error/m);
  });

  describe('the console of the demo', () => {
    let browser: Browser;
    let opened: WatchedPage | undefined;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterEach(() => opened?.close());
    afterAll(() => browser?.close());

    /** Opens a view that asks each endpoint only once, because no test looks at the next responses. */
    const open = async (view: string, options = {}): Promise<WatchedPage> => {
      const [, page = ''] = /^Console +(\S+)$/m.exec(start.output()) ?? [];
      opened = await openPage(browser, `${page}${view}?poll=off`, options);
      return opened;
    };

    test('the console draws every endpoint, without an error, a violation of its content security policy or a request to another machine', async () => {
      const { page, faults } = await open('');
      await waitForDrawn(page);
      expect(await countStatuses(page)).toEqual({ drawn: endpoints.length });
      expect(await page.locator('[data-endpoint] [data-picture]').count()).toBe(endpoints.length);
      await keepScreenshot(page, 'demo', true);
      expect(faults).toEqual([]);
    });

    test.each([
      [1366, 768],
      [1920, 1080],
      [3840, 2160],
    ])('no label of a picture lies over its neighbour’s body on a screen of %i by %i pixels', async (width, height) => {
      const labels = inPage<readonly string[]>(await readFile(LABELS, 'utf8'));
      const { page } = await open('', { viewport: { width, height }, reducedMotion: 'reduce' });
      await waitForDrawn(page);
      await waitForFrames(page);
      expect(await page.evaluate(labels)).toEqual([]);
      await opened?.close();
      const wall = await open('wall', { viewport: { width, height }, reducedMotion: 'reduce' });
      await wall.page.locator('body').press(' ');
      await waitForPage(wall.page, 1);
      const pages = Number(await wall.page.locator('div.wall').getAttribute('data-pages'));
      for (let number = 1; number <= pages; number += 1) {
        await waitForPage(wall.page, number);
        expect([number, await wall.page.evaluate(labels)]).toEqual([number, []]);
        await wall.page.locator('body').press('ArrowRight');
      }
    });

    test('the console shows every endpoint on one of the pages of the wall', async () => {
      const { page, faults } = await open('wall', { viewport: SCREENS[0] as Screen, reducedMotion: 'reduce' });
      // Pauses the wall, which would show its next page by itself.
      await page.locator('body').press(' ');
      await waitForPage(page, 1);
      const pages = Number(await page.locator('div.wall').getAttribute('data-pages'));
      let drawn = 0;
      for (let number = 1; number <= pages; number += 1) {
        await waitForPage(page, number);
        drawn += (await countStatuses(page)).drawn ?? 0;
        expect(await measurePage(page)).toMatchObject({ scrolling: 0, cut: [], overlapping: [] });
        if (number === 1) await keepScreenshot(page, 'demo-wall');
        await page.locator('body').press('ArrowRight');
      }
      if (process.env.UPDATE_PICTURES !== undefined) await copyFile(screenshotOf('demo-wall'), README_PICTURE);
      expect(drawn).toBe(endpoints.length);
      expect(faults).toEqual([]);
    });
  });

  test('npm start that is killed by SIGKILL leaves no process', async () => {
    expect((await askJson(`${url}/pie/traffic-share`, SECRET)).status).toBe(200);
    start.child.kill('SIGKILL');
    await groupIsGone(start.child);
    for (const name of await stagedBy(start)) await rm(join(STACKS, name), { recursive: true });
  });
});
