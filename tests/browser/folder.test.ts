import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inPage, type Page } from '../support/browser/browser-types.ts';
import { pieWith, SECRET } from '../support/browser/create-folder.ts';
import {
  countStatuses,
  tileOf,
  waitForAnswers,
  waitForCopied,
  waitForStatus,
  waitUntil,
} from '../support/browser/endpoints.ts';
import { keepScreenshot } from '../support/browser/open-browser.ts';
import { MARKED_WITHIN_MS, serveFolder } from '../support/browser/serve-folder.ts';
import { runServer, type StartProcess } from '../support/start-process.ts';

const { base, faults, folder, open, openAnswered, share } = serveFolder(async ({ path, write }) => {
  const definition = await readFile(join(path, 'dashboard.yml'), 'utf8');
  const titled = definition.replace('gauge.csv', 'gauge.csv, title: 完成率');
  await write('dashboard.yml', `wall: { title: 运营中心 }\n${titled}`);
});

const run = promisify(execFile);

const CHINESE = { locale: 'zh-CN' };

describe('the tile of an endpoint', () => {
  test('a tile shows the component, status, time and cache status of its endpoint', async () => {
    const page = await share();
    const text = await tileOf(page, 'traffic-share').innerText();
    expect(text).toMatch(/3D Pie Chart/);
    expect(text).toMatch(/\b200\b/);
    expect(text).toMatch(/\d+ ms/);
    expect(text).toMatch(/fresh|source unchanged/);
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

  test('the frame that runs scripts has no WebRTC, which would send packets to other machines', async () => {
    const page = await share();
    const frame = await page.context().newPage();
    await frame.goto(new URL('/frame.html', page.url()).href);
    const names = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'];
    const found = names.map((name) => frame.evaluate(inPage<string>(`typeof globalThis.${name}`)));
    expect(await Promise.all(found)).toEqual(names.map(() => 'undefined'));
    expect(await page.evaluate(inPage<string>('typeof RTCPeerConnection'))).toBe('function');
  });

  test('a tile names the pages that may read its response, unless all pages may', async () => {
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

describe('a copy button of the console', () => {
  test('the Enter key on a copy button copies the URL, and the focused button is marked', async () => {
    const page = await share();
    const button = tileOf(page, 'traffic-share').getByRole('button', { name: 'Copy URL' });
    await button.focus();
    expect(await button.evaluate(inPage<string>('getComputedStyle(document.activeElement).outlineStyle'))).toBe(
      'solid',
    );
    await button.press('Enter');
    await waitForCopied(page, /^http:\/\/127\.0\.0\.1:\d+\/pie\/traffic-share$/);
  });

  test('a copied curl command works, and contains a digest instead of the token', async () => {
    const page = await share();
    await tileOf(page, 'traffic-share').getByRole('button', { name: 'Copy curl' }).press('Enter');
    const command = await waitForCopied(page, /"token":"[0-9a-f]{32}"/);
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

  test('the page of the console and its charts fit the screen of a telephone that is 390 pixels wide', async () => {
    const page = await share();
    await page.setViewportSize({ width: 390, height: 844 });
    await waitUntil(
      page,
      `[...document.querySelectorAll('.chart')].every((one) => one.querySelector('svg')?.clientWidth === one.clientWidth)`,
    );
    const width = await page.evaluate(inPage<number>('document.documentElement.scrollWidth'));
    expect(width).toBeLessThanOrEqual(390);
    await keepScreenshot(page, 'narrow', true);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('the page of the console is in Chinese if the browser prefers Chinese', async () => {
    const page = await share(CHINESE);
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
});

/** Matches Latin text that is the same in Chinese: paths, and names of products, formats and units. */
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

describe('the language of the console', () => {
  test('the switch changes the language of all pages, and the browser remembers it', async () => {
    const page = await openAnswered('?filter=gauge');
    expect(await languageIn(page)).toBe('en');
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('button', { name: 'English' }).waitFor();
    expect(await languageIn(page)).toBe('zh-CN');
    expect(await page.evaluate(inPage('document.title'))).toBe('Wallfeed 控制台');
    await page.goto(new URL('/gallery?filter=pie', page.url()).href);
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
    await tileOf(page, 'gauge').waitFor({ state: 'detached' });
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
    await tileOf(page, 'flow').waitFor({ state: 'detached' });
    expect([await tile.count(), await tileOf(page, 'flow').count()]).toEqual([1, 0]);
    await page.getByRole('searchbox').fill('');
  });

  test('the Chinese gallery shows every component, and no Latin word besides names', async () => {
    const page = await open('gallery', CHINESE);
    await page.locator('[data-component="3D Pie Chart"] svg').waitFor();
    expect(await page.locator('[data-component]').count()).toBeGreaterThan(70);
    expect(await page.locator('[data-endpoint]').count()).toBe(0);
    await page.getByRole('link', { name: '数据接口' }).waitFor();
    expect(await page.getByRole('button', { name: '立即刷新' }).count()).toBe(0);
    expect(await latinTexts(page)).toEqual([]);
    await keepScreenshot(page, 'gallery', true);
    expect(faults()).toEqual([]);
  });

  test('a Chinese page has no Latin word besides names, data, units and code', async () => {
    const page = await share(CHINESE);
    expect([...(await latinTexts(page)), ...(await latinInDrawings(page, folder().path))]).toEqual([]);
    await tileOf(page, 'traffic-share').getByRole('button', { name: '详情' }).click();
    expect(await latinTexts(page)).toEqual([]);
    await page.getByRole('dialog').press('Escape');
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
    expect(faults()).toEqual([]);
  });

  test('a Chinese page says in Chinese what is wrong with a file, and keeps the text of the cell', async () => {
    const page = await share(CHINESE);
    await folder().write('data/traffic.csv', pieWith('the cell is blank'));
    const tile = tileOf(page, 'traffic-share');
    // The tile may still show an error in the file of an earlier test, even with the new row beside it.
    await tile.locator('.places:has-text("“the cell is blank”不是数字")').waitFor({ timeout: MARKED_WITHIN_MS });
    expect(await tile.locator('.sentence').innerText()).toContain('表格不适合该组件：第 3 行，第 2 列');
    expect(await tile.locator('mark').allInnerTexts()).toEqual(['the cell is blank']);
    expect(await latinTexts(page)).toEqual([]);
    await keepScreenshot(page, 'chinese-problem');
    expect(faults()).toEqual([]);
  });
});

describe('the console of a deployed dashboard', () => {
  let consoleProcess: StartProcess;
  let url: string;

  beforeAll(async () => {
    consoleProcess = runServer('console', ['--base', base(), '--dashboard', folder().path]);
    [, url = ''] = await consoleProcess.printed(/^Console {2}(\S+)$/m);
  });
  afterAll(() => consoleProcess?.stop());

  test('the console of a deployed dashboard asks for the token, and draws every endpoint with it', async () => {
    const page = await share({}, url);
    expect(await tileOf(page, 'traffic-share').innerText()).toContain('TOKEN_MISSING');
    await page.locator('input[type="password"]').fill(SECRET);
    await page.getByRole('button', { name: 'Use token' }).click();
    await waitForStatus(page, 'traffic-share', 'drawn');
    await page.locator('[data-status="failed"]').first().waitFor({ state: 'detached' });
    expect(await countStatuses(page)).toEqual({ drawn: 8, empty: 1 });
    await keepScreenshot(page, 'deployed');
    expect(faults()).toEqual([]);
  });

  test('a token that the user typed into the console appears in no page, URL or copied command, and a reload does not ask for the token again', async () => {
    const page = await share({}, url);
    await tileOf(page, 'traffic-share').getByRole('button', { name: 'Copy curl' }).click();
    const command = await waitForCopied(page, /"token":"[0-9a-f]{32}"/);
    expect(command + (await page.content()) + page.url()).not.toContain(SECRET);
    await page.reload();
    await waitForStatus(page, 'traffic-share', 'drawn');
    expect(await page.locator('input[type="password"]').count()).toBe(0);
  });

  test('the console of a deployed dashboard offers the lines of a new endpoint to copy, and does not add them to dashboard.yml', async () => {
    const page = await share({}, url);
    await page.locator('input[type="file"]').setInputFiles({
      name: 'shares.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,value,score,pv\nA,1,,\n'),
    });
    const fit = page.locator('[data-fit="3D Pie Chart"]');
    await fit.waitFor();
    expect(await fit.getByRole('button', { name: 'Copy YAML' }).count()).toBe(1);
    expect(await fit.getByRole('button', { name: 'Add to dashboard.yml' }).count()).toBe(0);
  });
});
