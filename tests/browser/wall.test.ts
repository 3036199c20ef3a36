import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Held, measureMemory } from '../../infra/lab/screens/measure-memory.ts';
import {
  type Measured,
  measurePage,
  measureWall,
  SCREENS,
  type Screen,
  waitForPage,
} from '../../infra/lab/screens/measure-walls.ts';
import { type SampleServer, type SampleWall, serveSamples } from '../../infra/lab/screens/serve-samples.ts';
import { type Browser, inPage, type Page } from '../support/browser/browser-types.ts';
import { keepScreenshot, openBrowser, openPage, type WatchedPage } from '../support/browser/open-browser.ts';

let server: SampleServer;
let browser: Browser;
/** The page that draws all measured walls, so that the browser compiles its script only once. */
let measuring: WatchedPage;

beforeAll(async () => {
  server = await serveSamples();
  browser = await openBrowser();
  measuring = await openPage(browser, `${server.url}wall`, { reducedMotion: 'reduce' });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

let opened: WatchedPage | undefined;

afterEach(async () => {
  expect([...measuring.faults, ...(opened?.faults ?? [])]).toEqual([]);
  await opened?.close();
  opened = undefined;
});

const open = async (wall: SampleWall, query = '', number = 1, locale = 'en-US'): Promise<Page> => {
  server.show(wall);
  opened = await openPage(browser, `${server.url}wall${query}`, {
    viewport: SCREENS[0] as Screen,
    reducedMotion: 'reduce',
    locale,
  });
  await waitForPage(opened.page, number);
  return opened.page;
};

const measure = (wall: SampleWall, screen: Screen): Promise<Measured> =>
  measureWall({ page: measuring.page, server }, wall, screen);

const MAX_PAGES: Readonly<Record<number, number>> = { 1: 1, 4: 1, 9: 1, 25: 2, 60: 5, 102: 10 };
const MIN_TEXT_UNITS = 0.9;
const MIN_AREA = 0.85;
/** Minimum size of the largest figure on a wall of four tiles, in units of the wall. */
const MAIN_FIGURE_AMONG_4 = 6;

const ZEROS = { scrolling: 0, cut: [], overlapping: [], broken: [], tooSmall: [] };

/**
 * The walls to draw on each screen, by the width of the screen. Each number of endpoints is drawn, most of them on two
 * screens and with both kinds of names. Another test draws the demo on a screen of 1920 pixels. `bench:screens` draws all
 * walls on all screens.
 */
const WALLS: Readonly<Record<number, readonly SampleWall[]>> = {
  1920: [
    { count: 1, names: 'long' },
    { count: 9, names: 'long' },
    { count: 25, names: 'chinese' },
  ],
  3840: [{ count: 9, names: 'chinese' }],
  2560: [
    { count: 4, names: 'chinese' },
    { count: 60, names: 'long' },
  ],
  1080: [
    { count: 1, names: 'chinese' },
    { count: 4, names: 'long' },
    { count: 25, names: 'long' },
    { count: 102, names: 'chinese' },
  ],
};

/** Walls of metrics, on screens of each shape. */
const METRICS = [
  { count: 4, width: 1920, height: 1080 },
  { count: 9, width: 1920, height: 1080 },
  { count: 4, width: 2560, height: 720 },
  { count: 9, width: 1080, height: 1920 },
];

describe.each(SCREENS)('a wall on a screen of $width by $height pixels', (screen) => {
  test.each(WALLS[screen.width] as readonly SampleWall[])(
    '$count endpoints with $names names fill the screen: nothing scrolls or is cut, covered, broken or too small',
    async ({ count, names }) => {
      const measured = await measure({ count, names }, screen);
      expect(measured).toMatchObject(ZEROS);
      expect(measured.texts).toBeGreaterThan(count);
      expect(measured.area).toBeGreaterThanOrEqual(MIN_AREA);
      expect(measured.smallest).toBeGreaterThanOrEqual(MIN_TEXT_UNITS);
      expect(measured.pages).toBeLessThanOrEqual(MAX_PAGES[count] as number);
      if (count === 4) expect(Math.max(...measured.figures)).toBeGreaterThanOrEqual(MAIN_FIGURE_AMONG_4);
    },
  );
});

test.each(METRICS)(
  '$count metrics on a wall of $width by $height pixels have figures that are large enough',
  async ({ count, ...screen }) => {
    const measured = await measure({ count, names: 'long', family: 'metric' }, screen);
    expect(measured).toMatchObject(ZEROS);
    expect(measured.figures.length).toBeGreaterThan(count);
  },
);

test('the URL and the keys choose the page and the theme of a wall', async () => {
  const page = await open({ count: 25, names: 'long' }, '?page=2&theme=light', 2);
  const wall = page.locator('div.wall');
  expect(await wall.getAttribute('data-pages')).toBe('2');
  expect(await wall.getAttribute('data-theme')).toBe('light');
  expect(await measurePage(page)).toMatchObject(ZEROS);
  await keepScreenshot(page, 'wall-light');
  await page.locator('body').press('t');
  await page.locator('div.wall[data-theme="dark"]').waitFor();
  await page.locator('body').press('Home');
  await waitForPage(page, 1);
  await page.locator('body').press('ArrowLeft');
  await waitForPage(page, 2);
  expect(page.url()).toContain('page=2');
  expect(await page.evaluate(inPage('getComputedStyle(document.querySelector(".wall-page")).animationName'))).toBe(
    'none',
  );
});

/** The time of the first turn of a wall that says nothing of it. */
const DEFAULT_TURN_MS = 20_000;

test('the first page of a wall is shown as long as every other page', async () => {
  const page = await open({ count: 25, names: 'long', turnMs: 5000 });
  await waitForPage(page, 2);
  expect(await page.evaluate(inPage<number>('performance.now()'))).toBeLessThan(DEFAULT_TURN_MS);
});

test('a bar with buttons appears with Tab, and pauses the wall', async () => {
  const page = await open({ count: 4, names: 'chinese' });
  expect(await page.locator('.wall-bar[data-shown]').count()).toBe(0);
  await page.locator('body').press('Tab');
  await page.locator('.wall-bar[data-shown]').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
});

const textsOf = (page: Page): Promise<string> =>
  page.evaluate(
    inPage<string>(`[...document.querySelectorAll('div.wall text')].map((one) => one.textContent).join(' ')`),
  );

test('a wall names failed and stale endpoints in its head, and says on each tile what is wrong and where', async () => {
  const page = await open({ count: 9, names: 'long', hasTroubles: true });
  const texts = await textsOf(page);
  expect(texts).toMatch(/1 failed: orders-and-inventory-of-all-regional-distribution-centres-1/);
  expect(texts).toMatch(/1 stale: orders-and-inventory-of-all-regional-distribution-centres-2/);
  expect(texts).toContain("'24x' is not a number");
  expect(texts).toContain('data/orders.csv, line 3, column 2');
  expect(texts).toContain('stale: 3 min old');
  expect(await measurePage(page)).toMatchObject(ZEROS);
  await keepScreenshot(page, 'wall-troubles');
});

test('a Chinese wall names a stale endpoint in its head, and says on its tile how old the data is', async () => {
  const page = await open({ count: 9, names: 'chinese', hasTroubles: true }, '', 1, 'zh-CN');
  const texts = (await textsOf(page)).replaceAll(/\s/g, '');
  expect(texts).toContain('1个过期：订单与库存-2');
  expect(texts).toContain('过期数据：3分钟前');
  await keepScreenshot(page, 'chinese-wall-stale');
});

const PNG_WIDTH_AT = 16;

test('a wall is saved as a PNG file of twice the size of the screen', async () => {
  const page = await open({ count: 9, names: 'chinese' });
  await page.locator('body').press('Tab');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save picture' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Operations of all regions-1.png');
  const png = await readFile(await file.path());
  expect([png.readUInt32BE(PNG_WIDTH_AT), png.readUInt32BE(PNG_WIDTH_AT + 4)]).toEqual([3840, 2160]);
  expect(png.length).toBeGreaterThan(100_000);
});

test('a wall is printed as one sheet of A4 for each page, and one more for the rest of its lists', async () => {
  const page = await open({ count: 25, names: 'chinese' });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const text = pdf.toString('latin1');
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(3);
  expect(text).toMatch(/\/MediaBox \[0 0 84[12]\S* 59[456]\S*\]/);
});

/** Maximum number of nodes and listeners after the refreshes, relative to their number before. */
const MAX_GROWTH = 1.1;

test('60 more refreshes leave a wall with as many nodes and listeners as before', async () => {
  const [before, after] = (await measureMemory(browser, server, [5, 65])) as [Held, Held];
  expect(before.nodes).toBeGreaterThan(100);
  expect(after.nodes).toBeLessThanOrEqual(before.nodes * MAX_GROWTH);
  expect(after.listeners).toBeLessThanOrEqual(before.listeners * MAX_GROWTH);
});
