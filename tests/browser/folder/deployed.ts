import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from '../../infra/lab/browser/browser-types.ts';
import { createFolder, SECRET, type TestFolder } from '../../infra/lab/browser/create-folder.ts';
import {
  countStatuses,
  readClipboard,
  tileOf,
  waitForAnswers,
  waitForStatus,
} from '../../infra/lab/browser/endpoints.ts';
import { keepScreenshot, openBrowser, openPage, type WatchedPage } from '../../infra/lab/browser/open-browser.ts';
import { runServer, runStart, type StartProcess } from '../../infra/lab/start-process.ts';

let folder: TestFolder;
/** A local stack in place of a deployed one. */
let stack: StartProcess;
let consoleProcess: StartProcess;
let browser: Browser;
let opened: WatchedPage;

beforeAll(async () => {
  folder = await createFolder();
  stack = runStart(['--dashboard', folder.path, '--port', '0']);
  browser = await openBrowser();
  const [, base = ''] = await stack.printed(/^curl .*'(http:\/\/127\.0\.0\.1:\d+)\//m);
  consoleProcess = runServer('console', ['--base', base, '--dashboard', folder.path]);
  const [, url = ''] = await consoleProcess.printed(/^Console {2}(\S+)$/m);
  opened = await openPage(browser, url);
});
afterAll(async () => {
  await opened?.close();
  await browser?.close();
  await consoleProcess?.stop();
  await stack?.stop();
  await folder.remove();
});

test('the console of a deployed dashboard asks for the token, and draws every endpoint with it', async () => {
  const { page, faults } = opened;
  await waitForAnswers(page);
  expect(await tileOf(page, 'traffic-share').innerText()).toContain('TOKEN_MISSING');
  await page.locator('input[type="password"]').fill(SECRET);
  await page.getByRole('button', { name: 'Use token' }).click();
  await waitForStatus(page, 'traffic-share', 'drawn');
  await page.locator('[data-status="failed"]').first().waitFor({ state: 'detached' });
  expect(await countStatuses(page)).toEqual({ drawn: 8, empty: 1 });
  await keepScreenshot(page, 'deployed');
  expect(faults).toEqual([]);
});

test('a token that the user typed into the console appears in no page, URL or copied command, and a reload does not ask for the token again', async () => {
  const { page } = opened;
  await tileOf(page, 'traffic-share').getByRole('button', { name: 'Copy curl' }).click();
  await page.locator('.notice:text("Copied")').waitFor();
  expect(await readClipboard(page)).toMatch(/"token":"[0-9a-f]{32}"/);
  expect((await readClipboard(page)) + (await page.content()) + page.url()).not.toContain(SECRET);
  await page.reload();
  await waitForStatus(page, 'traffic-share', 'drawn');
  expect(await page.locator('input[type="password"]').count()).toBe(0);
});

test('the console of a deployed dashboard offers the lines of a new endpoint to copy, and does not add them to dashboard.yml', async () => {
  const { page } = opened;
  await page.locator('input[type="file"]').setInputFiles({
    name: 'shares.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,value,score,pv\nA,1,,\n'),
  });
  const fit = page.locator('[data-fit="3D Pie Chart"]');
  await fit.waitFor();
  expect(await fit.getByRole('button', { name: 'Copy YAML' }).count()).toBe(1);
  expect(await fit.getByRole('button', { name: 'Add to dashboard.yml' }).count()).toBe(0);
});
