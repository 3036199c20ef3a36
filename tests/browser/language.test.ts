import { describe, expect, test } from '@jest/globals';
import { inPage, type Page } from '../../infra/lab/browser/browser-types.ts';
import { pieWith } from '../../infra/lab/browser/create-folder.ts';
import { tileOf } from '../../infra/lab/browser/endpoints.ts';
import { keepScreenshot } from '../../infra/lab/browser/open-browser.ts';
import { MARKED_WITHIN_MS, serveFolder } from '../../infra/lab/browser/serve-folder.ts';

const { folder, open, openAnswered, faults } = serveFolder();

/** Names of products, formats and units, and paths, which have no Chinese words. */
const NAMES =
  /\b(?:Wallfeed|ECharts|CSV|GeoJSON|TopoJSON|JSON|YAML|URL|curl|mapshaper|ms|KB)\b|\bdashboard\.yml\b|\.secrets\.yml\b|\bdata\/|\bmaps\/china\.json\b|properties\.name/g;

/** Returns the visible texts and labels of a page with Latin words, besides names, data and code. */
const latinTexts = async (page: Page): Promise<readonly string[]> => {
  const texts = await page.evaluate(
    inPage<readonly string[]>(`(() => {
      const skipped = 'code, pre, kbd, script, style, noscript, [lang=en], [translate=no], svg';
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts = [document.title];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement.closest(skipped)) texts.push(node.data);
      for (const one of document.querySelectorAll('[placeholder], button[aria-label], [role=group][aria-label].counts'))
        texts.push(one.getAttribute('placeholder') ?? one.getAttribute('aria-label'));
      return texts;
    })()`),
  );
  return texts.map((text) => text.trim()).filter((text) => /[A-Za-z]{2,}/.test(text.replaceAll(NAMES, '')));
};

const languageIn = (page: Page): Promise<string> => page.evaluate(inPage('document.documentElement.lang'));

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
    const page = await openAnswered('', { locale: 'zh-CN' });
    const tile = tileOf(page, 'traffic-share');
    expect(await tile.locator('h2').innerText()).toBe('3D饼图 3D Pie Chart');
    await page.getByRole('searchbox').fill('饼图');
    expect(await tile.count()).toBe(1);
    expect(await tileOf(page, 'gauge').count()).toBe(0);
  });

  test('a Chinese page has no Latin word besides names, data, units and code', async () => {
    const page = await openAnswered('', { locale: 'zh-CN' });
    expect(await latinTexts(page)).toEqual([]);
    await tileOf(page, 'traffic-share').getByRole('button', { name: '详情' }).click();
    expect(await latinTexts(page)).toEqual([]);
    const gallery = await open('gallery', { locale: 'zh-CN' });
    await gallery.locator('[data-component="3D Pie Chart"] svg').waitFor();
    expect(await latinTexts(gallery)).toEqual([]);
  });

  test('a Chinese page says in Chinese what is wrong with a file, and keeps the text of the cell', async () => {
    const page = await openAnswered('', { locale: 'zh-CN' });
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
