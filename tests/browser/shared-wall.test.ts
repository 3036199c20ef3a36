import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, inPage, type Page } from '../support/browser/browser-types.ts';
import { keepScreenshot, openBrowser, openPage, type WatchedPage } from '../support/browser/open-browser.ts';
import { runStart, type StartProcess } from '../support/start-process.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const DASHBOARD = `dashboard: tests
timezone: Asia/Shanghai
token: ssm:/tests/token
wall: { title: Orders }
endpoints:
  share: { component: 3D Pie Chart, title: Share, csv: share.csv }
  sales: { component: Bar Chart, title: Sales, csv: sales.csv }
`;
const shareOf = (name: string): string => `name,value,score,pv\n${name},1,,\n`;

/** Requests for what the console has, at its own paths and below the path of the wall. */
const ATTEMPTS = [
  ['GET', '/api/dashboard'],
  ['GET', '/api/gallery'],
  ['GET', '/api/map?of=world'],
  ['GET', '/api/events'],
  ['POST', '/api/ask'],
  ['POST', '/api/curl'],
  ['POST', '/api/token'],
  ['POST', '/api/fit?data=share.csv'],
  ['POST', '/api/map?of=world'],
  ['POST', '/api/add/propose'],
  ['POST', '/api/add/confirm'],
  ['GET', '/gallery'],
  ['GET', '/console.js'],
  ['GET', '/frame.html'],
  ['GET', '/dashboard.yml'],
].flatMap(([method = '', path = '']) => [
  [method, path],
  [
    ['/api/ask', '/api/dashboard', '/api/events', '/console.js', '/frame.html'].includes(path) ? 'PUT' : 'POST',
    `/wall${path}`,
  ],
]);

let folder: string;
let start: StartProcess;
let browser: Browser;
/** The port of the endpoints, and of the console. */
let port: string;
let consolePort: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-shared-'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'dashboard.yml'), DASHBOARD);
  await writeFile(join(folder, '.secrets.yml'), '/tests/token: abc\n', { mode: 0o600 });
  await writeFile(join(folder, 'data', 'share.csv'), shareOf('East'));
  await writeFile(join(folder, 'data', 'sales.csv'), 'name1,name2,value\nMon,Orders,3\nTue,Orders,5\n');
  // 19 October begins in Shanghai, and it is still the 18th in UTC.
  const year = new Date(Date.now() - 2 * DAY_MS).getUTCFullYear();
  const time = new Date(Date.UTC(year - 1, 9, 18, 17));
  await utimes(join(folder, 'data', 'sales.csv'), time, time);
  start = runStart(['--dashboard', folder, '--port', '0', '--host', '0.0.0.0', '--wall', '--quiet']);
  [, consolePort = ''] = await start.printed(/^Console {2}http:\/\/127\.0\.0\.1:(\d+)\/$/m);
  [, port = ''] = await start.printed(/^curl .*'http:\/\/[^']+:(\d+)\//m);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await start?.stop();
  await rm(folder, { recursive: true });
});

let opened: WatchedPage | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const open = async (locale = 'en-US'): Promise<Page> => {
  opened = await openPage(browser, `http://127.0.0.2:${port}/wall`, { locale });
  for (const slug of ['share', 'sales'])
    await opened.page.locator(`[data-endpoint="${slug}"][data-status="drawn"]`).waitFor();
  return opened.page;
};

const waitForLabel = (page: Page, text: string): Promise<void> =>
  page.locator(`.panel svg[aria-label*="${text}"]`).first().waitFor();

describe('a wall on another address of this machine', () => {
  test('the wall shows every endpoint with its token, loads from below /wall alone, and names the day of old data', async () => {
    const page = await open();
    const yearBefore = new Date(Date.now() - 2 * DAY_MS).getUTCFullYear() - 1;
    await waitForLabel(page, `Sales, data of 19 Oct ${yearBefore}`);
    expect(await page.locator('.panel svg[aria-label*="Share, data"]').count()).toBe(0);
    const loaded = await page.evaluate(
      inPage<readonly string[]>('performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)'),
    );
    expect(loaded.filter((path) => !path.startsWith('/wall/'))).toEqual([]);
    expect(opened?.faults).toEqual([]);
    await keepScreenshot(page, 'shared-wall');
  });

  test('the wall in Chinese names the day of old data in Chinese', async () => {
    await waitForLabel(await open('zh-CN'), '年10月19日的数据');
  });

  test('the wall shows a changed file without being asked', async () => {
    const page = await open();
    await writeFile(join(folder, 'data', 'share.csv'), shareOf('South'));
    await page.locator('.panel').getByRole('img', { name: /Share/ }).waitFor();
    await page.waitForFunction(inPage('document.body.textContent.includes("South")'));
  });

  test('a wall without a network for an hour keeps its figures with their age, and goes on by itself', async () => {
    const page = await open();
    await page.clock.install();
    await page.context().setOffline(true);
    await writeFile(join(folder, 'data', 'share.csv'), shareOf('West'));
    await page.clock.fastForward(HOUR_MS);
    await page.locator('.wall-lost').waitFor();
    expect(await page.locator('.wall-lost').innerText()).toBe(
      'No connection. These are the last figures. The wall goes on by itself.',
    );
    await page.waitForFunction(inPage('/updated (1 h|6\\d min) ago/.test(document.body.textContent)'));
    expect(await page.evaluate(inPage('document.body.textContent.includes("South")'))).toBe(true);
    await page.context().setOffline(false);
    await page.clock.fastForward(HOUR_MS / 60);
    await page.waitForFunction(inPage('document.body.textContent.includes("West")'));
    await page.locator('.wall-lost').waitFor({ state: 'detached' });
  });

  test('a page there reaches nothing of the console below its own address', async () => {
    const page = await open();
    const statuses = await page.evaluate(
      inPage<Promise<readonly number[]>>(
        `Promise.all(${JSON.stringify(ATTEMPTS)}.map(async ([method, path]) => (await fetch(path, { method })).status))`,
      ),
    );
    expect(statuses).toEqual(ATTEMPTS.map(() => 404));
  });

  test('the console itself does not open there', async () => {
    await expect(openPage(browser, `http://127.0.0.2:${consolePort}/`)).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
  });
});
