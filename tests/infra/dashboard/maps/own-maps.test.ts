import { relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkMaps } from '../../../../infra/dashboard/maps/own-maps.ts';
import { readGeoJson } from '../../../../infra/dashboard/maps/read-geo-json.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const area = (
  properties: object,
  coordinates: unknown = [
    [
      [120, 31],
      [121, 31],
      [121, 32],
      [120, 31],
    ],
  ],
) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Polygon', coordinates },
});
const collection = (...features: readonly object[]): string =>
  JSON.stringify({ type: 'FeatureCollection', features }, null, 2);

const check = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const folder = await writeFolder(files);
  return (await checkMaps(folder)).map(
    ({ file, line, column, severity, message, hint }) =>
      `${relative(folder, file)}:${line}:${column} ${severity}: ${message} (${hint})`,
  );
};

const GEO_JSON = 'write GeoJSON: a FeatureCollection of areas, each with its name in `properties.name`';

describe('the maps of a dashboard folder', () => {
  test('check reports nothing for a folder without maps, or with valid maps', async () => {
    expect(await check({ 'dashboard.yml': '' })).toEqual([]);
    const text = collection(area({ name: '浙江' }), area({}));
    expect(await check({ 'maps/china.json': text, 'maps/world.json': `\uFEFF${text}`, 'maps/.DS_Store': '' })).toEqual(
      [],
    );
  });

  test.each([
    ['{\n  "type": FeatureCollection\n}', `2:11 error: the file is not JSON (${GEO_JSON})`],
    ['', `1:1 error: the file is not JSON (${GEO_JSON})`],
    ['{ "type": "Topology" }', '1:11 error: the file is TopoJSON (convert it to GeoJSON, for example with mapshaper)'],
    ['{\n "type": "Feature"\n}', `2:10 error: the type is 'Feature', and must be FeatureCollection (${GEO_JSON})`],
    ['[]', `1:1 error: the type is missing, and must be FeatureCollection (${GEO_JSON})`],
    [
      collection(area({ adcode: 33, NAME: '浙江' })),
      '6:21 error: no region has a name: `properties.name` is missing (rename one of adcode, NAME to name)',
    ],
    [
      collection(area({ name: 'a' }, 'broken')),
      '3:15 error: the file has no areas (add features of the type Polygon or MultiPolygon, with coordinates)',
    ],
  ])('check names the place and the remedy of %j', async (text, said) => {
    expect(await check({ 'maps/china.json': text })).toEqual([`maps/china.json:${said}`]);
  });

  test('check names a file of maps/ that is not read', async () => {
    const text = collection(area({ name: 'a' }));
    expect(await check({ 'maps/chian.json': text, 'maps/China.geojson': text, 'maps/europe.json': text })).toEqual([
      'maps/China.geojson:1:1 warning: China.geojson is not read (did you mean china.json?)',
      'maps/chian.json:1:1 warning: chian.json is not read (did you mean china.json?)',
      'maps/europe.json:1:1 warning: europe.json is not read (call the map china.json or world.json)',
    ]);
  });

  test('a map that ECharts has encoded is decoded', () => {
    const step = (...values: readonly number[]): string =>
      String.fromCharCode(...values.map((value) => ((value << 1) ^ (value >> 31)) + 64));
    const encoded = {
      ...area({ name: 'a' }, [step(0, 0, 1024, 0, 0, 1024, -1024, -1024)]),
    };
    Object.assign(encoded.geometry, { encodeOffsets: [[122_880, 31_744]] });
    const read = readGeoJson(JSON.stringify({ type: 'FeatureCollection', UTF8Encoding: true, features: [encoded] }));
    expect(read).toMatchObject({ features: [area({ name: 'a' })] });
  });
});
