import { readFile } from 'node:fs/promises';
import { inPage, type Page } from '../../../tests/support/browser/browser-types.ts';
import { waitUntil } from '../../../tests/support/browser/endpoints.ts';
import type { SampleServer, SampleWall } from './serve-samples.ts';

export interface Screen {
  readonly width: number;
  readonly height: number;
}

export const SCREENS: readonly Screen[] = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 2560, height: 720 },
  { width: 1080, height: 1920 },
];

export const COUNTS: readonly number[] = [1, 4, 9, 25, 60, 102];

/**
 * Measurements of a page, or of all pages of a wall. Sizes of texts are in hundredths of the square root of the screen's
 * area.
 */
export interface Measured {
  /** The largest distance in pixels by which something scrolls. */
  readonly scrolling: number;
  readonly cut: readonly string[];
  /** The pairs of texts that overlap. */
  readonly overlapping: readonly string[];
  /** The numbers that are broken into two lines. */
  readonly broken: readonly string[];
  readonly smallest: number;
  readonly figures: readonly number[];
  /** The figures that are too small for the number of tiles, although each fills less than half of its place. */
  readonly tooSmall: readonly string[];
  readonly texts: number;
  /** The part of the screen that the tiles cover. */
  readonly area: number;
  readonly pages: number;
}

const MEASURE = await readFile(new URL('./measure-in-page.js', import.meta.url), 'utf8');

/** True once a page of the wall is shown, with all of its responses and the map of the world. */
const isDrawn = (page: number): string =>
  `document.querySelector('div.wall')?.dataset.page === '${page}'
    && document.querySelectorAll('article').length > 0
    && !document.querySelector('[data-status="pending"]')
    && performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('/world.json') && responseEnd > 0)`;

const FRAMES = inPage<Promise<void>>(
  'document.fonts.ready.then(() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 50)))',
);

/** Waits until the fonts are loaded and two more frames are drawn. */
export const waitForFrames = (page: Page): Promise<void> => page.evaluate(FRAMES);

/** Waits until a page of the wall is drawn. */
export const waitForPage = async (page: Page, number: number): Promise<void> => {
  await waitUntil(page, isDrawn(number));
  await waitForFrames(page);
};

export const measurePage = (page: Page): Promise<Measured> => page.evaluate(inPage<Measured>(MEASURE));

const join = (pages: readonly Measured[]): Measured => ({
  scrolling: Math.max(...pages.map(({ scrolling }) => scrolling)),
  cut: pages.flatMap(({ cut }) => cut),
  overlapping: pages.flatMap(({ overlapping }) => overlapping),
  broken: pages.flatMap(({ broken }) => broken),
  smallest: Math.min(...pages.map(({ smallest }) => smallest)),
  figures: pages.flatMap(({ figures }) => figures),
  tooSmall: pages.flatMap(({ tooSmall }) => tooSmall),
  texts: pages.reduce((sum, { texts }) => sum + texts, 0),
  area: Math.min(...pages.map(({ area }) => area)),
  pages: pages.length,
});

/** A page in which walls of samples are shown, one after another. */
interface ScreenPage {
  readonly page: Page;
  readonly server: SampleServer;
}

/** Shows a wall of samples on a screen and measures all of its pages. */
export const measureWall = async (
  { page, server }: ScreenPage,
  wall: SampleWall,
  screen: Screen,
): Promise<Measured> => {
  server.show(wall);
  await page.setViewportSize(screen);
  await page.goto(`${server.url}wall`);
  await waitForPage(page, 1);
  const measured = [await measurePage(page)];
  while (measured.length < (measured[0]?.pages ?? 1)) {
    await page.locator('body').press('ArrowRight');
    await waitForPage(page, measured.length + 1);
    measured.push(await measurePage(page));
  }
  return join(measured);
};
