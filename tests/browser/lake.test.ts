import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { prepareLake } from '../../infra/dashboards/lake/generate/refresh-lake.ts';
import type { Browser } from '../../infra/lab/browser/browser-types.ts';
import { countStatuses, waitForAnswers } from '../../infra/lab/browser/endpoints.ts';
import { keepScreenshot, openBrowser, openPage, type WatchedPage } from '../../infra/lab/browser/open-browser.ts';
import { runStart, type StartProcess } from '../../infra/lab/start-process.ts';

let start: StartProcess;
let browser: Browser;
let url: string;
let opened: WatchedPage | undefined;

beforeAll(async () => {
  start = runStart(['--dashboard', await prepareLake(), '--port', '0']);
  browser = await openBrowser();
  [, url = ''] = await start.printed(/^Console {2}(\S+)$/m);
  await start.printed(/^curl /m);
});
afterAll(async () => {
  await browser?.close();
  await start?.stop();
});
afterEach(() => opened?.close());

test('the console draws all ten endpoints of the dashboard over a data lake', async () => {
  opened = await openPage(browser, url);
  const { page, faults } = opened;
  await waitForAnswers(page);
  expect(await countStatuses(page)).toEqual({ drawn: 10 });
  await keepScreenshot(page, 'lake', true);
  expect(faults).toEqual([]);
  expect(start.output()).toContain('Athena is emulated by DuckDB');
});
