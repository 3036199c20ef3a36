import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { runStart, type StartProcess } from '../e2e/start-process.ts';
import { type Browser, type ContextOptions, inPage, type Page } from './browser-types.ts';
import {
  createFolder,
  paymentsWith,
  pieWith,
  SECRET,
  type TestFolder,
  totalsWith,
  visitsWith,
} from './create-folder.ts';
import { readClipboard, tileOf, waitForAnswers, waitForStatus } from './endpoints.ts';
import { keepScreenshot, openBrowser, openPage, type WatchedPage } from './open-browser.ts';

jest.setTimeout(300_000);

/** Time limit for marking a broken cell. */
const MARKED_WITHIN_MS = 2_000;
/** Factor for time limits, larger in CI. */
const PATIENCE = process.env.CI === undefined ? 2 : 5;

const run = promisify(execFile);

let folder: TestFolder;
let start: StartProcess;
let browser: Browser;
let url: string;
let opened: WatchedPage | undefined;

beforeAll(async () => {
  folder = await createFolder();
  start = runStart(['--dashboard', folder.path, '--port', '0']);
  browser = await openBrowser();
  [, url = ''] = await start.printed(/^Console {2}(\S+)$/m);
  await start.printed(/^curl /m);
});
afterAll(async () => {
  await browser?.close();
  await start?.stop();
  await folder.remove();
});
afterEach(() => opened?.close());

const open = async (path = '', options: ContextOptions = {}): Promise<Page> => {
  opened = await openPage(browser, url + path, options);
  return opened.page;
};

const openAnswered = async (path = '', options: ContextOptions = {}): Promise<Page> => {
  const page = await open(path, options);
  await waitForAnswers(page);
  return page;
};

