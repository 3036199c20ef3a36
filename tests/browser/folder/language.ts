import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { inPage, type Page } from '../../../infra/lab/browser/browser-types.ts';
import { pieWith } from '../../../infra/lab/browser/create-folder.ts';
import { tileOf, waitForStatus } from '../../../infra/lab/browser/endpoints.ts';
import { keepScreenshot } from '../../../infra/lab/browser/open-browser.ts';
import { serveSamples } from '../../../infra/lab/browser/screens/serve-samples.ts';
import { MARKED_WITHIN_MS, type ServedFolder } from '../../../infra/lab/browser/serve-folder.ts';

/** Names of products, formats and units, and paths, which have no Chinese words. */
const NAMES =
  /\b(?:Wallfeed|ECharts|CSV|GeoJSON|TopoJSON|JSON|YAML|URL|curl|mapshaper|ms|KB)\b|\bdashboard\.yml\b|\.secrets\.yml\b|\bdata\/|\bmaps\/china\.json\b|properties\.name/g;

/** Reads a list of texts in the page. Texts that are marked as English, or as no language, are left out. */
const read = (page: Page, texts: string): Promise<readonly string[]> =>
  page.evaluate(
    inPage<readonly string[]>(`(() => {
      const skipped = 'code, pre, kbd, script, style, noscript, [lang=en], [translate=no], svg';
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement.closest(skipped)) texts.push(node.data);
      const labels = (selector) =>
        Array.from(document.querySelectorAll(selector), (one) => one.getAttribute('placeholder') ?? one.getAttribute('aria-label'));
      return ${texts};
    })()`),
  );

const withLatin = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.trim()).filter((text) => /[A-Za-z]{2,}/.test(text.replaceAll(NAMES, '')));

/** Returns the visible texts and labels of a page with Latin words, besides names, data and code. */
const latinTexts = async (page: Page): Promise<readonly string[]> =>
  withLatin(
    await read(
      page,
      "[document.title, ...texts, ...labels('[placeholder], button[aria-label], [role=group][aria-label].counts, [role=toolbar]')]",
    ),
  );

/** Returns all texts of drawings, without blanks: a text may be drawn in several lines. */
const drawnTexts = async (page: Page): Promise<string> => {
  const texts = await read(page, "Array.from(document.querySelectorAll('svg text'), (one) => one.textContent)");
  return texts.join(' ').replaceAll(/\s/g, '');
};

/** Returns the texts of the drawings with a Latin word that is not in the dashboard folder. */
const latinInDrawings = async (page: Page, folder: string): Promise<readonly string[]> => {
  const drawn = await read(
    page,
    "[...Array.from(document.querySelectorAll('svg text, svg title'), (one) => one.textContent), ...labels('.panel > svg')]",
  );
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const contents = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const known = [...paths, ...contents].join(' ').toLowerCase();
  const isKnown = (word: string): boolean => known.includes(word.toLowerCase());
  return withLatin(drawn).filter((text) => !(text.replaceAll(NAMES, '').match(/[A-Za-z]{2,}/g) ?? []).every(isKnown));
};

const languageIn = (page: Page): Promise<string> => page.evaluate(inPage('document.documentElement.lang'));

const CHINESE = { locale: 'zh-CN' };

