import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { projectRoot } from '../../infra/build/project-root.ts';
import { runStart, type StartProcess } from '../e2e/start-process.ts';
import type { Browser } from './browser-types.ts';
import { countStatuses, waitForAnswers } from './endpoints.ts';
import { keepScreenshot, openBrowser, openPage, type WatchedPage } from './open-browser.ts';

jest.setTimeout(300_000);

const DEMO = join(projectRoot, 'infra/dashboards/demo');

let start: StartProcess;
let browser: Browser;
let url: string;
let endpoints: number;
let opened: WatchedPage | undefined;

beforeAll(async () => {
  start = runStart(['--dashboard', DEMO, '--port', '0']);
  browser = await openBrowser();
  [, url = ''] = await start.printed(/^Console {2}(\S+)$/m);
  await start.printed(/^curl /m);
  endpoints = start.output().match(/^\S.* http:\/\/127\.0\.0\.1:\d+\/\S* +\S/gm)?.length ?? 0;
});
afterAll(async () => {
  await browser?.close();
  await start?.stop();
});
afterEach(() => opened?.close());

const open = async (path = '', options = {}) => {
  opened = await openPage(browser, url + path, options);
  return opened;
};

describe('the console of the demo', () => {
  test('draws every endpoint, without an error, a violation or a request to another machine', async () => {
    const { page, faults } = await open();
    await waitForAnswers(page);
    expect(endpoints).toBeGreaterThan(80);
    expect(await countStatuses(page)).toEqual({ drawn: endpoints });
    expect(await page.locator('[data-endpoint] [data-picture]').count()).toBe(endpoints);
    await keepScreenshot(page, 'demo', true);
    expect(faults).toEqual([]);
  });
});
