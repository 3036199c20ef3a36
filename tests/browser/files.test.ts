import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { inPage, type Page } from '../support/browser/browser-types.ts';
import { funnelWith, paymentsWith, pieWith, totalsWith, visitsWith } from '../support/browser/create-folder.ts';
import { tileOf, waitForStatus, waitUntil } from '../support/browser/endpoints.ts';
import { keepScreenshot } from '../support/browser/open-browser.ts';
import { MARKED_WITHIN_MS, serveFolder } from '../support/browser/serve-folder.ts';

const ADDED = `  sums:
    component: Rows
    parameters: { region: { oneOf: [East, West], optional: true } }
    csv: { file: orders.csv, where: { Region: { parameter: region } }, columns: { name: Region, total: { sum: Amount } } }
  areas: { component: Map, csv: areas.csv }
`;

const { faults, folder, openAnswered, share } = serveFolder(async ({ path, write }) => {
  const definition = await readFile(join(path, 'dashboard.yml'), 'utf8');
  await write('dashboard.yml', definition.replace('endpoints:\n', `endpoints:\n${ADDED}`));
  await write('data/areas.csv', 'name,value\n北京,1\n广东,2\n新疆,3\n');
  await write('data/orders.csv', 'Region,Amount\nEast,1419\nWest,987\n');
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
  test.each(Object.entries(breaks))(
    'the console marks the faulty cell %s until the file is repaired',
    async (_, breakage) => {
      const page = await share();
      const tile = tileOf(page, breakage.slug);
      await folder().write(breakage.file, breakage.broken);
      await tile.locator(`mark:has-text(${JSON.stringify(breakage.cell)})`).waitFor({ timeout: MARKED_WITHIN_MS });
      expect(await tile.getAttribute('data-status')).toBe('failed');
      expect(await tile.locator('mark').allInnerTexts()).toEqual([breakage.cell]);
      expect(await tile.innerText()).toContain(`line ${breakage.line}`);
      await keepScreenshot(page, `broken-${breakage.slug}`);
      await folder().write(breakage.file, breakage.mended);
      await waitForStatus(page, breakage.slug, 'drawn', MARKED_WITHIN_MS);
      expect(await tile.locator('mark').count()).toBe(0);
      expect(faults()).toEqual([]);
    },
  );

  test('the console shows the faulty cell without scrolling on a narrow screen', async () => {
    const page = await openAnswered('?filter=traffic-share', { viewport: { width: 390, height: 844 } });
    const tile = tileOf(page, 'traffic-share');
    await folder().write(
      'data/traffic.csv',
      `name,value,score,pv\n${'A long name of a source '.repeat(3)},1,92.1,many\n`,
    );
    await waitForStatus(page, 'traffic-share', 'failed', MARKED_WITHIN_MS);
    expect(await tile.locator('figure th[scope=row]').allInnerTexts()).toContain('2');
    const [mark, box] = [await tile.locator('mark').boundingBox(), await tile.boundingBox()];
    expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0));
    await keepScreenshot(page, 'narrow-mark');
    await folder().write('data/traffic.csv', pieWith('24.2'));
    await waitForStatus(page, 'traffic-share', 'drawn', MARKED_WITHIN_MS);
  });

  test('the console marks the line of the first row beyond the row limit', async () => {
    const page = await share();
    const tile = tileOf(page, 'gauge');
    await folder().write('data/gauge.csv', 'percent\n62\n63\n');
    // The endpoint may read the file while it is still empty. The tile has another mark until the next read.
    await tile.locator('mark:has-text("3")').waitFor({ timeout: MARKED_WITHIN_MS });
    expect(await tile.locator('mark').allInnerTexts()).toEqual(['3']);
    expect(await tile.innerText()).toContain('line 3');
    await keepScreenshot(page, 'too-many-rows');
    await folder().write('data/gauge.csv', 'percent\n62\n');
    await waitForStatus(page, 'gauge', 'drawn', MARKED_WITHIN_MS);
  });

  test('the console marks a stale response, with its age, the reason and the faulty cell', async () => {
    const page = await share();
    const tile = tileOf(page, 'kept');
    await folder().write('data/kept.csv', funnelWith('24x'));
    await waitForStatus(page, 'kept', 'stale', MARKED_WITHIN_MS);
    expect(await tile.innerText()).toMatch(/stale: \d+ s old/);
    expect(await tile.innerText()).toMatch(/TABLE_CELL/);
    expect(await tile.locator('mark').allInnerTexts()).toEqual(['24x']);
    expect(await tile.locator('[data-picture]').count()).toBe(1);
    await keepScreenshot(page, 'stale');
    await folder().write('data/kept.csv', funnelWith('24.2'));
    await waitForStatus(page, 'kept', 'drawn', MARKED_WITHIN_MS);
  });
});

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