/** Tests that a page is in the language that the user prefers. */
export const testLanguage = ({ folder, open, openAnswered, share, faults }: ServedFolder): void => {
  describe('the language of the console', () => {
    test('the switch changes the language of all pages, and the browser remembers it', async () => {
      const page = await openAnswered();
      expect(await languageIn(page)).toBe('en');
      await page.getByRole('button', { name: '中文' }).click();
      await page.getByRole('button', { name: 'English' }).waitFor();
      expect(await languageIn(page)).toBe('zh-CN');
      expect(await page.evaluate(inPage('document.title'))).toBe('Wallfeed 控制台');
      await page.goto(new URL('/gallery', page.url()).href);
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByRole('button', { name: '中文' }).waitFor();
      expect(await languageIn(page)).toBe('en');
      expect(faults()).toEqual([]);
    });

    test('a Chinese page names the components in Chinese, and filters by these names', async () => {
      const page = await share(CHINESE);
      const tile = tileOf(page, 'traffic-share');
      expect(await tile.locator('h2').innerText()).toBe('3D饼图 3D Pie Chart');
      await page.getByRole('searchbox').fill('饼图');
      expect(await tile.count()).toBe(1);
      expect(await tileOf(page, 'gauge').count()).toBe(0);
      await page.getByRole('searchbox').fill('');
    });

    test('the console is headed by the title of the wall, and a tile by its own title, which the filter finds', async () => {
      const page = await share(CHINESE);
      expect(await page.locator('h1').innerText()).toBe('运营中心');
      const tile = tileOf(page, 'gauge');
      expect(await tile.locator('h2').innerText()).toBe('完成率');
      expect(await tile.locator('.slug').innerText()).toMatch(/gauge\s*仪表盘 Dashboard Gauge\s*csv gauge.csv/);
      await page.getByRole('searchbox').fill('完成');
      expect([await tile.count(), await tileOf(page, 'flow').count()]).toEqual([1, 0]);
      await page.getByRole('searchbox').fill('');
    });

    test('a Chinese page has no Latin word besides names, data, units and code', async () => {
      const page = await share(CHINESE);
      expect([...(await latinTexts(page)), ...(await latinInDrawings(page, folder().path))]).toEqual([]);
      await tileOf(page, 'traffic-share').getByRole('button', { name: '详情' }).click();
      expect(await latinTexts(page)).toEqual([]);
      await page.getByRole('dialog').press('Escape');
      const gallery = await open('gallery', CHINESE);
      await gallery.locator('[data-component="3D Pie Chart"] svg').waitFor();
      expect(await latinTexts(gallery)).toEqual([]);
    });

    test('a Chinese wall has no Latin word besides names and data: neither its head, its bar, nor a failed tile', async () => {
      const page = await openAnswered('wall', CHINESE);
      await folder().write('data/traffic.csv', pieWith('约3万'));
      await waitForStatus(page, 'traffic-share', 'failed', MARKED_WITHIN_MS);
      await page.locator('body').press('Tab');
      await page.getByRole('button', { name: '保存图片' }).waitFor();
      const drawn = await drawnTexts(page);
      for (const said of [
        '1个失败：traffic-share',
        '前更新',
        '“约3万”不是数字',
        'data/traffic.csv，第3行，第2列',
        '无数据：',
      ])
        expect(drawn).toContain(said);
      expect([...(await latinTexts(page)), ...(await latinInDrawings(page, folder().path))]).toEqual([]);
      await keepScreenshot(page, 'chinese-wall');
      await folder().write('data/traffic.csv', pieWith('24.2'));
      expect(faults()).toEqual([]);
    });

    test('a Chinese wall names a stale endpoint in its head, and says on its tile how old the data is', async () => {
      const server = await serveSamples();
      server.show({ count: 9, names: 'chinese', hasTroubles: true });
      try {
        const page = await open(`${server.url}wall`, CHINESE);
        await waitForStatus(page, '订单与库存-2', 'stale');
        expect(await drawnTexts(page)).toContain('1个过期：订单与库存-2');
        expect(await drawnTexts(page)).toContain('过期数据：3分钟前');
        await keepScreenshot(page, 'chinese-wall-stale');
      } finally {
        server.close();
      }
    });

    test('a Chinese page says in Chinese what is wrong with a file, and keeps the text of the cell', async () => {
      const page = await share(CHINESE);
      await folder().write('data/traffic.csv', pieWith('the cell is blank'));
      const tile = tileOf(page, 'traffic-share');
      await tile.locator('mark').first().waitFor({ timeout: MARKED_WITHIN_MS });
      expect(await tile.locator('.sentence').innerText()).toContain('表格不适合该组件：第 3 行，第 2 列');
      expect(await tile.locator('.places').innerText()).toContain('“the cell is blank”不是数字');
      expect(await latinTexts(page)).toEqual([]);
      await keepScreenshot(page, 'chinese-problem');
      await folder().write('data/traffic.csv', pieWith('24.2'));
      expect(faults()).toEqual([]);
    });
  });
};
