import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from '../support/browser/browser-types.ts';
import { keepScreenshot, openBrowser, openPage, type WatchedPage } from '../support/browser/open-browser.ts';
import { runStart, type StartProcess } from '../support/start-process.ts';

const DASHBOARD = `dashboard: tests
timezone: Asia/Shanghai
datasets:
  orders: { csv: orders.csv, expect: { rows: { atLeast: 5 } } }
endpoints:
  revenue: { component: Numeric Metric, dataset: orders, columns: { value: { sum: amount }, unit: { constant: EUR } } }
`;

let folder: string;
let start: StartProcess;
let browser: Browser;
/** The port of the endpoints, and of the console. */
let port: string;
let consolePort: string;
let opened: WatchedPage | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-promises-'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'dashboard.yml'), DASHBOARD);
  await writeFile(join(folder, 'data', 'orders.csv'), 'amount\n5\n7\n');
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
afterEach(async () => {
  expect(opened?.faults).toEqual([]);
  await opened?.close();
  opened = undefined;
});

test.each([
  ['en-US', 'orders.rows: 2 rows; promised at least 5; since when is not known'],
  ['zh-CN', 'orders.rows：只有 2 行；约定至少 5 行；何时开始不得而知'],
])(
  'the console and a wall for others say in %s which promise is broken, what was found, and since when',
  async (locale, text) => {
    opened = await openPage(browser, `http://127.0.0.1:${consolePort}/`, { locale });
    await opened.page.locator(`.tile .stale-banner:has-text("${text}")`).waitFor();
    await keepScreenshot(opened.page, `promise-console-${locale}`);
    expect(opened.faults).toEqual([]);
    await opened.close();
    opened = await openPage(browser, `http://127.0.0.2:${port}/wall`, { locale });
    await opened.page.locator(`svg text:has-text("${text}")`).first().waitFor();
    await keepScreenshot(opened.page, `promise-wall-${locale}`);
  },
);