describe('an endpoint on the page', () => {
  test('shows its component, status, time and cache status', async () => {
    const page = await openAnswered();
    const text = await tileOf(page, 'traffic-share').innerText();
    expect(text).toMatch(/3D Pie Chart/);
    expect(text).toMatch(/\b200\b/);
    expect(text).toMatch(/\d+ ms/);
    expect(text).toMatch(/fresh|revalidated/);
    expect(opened?.faults).toEqual([]);
  });

  test('says that it is empty if its file has only a header', async () => {
    const page = await openAnswered();
    await waitForStatus(page, 'nothing', 'empty');
    expect(await tileOf(page, 'nothing').innerText()).toMatch(/empty/i);
  });

  test('shows the address of a frame as text and loads nothing', async () => {
    const page = await openAnswered();
    const tile = tileOf(page, 'status-page');
    expect(await tile.locator('[data-picture]').innerText()).toContain('https://status.example.com/shop');
    expect(await tile.locator('iframe, img').count()).toBe(0);
    expect(opened?.faults).toEqual([]);
  });

  test('runs the script of a scripted chart in a frame without an origin', async () => {
    const page = await openAnswered();
    const frame = tileOf(page, 'script').locator('[data-picture] iframe');
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
    expect(await frame.getAttribute('aria-label')).toContain('Shop');
    expect(opened?.faults).toEqual([]);
  });

  test('shows which pages may read its response if not all may', async () => {
    const page = await openAnswered();
    const definition = await readFile(join(folder.path, 'dashboard.yml'), 'utf8');
    await folder.write('dashboard.yml', `origins: [https://wall.example.com]\n${definition}`);
    const note = tileOf(page, 'traffic-share').locator('.note');
    await note.waitFor();
    expect(await note.innerText()).toBe('CORS: only pages of https://wall.example.com');
    await keepScreenshot(page, 'cors');
    await folder.write('dashboard.yml', definition);
    await note.waitFor({ state: 'detached' });
  });

  test('shows the request, the headers and the time of each step in its details', async () => {
    const page = await openAnswered();
    await tileOf(page, 'traffic-share').getByRole('button', { name: 'Details' }).click();
    const text = await page.getByRole('dialog').innerText();
    expect(text).toMatch(/POST http:\/\/127\.0\.0\.1:\d+\/pie\/traffic-share/);
    expect(text).toMatch(/server-timing/i);
    expect(text).toContain('"Search"');
    await page.getByRole('dialog').press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

interface Break {
  readonly slug: string;
  readonly file: string;
  readonly broken: string | Buffer;
  readonly mended: string | Buffer;
  readonly cell: string;
  readonly line: number;
}

const breaks: Readonly<Record<string, Break>> = {
  'of one table': {
    slug: 'traffic-share',
    file: 'data/traffic.csv',
    broken: pieWith('24x'),
    mended: pieWith('24.2'),
    cell: '24x',
    line: 3,
  },
  'in GB18030': {
    slug: 'payments',
    file: 'data/payments.csv',
    broken: paymentsWith(Buffer.from('d2bbb0d9', 'hex')),
    mended: paymentsWith(Buffer.from('80')),
    cell: '一百',
    line: 3,
  },
  'of one of several tables': {
    slug: 'flow',
    file: 'data/visits.csv',
    broken: visitsWith('twenty'),
    mended: visitsWith('20'),
    cell: 'twenty',
    line: 2,
  },
  'of a JSON document': {
    slug: 'totals',
    file: 'data/totals.json',
    broken: totalsWith('"24x"'),
    mended: totalsWith('24.2'),
    cell: '24x',
    line: 4,
  },
  'whose quote is never closed': {
    slug: 'traffic-share',
    file: 'data/traffic.csv',
    broken: pieWith('"24.2'),
    mended: pieWith('24.2'),
    cell: '"24.2,,',
    line: 3,
  },
  'that breaks a rule of the body': {
    slug: 'gauge',
    file: 'data/gauge.csv',
    broken: 'percent\n140\n',
    mended: 'percent\n62\n',
    cell: '140',
    line: 2,
  },
};

describe('a file that is broken while the page is open', () => {
  test.each(Object.entries(breaks))('shows the faulty cell %s marked, until it is mended', async (_, one) => {
    const page = await openAnswered();
    const tile = tileOf(page, one.slug);
    await folder.write(one.file, one.broken);
    await tile
      .locator('mark')
      .first()
      .waitFor({ timeout: MARKED_WITHIN_MS * PATIENCE });
    expect(await tile.getAttribute('data-status')).toBe('failed');
    expect(await tile.locator('mark').allInnerTexts()).toEqual([one.cell]);
    expect(await tile.innerText()).toContain(`line ${one.line}`);
    await keepScreenshot(page, `broken-${one.slug}`);
    await folder.write(one.file, one.mended);
    await waitForStatus(page, one.slug, 'drawn', MARKED_WITHIN_MS * PATIENCE);
    expect(await tile.locator('mark').count()).toBe(0);
    expect(opened?.faults).toEqual([]);
  });

  test('shows the faulty cell without scrolling on a narrow screen', async () => {
    const page = await openAnswered('', { viewport: { width: 390, height: 844 } });
    const tile = tileOf(page, 'traffic-share');
    await folder.write(
      'data/traffic.csv',
      `name,value,score,pv\n${'A long name of a source '.repeat(3)},1,92.1,many\n`,
    );
    await waitForStatus(page, 'traffic-share', 'failed', MARKED_WITHIN_MS * PATIENCE);
    const [mark, box] = [await tile.locator('mark').boundingBox(), await tile.boundingBox()];
    expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0));
    await keepScreenshot(page, 'narrow-mark');
    await folder.write('data/traffic.csv', pieWith('24.2'));
    await waitForStatus(page, 'traffic-share', 'drawn', MARKED_WITHIN_MS * PATIENCE);
  });

  test('marks the line of the first row that is too many', async () => {
    const page = await openAnswered();
    const tile = tileOf(page, 'gauge');
    await folder.write('data/gauge.csv', 'percent\n62\n63\n');
    await waitForStatus(page, 'gauge', 'failed', MARKED_WITHIN_MS * PATIENCE);
    expect(await tile.locator('mark').allInnerTexts()).toEqual(['3']);
    expect(await tile.innerText()).toContain('line 3');
    await keepScreenshot(page, 'too-many-rows');
    await folder.write('data/gauge.csv', 'percent\n62\n');
    await waitForStatus(page, 'gauge', 'drawn', MARKED_WITHIN_MS * PATIENCE);
  });

  test('marks a stale response, with its age, the reason and the faulty cell', async () => {
    const page = await openAnswered();
    const tile = tileOf(page, 'kept');
    await folder.write('data/kept.csv', pieWith('24x'));
    await waitForStatus(page, 'kept', 'stale', MARKED_WITHIN_MS * PATIENCE);
    expect(await tile.innerText()).toMatch(/stale: \d+ s old/);
    expect(await tile.innerText()).toMatch(/TABLE_CELL/);
    expect(await tile.locator('mark').allInnerTexts()).toEqual(['24x']);
    expect(await tile.locator('[data-picture]').count()).toBe(1);
    await keepScreenshot(page, 'stale');
    await folder.write('data/kept.csv', pieWith('24.2'));
    await waitForStatus(page, 'kept', 'drawn', MARKED_WITHIN_MS * PATIENCE);
  });
});

describe('a copy button of the console', () => {
  test('copies the URL with the Enter key, and shows the focus', async () => {
    const page = await openAnswered();
    const button = tileOf(page, 'traffic-share').getByRole('button', { name: 'Copy URL' });
    await button.focus();
    expect(await button.evaluate(inPage<string>('getComputedStyle(document.activeElement).outlineStyle'))).toBe(
      'solid',
    );
    await button.press('Enter');
    await page.locator('.notice:not([hidden])').waitFor();
    expect(await readClipboard(page)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pie\/traffic-share$/);
  });

  test('copies a curl command that works and holds a digest, never the token', async () => {
    const page = await openAnswered();
    await tileOf(page, 'traffic-share').getByRole('button', { name: 'Copy curl' }).press('Enter');
    await page.locator('.notice:not([hidden])').waitFor();
    const command = await readClipboard(page);
    expect(command).toMatch(/"token":"[0-9a-f]{32}"/);
    expect(command).not.toContain(SECRET);
    const { stdout } = await run('sh', ['-c', command]);
    expect(JSON.parse(stdout)).toMatchObject({ code: 200, data: [{ name: 'Search', value: 38.5 }, {}, {}] });
  });

  test('never lets the token reach the page', async () => {
    const page = await openAnswered();
    await tileOf(page, 'traffic-share').getByRole('button', { name: 'Details' }).click();
    expect(await page.content()).not.toContain(SECRET);
  });
});

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

describe('a CSV file that is tried', () => {
  test('a CSV file that is tried is drawn by the components that it fits, each with its lines of dashboard.yml', async () => {
    const page = await openAnswered();
    await page.locator('input[type="file"]').setInputFiles(csv('shares.csv', pieWith('24.2')));
    const fit = page.locator('[data-fit="3D Pie Chart"]');
    await fit.waitFor();
    expect(await fit.locator('[data-picture] svg').count()).toBeGreaterThan(0);
    expect(await fit.innerText()).toContain('component: 3D Pie Chart');
    expect(await fit.innerText()).toContain('csv: shares.csv');
    expect(await page.locator('[data-fit="World Map"]').count()).toBe(0);
    await keepScreenshot(page, 'fit', true);
    expect(opened?.faults).toEqual([]);
  });

  test('shows the line and cell to change for components that it nearly fits, in place of earlier results', async () => {
    const page = await openAnswered();
    const input = page.locator('input[type="file"]');
    await input.setInputFiles(csv('shares.csv', pieWith('24.2')));
    await page.locator('[data-fit="3D Pie Chart"]').waitFor();
    await input.setInputFiles(csv('shares.csv', pieWith('24x')));
    const miss = page.locator('[data-fit-miss="3D Pie Chart"]');
    await miss.waitFor();
    expect(await miss.innerText()).toContain('line 3');
    expect(await miss.locator('mark').allInnerTexts()).toEqual(['24x']);
    expect(await page.locator('[data-fit="3D Pie Chart"]').count()).toBe(0);
  });

  test('may be dropped anywhere on the page', async () => {
    const page = await openAnswered();
    await page.evaluate(
      inPage(`(() => {
        const files = new DataTransfer();
        files.items.add(new File([${JSON.stringify(pieWith('1'))}], 'dropped.csv', { type: 'text/csv' }));
        for (const type of ['dragenter', 'dragover', 'drop'])
          document.querySelector('footer').dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }));
      })()`),
    );
    await page.locator('[data-fit="3D Pie Chart"]').waitFor();
  });

  test('becomes an endpoint after its change of dashboard.yml was shown and confirmed', async () => {
    const page = await openAnswered();
    await page.locator('input[type="file"]').setInputFiles(csv('new shares.csv', pieWith('50')));
    const fit = page.locator('[data-fit="3D Pie Chart"]');
    await fit.getByRole('button', { name: 'Add to dashboard.yml' }).click();
    await fit.locator('.diff').waitFor();
    expect(await fit.locator('.diff').innerText()).toMatch(/^\+ {2}new-shares: /m);
    expect(await readFile(join(folder.path, 'dashboard.yml'), 'utf8')).not.toContain('new-shares');
    await keepScreenshot(page, 'add');
    await fit.getByRole('button', { name: 'Add now' }).click();
    await waitForStatus(page, 'new-shares', 'drawn');
    const text = await readFile(join(folder.path, 'dashboard.yml'), 'utf8');
    expect(text).toContain('\n# a comment that stays\n');
    expect(await readFile(join(folder.path, 'data/new shares.csv'), 'utf8')).toBe(pieWith('50'));
  });
});

describe('the page of the console', () => {
  test('keeps the time window and the filter in its URL', async () => {
    const page = await openAnswered();
    await page.locator('select').first().waitFor();
    await page.getByRole('searchbox').fill('gauge');
    await page.getByRole('combobox', { name: 'Time window' }).selectOption('1440');
    expect(new URL(page.url()).search).toBe('?window=1440&filter=gauge');
    await page.reload();
    await waitForAnswers(page);
    expect(await page.locator('[data-endpoint]').count()).toBe(1);
    expect(
      await page.getByRole('combobox', { name: 'Time window' }).evaluate(inPage('document.activeElement.tagName')),
    ).toBe('BODY');
  });

  test('fits a telephone of 390 pixels', async () => {
    const page = await openAnswered('', { viewport: { width: 390, height: 844 } });
    const width = await page.evaluate(inPage<number>('document.documentElement.scrollWidth'));
    expect(width).toBeLessThanOrEqual(390);
    await keepScreenshot(page, 'narrow', true);
  });

  test('speaks Chinese if the browser asks for it', async () => {
    const page = await openAnswered('', { locale: 'zh-CN' });
    expect(await tileOf(page, 'traffic-share').getByRole('button', { name: '复制 URL' }).count()).toBe(1);
    expect(await page.evaluate(inPage('document.documentElement.lang'))).toBe('zh');
    await keepScreenshot(page, 'chinese');
  });

  test('shows all endpoints as a wall', async () => {
    const page = await openAnswered('wall');
    await waitForStatus(page, 'traffic-share', 'drawn');
    expect(await page.locator('button').count()).toBe(0);
    await keepScreenshot(page, 'wall');
    expect(opened?.faults).toEqual([]);
  });

  test('shows every component in its gallery', async () => {
    const page = await open('gallery');
    await page.locator('[data-component="3D Pie Chart"] svg').waitFor();
    expect(await page.locator('[data-component]').count()).toBeGreaterThan(70);
    expect(await page.locator('[data-endpoint]').count()).toBe(0);
    await page.getByRole('link', { name: 'Dashboard' }).waitFor();
    expect(await page.getByRole('button', { name: 'Ask again' }).count()).toBe(0);
    await keepScreenshot(page, 'gallery', true);
    expect(opened?.faults).toEqual([]);
  });
});
