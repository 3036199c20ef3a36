import { expect, test } from '@jest/globals';
import { inPage } from '../../infra/lab/browser/browser-types.ts';
import { serveFolder } from '../../infra/lab/browser/serve-folder.ts';

const ring = [
  [120, 31],
  [121, 31],
  [121, 32],
  [120, 31],
];
const features = [
  { type: 'Feature', properties: { name: '浙江省' }, geometry: { type: 'Polygon', coordinates: [ring] } },
];

const { folder, openAnswered, faults } = serveFolder((one) =>
  one.write('maps/china.json', JSON.stringify({ type: 'FeatureCollection', features })),
);

test('the console draws on the map of the dashboard folder, and again once the map changes', async () => {
  const page = await openAnswered();
  await page.locator('text=Provinces are drawn on the map maps/china.json, which has 1 region.').waitFor();
  await folder().write('maps/china.json', '{}');
  await page.locator('text=maps/china.json: The file is not a GeoJSON map').waitFor();
  expect(await page.evaluate(inPage('sessionStorage.length'))).toBe(0);
  expect(faults()).toEqual([]);
});
