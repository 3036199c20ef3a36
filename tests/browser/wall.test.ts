import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from '../../infra/lab/browser/browser-types.ts';
import { openBrowser } from '../../infra/lab/browser/open-browser.ts';
import { COUNTS, measureWall, SCREENS } from '../../infra/lab/browser/screens/measure-walls.ts';
import { type SampleServer, serveSamples } from '../../infra/lab/browser/screens/serve-samples.ts';

let server: SampleServer;
let browser: Browser;

beforeAll(async () => {
  server = await serveSamples();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const MAX_PAGES: Readonly<Record<number, number>> = { 1: 1, 4: 1, 9: 1, 25: 2, 60: 5, 102: 10 };
const MIN_TEXT_UNITS = 0.9;
const MIN_AREA = 0.85;

describe.each(SCREENS)('a wall on a screen of $width by $height pixels', (screen) => {
  test.each(COUNTS)('%d endpoints fill the screen: nothing scrolls, is cut, or covers a text', async (count) => {
    const names = count % 2 === 0 ? 'long' : 'chinese';
    const measured = await measureWall(browser, server, { count, names }, screen);
    expect(measured).toMatchObject({ scrolling: 0, cut: [], overlapping: [] });
    expect(measured.texts).toBeGreaterThan(count);
    expect(measured.area).toBeGreaterThanOrEqual(MIN_AREA);
    expect(measured.smallest).toBeGreaterThanOrEqual(MIN_TEXT_UNITS);
    expect(measured.pages).toBeLessThanOrEqual(MAX_PAGES[count] as number);
  });
});
