import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { inPage, type Page } from '../support/browser/browser-types.ts';
import { keepScreenshot } from '../support/browser/open-browser.ts';
import { serveFolder } from '../support/browser/serve-folder.ts';

const mapOf = (name: string, [west, south]: readonly [number, number], degrees: number): string => {
  const [east, north] = [west + degrees * 2, south + degrees];
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, south],
  ];
  const geometry = { type: 'Polygon', coordinates: [ring] };
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { name }, geometry }],
  });
};
const china = (name: string): string => mapOf(name, [120, 31], 1);
const world = mapOf('Germany', [-170, -60], 140);

/** A filter that leaves one tile. The page shows its notes about maps with any filter. */
const FEW = '?filter=gauge';

const { folder, open, openAnswered, faults } = serveFolder(async (one) => {
  await one.write('maps/china.json', china('浙江省'));
  await one.write('maps/world.json', world);
});

const drop = (page: Page, text: string): Promise<void> =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'own.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(text) });

const readMap = (name: string): Promise<string> => readFile(join(folder().path, 'maps', name), 'utf8');

test('the console draws on the maps of the dashboard folder, and again once a map changes', async () => {
  const page = await openAnswered(FEW);
  await page.locator('text=Provinces are drawn on the map maps/china.json, which has 1 region.').waitFor();
  await page.locator('text=Countries are drawn on the map maps/world.json, which has 1 region.').waitFor();
  await folder().write('maps/china.json', '{}');
  await page.locator('text=maps/china.json: The file is not a GeoJSON map').waitFor();
  expect(await page.evaluate(inPage('sessionStorage.length'))).toBe(0);
  expect(faults()).toEqual([]);
});

test('the console says why a file cannot be used as a map', async () => {
  const page = await open(FEW);
  await drop(page, china('').replace('"name":""', '"adcode":1'));
  await page.locator('[role="alert"]:has-text("The properties are adcode; rename one of them to name.")').waitFor();
  await keepScreenshot(page, 'no-map');
  expect(faults()).toEqual([]);
});

test('the names on a map of the world are compared with those of the folder’s map', async () => {
  const page = await open('gallery?filter=map');
  await page.locator('text=Countries are drawn on the map maps/world.json').waitFor();
  for (const component of ['World Map', '3D World Map', '3D Earth'])
    await page.locator(`[data-component="${component}"] .note`).first().waitFor();
  const note = await page.locator('[data-component="World Map"] .note').first().innerText();
  expect(note).toMatch(/^The map has no regions with these names, so their values are not drawn: .*中国/);
  expect(faults()).toEqual([]);
});

test('a dropped map is kept in the dashboard folder, and replaces another map only on request', async () => {
  const page = await openAnswered(FEW);
  await drop(page, china('江苏省'));
  await page.getByRole('button', { name: 'Keep in maps/china.json' }).click();
  await page.locator('text=maps/china.json has another map.').waitFor();
  await keepScreenshot(page, 'another-map');
  expect(await readMap('china.json')).toBe(china('浙江省'));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep in maps/china.json' }).click();
  await page.getByRole('button', { name: 'Replace it' }).click();
  await page.locator('text=Provinces are drawn on the map maps/china.json, which has 1 region.').waitFor();
  expect(await readMap('china.json')).toBe(china('江苏省'));
  expect(await page.evaluate(inPage('sessionStorage.length'))).toBe(0);
  expect(faults()).toEqual([]);
});

test('a page keeps a dropped map, and the question about it, while a map of the folder changes', async () => {
  const page = await openAnswered(FEW);
  await drop(page, china('安徽省'));
  await page.getByRole('button', { name: 'Keep in maps/china.json' }).click();
  await page.getByRole('button', { name: 'Replace it' }).waitFor();
  await folder().write('maps/world.json', world.replace('Germany', 'France'));
  await page.locator('text=Countries are drawn on the map maps/world.json, which has 1 region.').waitFor();
  await folder().write('maps/world.json', '{}');
  await page.locator('text=maps/world.json: The file is not a GeoJSON map').waitFor();
  await page.getByRole('button', { name: 'Replace it' }).click();
  await page.locator('text=Provinces are drawn on the map maps/china.json, which has 1 region.').waitFor();
  expect(await readMap('china.json')).toBe(china('安徽省'));
  await folder().write('maps/world.json', world);
  await page.locator('text=Countries are drawn on the map maps/world.json, which has 1 region.').waitFor();
  expect(faults()).toEqual([]);
});

test('a dropped map of most of the earth is offered as the map of the world', async () => {
  const page = await openAnswered(FEW, { locale: 'zh-CN' });
  await drop(page, world.replace('Germany', '德国'));
  await page.getByRole('button', { name: '保存为 maps/world.json' }).click();
  await page.getByRole('button', { name: '替换' }).click();
  await page.locator('text=国家按地图 maps/world.json 绘制，共 1 个区域。').waitFor();
  expect(await readMap('world.json')).toContain('德国');
  expect(faults()).toEqual([]);
});