describe('a CSV file that the user drops on the page', () => {
  afterEach(async () => {
    const results = (await share()).locator('.fits');
    if ((await results.count()) === 0) return;
    await results.getByRole('button', { name: 'Close' }).click();
    await results.waitFor({ state: 'detached' });
  });

  test('the console draws the components that a CSV file fits, each with its lines of dashboard.yml', async () => {
    const page = await share();
    await page.locator('input[type="file"]').setInputFiles(csv('shares.csv', pieWith('24.2')));
    const fit = page.locator('[data-fit="3D Pie Chart"]');
    await fit.waitFor();
    expect(await fit.locator('[data-picture] svg').count()).toBeGreaterThan(0);
    expect(await fit.innerText()).toContain('component: 3D Pie Chart');
    expect(await fit.innerText()).toContain('csv: shares.csv');
    expect(await page.locator('[data-fit="World Map"]').count()).toBe(0);
    await keepScreenshot(page, 'fit', true);
    expect(faults()).toEqual([]);
  });

  test('the line and cell to change are shown for components that a CSV file nearly fits, and earlier results disappear', async () => {
    const page = await share();
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

  test('a CSV file may be dropped anywhere on the page', async () => {
    const page = await share();
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

  test('a CSV file becomes an endpoint once the user has seen and confirmed the change of dashboard.yml', async () => {
    const page = await share();
    await page.locator('input[type="file"]').setInputFiles(csv('new shares.csv', pieWith('50')));
    const fit = page.locator('[data-fit="3D Pie Chart"]');
    await fit.getByRole('button', { name: 'Add to dashboard.yml' }).click();
    await fit.locator('.diff').waitFor();
    expect(await fit.locator('.diff').innerText()).toMatch(/^\+ {2}new-shares: /m);
    expect(await readFile(join(folder().path, 'dashboard.yml'), 'utf8')).not.toContain('new-shares');
    await keepScreenshot(page, 'add');
    await fit.getByRole('button', { name: 'Add now' }).click();
    await waitForStatus(page, 'new-shares', 'drawn');
    const text = await readFile(join(folder().path, 'dashboard.yml'), 'utf8');
    expect(text).toContain('\n# a comment that stays\n');
    expect(await readFile(join(folder().path, 'data/new shares.csv'), 'utf8')).toBe(pieWith('50'));
  });

  test.each([
    ['en-US', 'Add to dashboard.yml', 'the map of China does not know Bejing'],
    ['zh-CN', '添加到 dashboard.yml', '中国地图中没有 Bejing'],
  ])(
    'the warnings of check about a proposed endpoint are shown before the user adds it: %s',
    async (locale, add, said) => {
      const page = await openAnswered('?filter=gauge', { locale });
      const provinces = 'name,value\n北京,1\n上海,2\nBejing,3\n';
      await page.locator('input[type="file"]').setInputFiles(csv('provinces.csv', provinces));
      const fit = page.locator('[data-fit="Map"]');
      await fit.getByRole('button', { name: add }).click();
      await fit.locator('.diff').waitFor();
      expect(await fit.locator('.places').innerText()).toContain(`data/provinces.csv:4:1 ${said}`);
      await keepScreenshot(page, `add-warning-${locale}`);
    },
  );
});

test('the console draws a chart again once its file has other names', async () => {
  const page = await share();
  const tile = tileOf(page, 'traffic-share');
  await folder().write('data/traffic.csv', pieWith('24.2').replace('Search', 'Letters'));
  await tile.locator('svg text:has-text("Letters")').first().waitFor({ timeout: MARKED_WITHIN_MS });
  await folder().write('data/traffic.csv', pieWith('24.2'));
  await tile.locator('svg text:has-text("Search")').first().waitFor({ timeout: MARKED_WITHIN_MS });
});

/** Holds the page's requests to endpoints back until `releaseAsks`, and counts the alerts of the page. */
const HOLD_ASKS = `(() => {
  const send = window.fetch;
  const released = new Promise((resolve) => { window.releaseAsks = resolve; });
  window.held = 0;
  window.alerts = 0;
  window.fetch = async (path, init) => {
    if (path === '/api/ask') {
      window.held += 1;
      await released;
    }
    return send(path, init);
  };
  const count = () => { window.alerts += document.querySelectorAll('[role=alert]').length; };
  new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
})()`;

test('an endpoint that disappears from dashboard.yml while the page asks it leaves no error', async () => {
  const page = await openAnswered('?filter=gauge');
  const definition = await readFile(join(folder().path, 'dashboard.yml'), 'utf8');
  await page.evaluate(inPage(HOLD_ASKS));
  await folder().write('data/gauge.csv', 'percent\n63\n');
  await waitUntil(page, 'window.held > 0');
  await folder().write('dashboard.yml', definition.replace(/^ {2}gauge:.*\n/m, ''));
  await tileOf(page, 'gauge').waitFor({ state: 'detached' });
  await page.evaluate(inPage('window.releaseAsks()'));
  await folder().write('dashboard.yml', definition);
  await waitForStatus(page, 'gauge', 'drawn');
  expect([await page.evaluate(inPage('window.alerts')), faults()]).toEqual([0, []]);
});

const waitForPicture = (page: Page, shown: string, hidden: string): Promise<unknown> =>
  waitUntil(
    page,
    `((text) => text.includes('${shown}') && !text.includes('${hidden}'))(document.querySelector('[data-endpoint=sums] [data-picture]')?.textContent ?? '')`,
  );

test('the console draws the rows of the value that the user chooses for a parameter', async () => {
  const page = await share();
  await waitForStatus(page, 'sums', 'drawn');
  const choice = tileOf(page, 'sums').locator('select');
  expect(await choice.locator('option[translate=no]').allInnerTexts()).toEqual(['East', 'West']);
  await waitForPicture(page, 'West', 'South');
  await choice.selectOption('West');
  await waitForPicture(page, 'West', 'East');
  await choice.selectOption('East');
  await waitForPicture(page, 'East', 'West');
  expect(await tileOf(page, 'sums').innerText()).toContain('region');
});

const mapFile = (name: string, regions: readonly object[]) => ({
  name,
  mimeType: 'application/geo+json',
  buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: regions })),
});

const square = (name: string, west: number) => ({
  type: 'Feature',
  properties: { name },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, 30],
        [west + 4, 30],
        [west + 4, 34],
        [west, 30],
      ],
    ],
  },
});

test('the console draws provinces on the map of a chosen GeoJSON file, until the user returns to the tiles', async () => {
  const page = await openAnswered('?filter=areas');
  const tile = tileOf(page, 'areas');
  const input = page.locator('input[type="file"]');
  await input.setInputFiles(mapFile('own.geojson', [square('广东', 110), square('Nowhere', 118)]));
  await tile.locator('svg text:text-is("Nowhere")').waitFor();
  expect(await tile.locator('.note').innerText()).toContain('北京');
  await keepScreenshot(page, 'own-map');
  await page.reload();
  await tile.locator('svg text:text-is("Nowhere")').waitFor();
  await page.getByRole('button', { name: 'Use the built-in map again' }).click();
  await tile.locator('svg text:text-is("新疆")').waitFor();
  expect(await tile.locator('.note').innerText()).not.toContain('北京');
  expect(faults()).toEqual([]);
});
