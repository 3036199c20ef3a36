import { describe, expect, test } from '@jest/globals';
import type { Page } from '../browser-types.ts';
import { pieWith } from '../create-folder.ts';
import { tileOf, waitForAnswers, waitForStatus } from '../endpoints.ts';
import { keepScreenshot } from '../open-browser.ts';
import { serveFolder } from '../serve-folder.ts';
import { findBarriers } from './find-barriers.ts';
import { findFaintTexts } from './find-faint-texts.ts';

const { folder, open } = serveFolder(({ write }) => write('data/traffic.csv', pieWith('24x')));

const chooseFile = (page: Page, text: string): Promise<void> =>
  page.locator('input[type="file"]').setInputFiles({
    name: 'shares.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });

/** The views of the console: the path of each, and the action that shows as much of it as possible. */
const VIEWS: Readonly<Record<string, readonly [path: string, complete: (page: Page) => Promise<unknown>]>> = {
  'the dashboard with failed, empty and stale endpoints': [
    '',
    async (page) => {
      await waitForAnswers(page);
      await waitForStatus(page, 'traffic-share', 'failed');
      await folder().write('data/kept.csv', pieWith('24x'));
      await waitForStatus(page, 'kept', 'stale');
    },
  ],
  'the components that fit a file': [
    '',
    async (page) => {
      await waitForAnswers(page);
      await chooseFile(page, pieWith('24.2').replaceAll('Search', '广东'));
      const fit = page.locator('[data-fit="3D Pie Chart"]');
      await fit.getByRole('button', { name: 'Add to dashboard.yml' }).click();
      await fit.locator('.diff').waitFor();
    },
  ],
  'the components that a file nearly fits': [
    '?filter=gauge',
    async (page) => {
      await waitForAnswers(page);
      await chooseFile(page, pieWith('24x'));
      await page.locator('[data-fit-miss]').first().waitFor();
    },
  ],
  'the details of an endpoint': [
    '?filter=payments',
    async (page) => {
      await waitForAnswers(page);
      await tileOf(page, 'payments').getByRole('button', { name: 'Details' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  'the wall': ['wall', waitForAnswers],
  'the gallery': ['gallery', (page) => page.locator('[data-component="3D Pie Chart"] svg').waitFor()],
};

const HEIGHT = 1600;
const WIDTHS = [390, 1280];

describe.each(Object.entries(VIEWS))('%s', (name, [path, complete]) => {
  test.each(WIDTHS)(
    'a view of the console has no faint text and violates no accessibility rule at a width of %d pixels',
    async (width) => {
      const page = await open(path, { viewport: { width, height: HEIGHT }, reducedMotion: 'reduce' });
      await complete(page);
      await keepScreenshot(page, `access-${name.split(' ').at(-1)}-${width}`);
      expect(await findFaintTexts(page)).toEqual([]);
      expect(await findBarriers(page)).toEqual([]);
    },
  );
});
