import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { waitForFrames } from '../../../infra/lab/screens/measure-walls.ts';
import { inPage, type Page } from '../../support/browser/browser-types.ts';
import { funnelWith, pieWith } from '../../support/browser/create-folder.ts';
import { tileOf, waitForAnswers, waitForStatus } from '../../support/browser/endpoints.ts';
import { browserFolder } from '../../support/browser/install-browser.ts';
import { keepScreenshot } from '../../support/browser/open-browser.ts';
import { serveFolder } from '../../support/browser/serve-folder.ts';

const SCRIPT = new URL('./contrast-in-page.js', import.meta.url);

const findInView = async (page: Page, steps: string): Promise<readonly string[]> => {
  const texts = await page.evaluate(inPage<object[]>(`${steps}.collect()`));
  await page.evaluate(inPage(`${steps}.hide(true)`));
  const png = await page.screenshot({});
  await page.evaluate(inPage(`${steps}.hide(false)`));
  const argumentsText = `${JSON.stringify(texts)}, '${png.toString('base64')}'`;
  return page.evaluate(inPage<Promise<readonly string[]>>(`${steps}.compare(${argumentsText})`));
};

/** Finds texts in view whose contrast is below that of WCAG 2 AA: 4.5, or 3 for large text. */
const findFaintTexts = async (page: Page): Promise<readonly string[]> => {
  const source = await readFile(SCRIPT, 'utf8');
  return findInView(page, source.slice(source.indexOf('({')).replace(/;\s*$/, ''));
};

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

const SERIOUS: ReadonlySet<string | null> = new Set(['serious', 'critical']);

/**
 * Finds serious and critical violations of the rules of axe-core. Removes the parts of charts first: a chart is one image
 * for assistive technology, and axe would walk through its parts even if they are excluded. Leaves out the contrast, which
 * `findFaintTexts` measures.
 */
const findBarriers = async (page: Page): Promise<readonly string[]> => {
  const axe = await readFile(join(browserFolder, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
  await page.evaluate(inPage(`(() => { ${axe} })()`));
  const { violations } = await page.evaluate(
    inPage<Promise<{ readonly violations: readonly Violation[] }>>(
      `(() => {
        for (const part of document.querySelectorAll('[role=img] > *')) part.remove();
        return axe.run(document, { resultTypes: ['violations'], preload: false, rules: { 'color-contrast': { enabled: false } } });
      })()`,
    ),
  );
  return violations
    .filter(({ impact }) => SERIOUS.has(impact))
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
};

const { faults, folder, open } = serveFolder(({ write }) => write('data/traffic.csv', pieWith('24x')));

const chooseFile = (page: Page, text: string): Promise<void> =>
  page.locator('input[type="file"]').setInputFiles({
    name: 'shares.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });

/** The views of the console. Each has a path, and an action that shows as much of the view as possible. */
const VIEWS: Readonly<Record<string, readonly [path: string, complete: (page: Page) => Promise<unknown>]>> = {
  'the dashboard with failed, empty and stale endpoints': [
    '',
    async (page) => {
      await waitForAnswers(page);
      await waitForStatus(page, 'traffic-share', 'failed');
      await folder().write('data/kept.csv', funnelWith('24x'));
      await waitForStatus(page, 'kept', 'stale');
    },
  ],
  'the components that fit a file': [
    '?filter=gauge',
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
  'the light wall': ['wall?theme=light', waitForAnswers],
  'the gallery': ['gallery', (page) => page.locator('[data-component="3D Pie Chart"] svg').waitFor()],
};

/** Waits until the page is drawn in a new size. The page measures its size in one frame, and draws in a later frame. */
const waitForResize = async (page: Page): Promise<void> => {
  await waitForFrames(page);
  await waitForFrames(page);
};

const HEIGHT = 1600;
const NARROW = 390;
const WIDE = 1280;

const showIn = async (page: Page, width: number, height: number): Promise<void> => {
  await page.setViewportSize({ width, height });
  await waitForResize(page);
};

/** Unless a dialog covers it. */
const showWhole = async (page: Page): Promise<void> => {
  await showIn(page, WIDE, HEIGHT);
  const height = await page.evaluate(
    inPage<number>(`document.querySelector('dialog[open]') ? innerHeight : document.documentElement.scrollHeight`),
  );
  await showIn(page, WIDE, height);
};

describe.each(Object.entries(VIEWS))('%s', (name, [path, complete]) => {
  test('a view of the console violates no accessibility rule, and has no faint text on a wide screen and at the top of a narrow one', async () => {
    const page = await open(path, {
      viewport: { width: NARROW, height: HEIGHT },
      reducedMotion: 'reduce',
    });
    await complete(page);
    for (const width of [NARROW, WIDE]) {
      if (width === WIDE) await showWhole(page);
      await keepScreenshot(page, `access-${name.split(' ').at(-1)}-${width}`);
      expect([width, await findFaintTexts(page)]).toEqual([width, []]);
    }
    expect(faults()).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
  });
});
