import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { inPage } from '../../../infra/lab/browser/browser-types.ts';
import { SECRET } from '../../../infra/lab/browser/create-folder.ts';
import { readClipboard, tileOf, waitForAnswers, waitForStatus } from '../../../infra/lab/browser/endpoints.ts';
import { keepScreenshot } from '../../../infra/lab/browser/open-browser.ts';
import type { ServedFolder } from '../../../infra/lab/browser/serve-folder.ts';

const run = promisify(execFile);

/** Tests what the tile of an endpoint shows. */
export const testTiles = ({ folder, share, faults }: ServedFolder): void => {
  describe('the tile of an endpoint', () => {
    test('a tile shows the component, status, time and cache status of its endpoint', async () => {
      const page = await share();
      const text = await tileOf(page, 'traffic-share').innerText();
      expect(text).toMatch(/3D Pie Chart/);
      expect(text).toMatch(/\b200\b/);
      expect(text).toMatch(/\d+ ms/);
      expect(text).toMatch(/fresh|revalidated/);
      expect(faults()).toEqual([]);
    });

    test('a tile says that it is empty if the file has only a header', async () => {
      const page = await share();
      await waitForStatus(page, 'nothing', 'empty');
      expect(await tileOf(page, 'nothing').innerText()).toMatch(/empty/i);
    });

    test('a tile shows the address of a frame as text, and loads nothing from it', async () => {
      const page = await share();
      const tile = tileOf(page, 'status-page');
      expect(await tile.locator('[data-picture]').innerText()).toContain('https://status.example.com/shop');
      expect(await tile.locator('iframe, img').count()).toBe(0);
      expect(faults()).toEqual([]);
    });

    test('the script of a scripted chart runs in a frame without an origin', async () => {
      const page = await share();
      const frame = tileOf(page, 'script').locator('[data-picture] iframe');
      expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
      expect(await frame.getAttribute('aria-label')).toContain('Shop');
      expect(faults()).toEqual([]);
    });

    test('a tile names the pages that may read its response if not all pages may', async () => {
      const page = await share();
      const definition = await readFile(join(folder().path, 'dashboard.yml'), 'utf8');
      await folder().write('dashboard.yml', `origins: [https://wall.example.com]\n${definition}`);
      const note = tileOf(page, 'traffic-share').locator('.note');
      await note.waitFor();
      expect(await note.innerText()).toBe('CORS: only pages of https://wall.example.com may read this response');
      await keepScreenshot(page, 'cors');
      await folder().write('dashboard.yml', definition);
      await note.waitFor({ state: 'detached' });
    });

    test('the details of an endpoint show the request, the headers and the time of each step', async () => {
      const page = await share();
      await tileOf(page, 'traffic-share').getByRole('button', { name: 'Details' }).click();
      const text = await page.getByRole('dialog').innerText();
      expect(text).toMatch(/POST http:\/\/127\.0\.0\.1:\d+\/pie\/traffic-share/);
      expect(text).toMatch(/server-timing/i);
      expect(text).toContain('"Search"');
      await page.getByRole('dialog').press('Escape');
      expect(await page.getByRole('dialog').count()).toBe(0);
    });
  });
};

/** Tests what the buttons of a tile copy. */
export const testCopyButtons = ({ share }: ServedFolder): void => {
  describe('a copy button of the console', () => {
    test('the Enter key on a copy button copies the URL, and the focused button is marked', async () => {
      const page = await share();
      const button = tileOf(page, 'traffic-share').getByRole('button', { name: 'Copy URL' });
      await button.focus();
      expect(await button.evaluate(inPage<string>('getComputedStyle(document.activeElement).outlineStyle'))).toBe(
        'solid',
      );
      await button.press('Enter');
      await page.locator('.notice:not([hidden])').waitFor();
      expect(await readClipboard(page)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pie\/traffic-share$/);
    });

    test('a copied curl command works, and contains a digest instead of the token', async () => {
      const page = await share();
      await tileOf(page, 'traffic-share').getByRole('button', { name: 'Copy curl' }).press('Enter');
      await page.locator('.notice:not([hidden])').waitFor();
      const command = await readClipboard(page);
      expect(command).toMatch(/"token":"[0-9a-f]{32}"/);
      expect(command).not.toContain(SECRET);
      const { stdout } = await run('sh', ['-c', command]);
      expect(JSON.parse(stdout)).toMatchObject({ code: 200, data: [{ name: 'Search', value: 38.5 }, {}, {}] });
    });

    test('the token never reaches the page of the console', async () => {
      const page = await share();
      await tileOf(page, 'traffic-share').getByRole('button', { name: 'Details' }).click();
      expect(await page.content()).not.toContain(SECRET);
      await page.getByRole('dialog').press('Escape');
    });
  });
};

/** Tests the page around the tiles. */
export const testPage = ({ open, openAnswered, faults }: ServedFolder): void => {
  describe('the page of the console', () => {
    test('the page of the console keeps the time window and the filter in its URL', async () => {
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

    test('the page of the console fits the screen of a telephone that is 390 pixels wide', async () => {
      const page = await openAnswered('', { viewport: { width: 390, height: 844 } });
      const width = await page.evaluate(inPage<number>('document.documentElement.scrollWidth'));
      expect(width).toBeLessThanOrEqual(390);
      await keepScreenshot(page, 'narrow', true);
    });

    test('the page of the console is in Chinese if the browser prefers Chinese', async () => {
      const page = await openAnswered('', { locale: 'zh-CN' });
      expect(await tileOf(page, 'traffic-share').getByRole('button', { name: '复制 URL' }).count()).toBe(1);
      expect(await page.evaluate(inPage('document.documentElement.lang'))).toBe('zh-CN');
      await keepScreenshot(page, 'chinese');
    });

    test('the page of the console shows all endpoints on one wall', async () => {
      const page = await openAnswered('wall');
      await waitForStatus(page, 'traffic-share', 'drawn');
      expect(await page.locator('div.wall').getAttribute('data-pages')).toBe('1');
      expect(await page.locator('article svg[aria-label^="Traffic share"]').count()).toBe(1);
      await keepScreenshot(page, 'wall');
      expect(faults()).toEqual([]);
    });

    test('the gallery of the console shows every component', async () => {
      const page = await open('gallery');
      await page.locator('[data-component="3D Pie Chart"] svg').waitFor();
      expect(await page.locator('[data-component]').count()).toBeGreaterThan(70);
      expect(await page.locator('[data-endpoint]').count()).toBe(0);
      await page.getByRole('link', { name: 'Dashboard' }).waitFor();
      expect(await page.getByRole('button', { name: 'Refresh now' }).count()).toBe(0);
      await keepScreenshot(page, 'gallery', true);
      expect(faults()).toEqual([]);
    });
  });
};
