import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { projectRoot } from '../../infra/build/project-root.ts';
import { prepareDemo } from '../../infra/dashboards/demo/exports/refresh-demo.ts';
import type { Browser } from '../../infra/lab/browser/browser-types.ts';
import { countStatuses, waitForDrawn } from '../../infra/lab/browser/endpoints.ts';
import {
  keepScreenshot,
  openBrowser,
  openPage,
  screenshotOf,
  type WatchedPage,
} from '../../infra/lab/browser/open-browser.ts';
import { measurePage, SCREENS, type Screen, waitForPage } from '../../infra/lab/browser/screens/measure-walls.ts';
import { runStart, type StartProcess } from '../../infra/lab/start-process.ts';

const README_PICTURE = join(projectRoot, '.github/wall.png');

let start: StartProcess;
let browser: Browser;
let url: string;
let endpoints: number;
let opened: WatchedPage | undefined;

beforeAll(async () => {
  start = runStart(['--dashboard', await prepareDemo(), '--port', '0']);
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
  test('the console draws every endpoint, without an error, a violation of its content security policy or a request to another machine', async () => {
    const { page, faults } = await open();
    await waitForDrawn(page);
    expect(endpoints).toBeGreaterThan(80);
    expect(await countStatuses(page)).toEqual({ drawn: endpoints });
    expect(await page.locator('[data-endpoint] [data-picture]').count()).toBe(endpoints);
    await keepScreenshot(page, 'demo', true);
    expect(faults).toEqual([]);
  });

  test('the console shows every endpoint on one of the pages of the wall', async () => {
    const { page, faults } = await open('wall', { viewport: SCREENS[0] as Screen, reducedMotion: 'reduce' });
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
    expect(drawn).toBe(endpoints);
    expect(faults).toEqual([]);
  });
});
