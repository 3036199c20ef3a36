import { describe, expect, test } from '@jest/globals';
import { addMap, addOwnMap, onOwnMap, replacedBy } from '../../../../infra/console/drawing/chart/maps.ts';
import { drawDocument } from '../../../../infra/console/drawing/picture/draw-document.ts';
import { type GeoMap, readGeoJson } from '../../../../infra/dashboard/maps/read-geo-json.ts';
import { mapChart } from '../../../../schemas/common/charts/map-chart.ts';
import type { ChartPicture } from '../../../../schemas/common/charts/picture.ts';
import { preview as earth } from '../../../../schemas/map/3d-earth/preview.ts';

const RING = [
  [120, 31],
  [121, 31],
  [121, 32],
  [120, 31],
];

const feature = (properties: object, geometry: object = { type: 'Polygon', coordinates: [RING] }) => ({
  type: 'Feature',
  properties,
  geometry,
});

const collection = (...features: readonly object[]): string => JSON.stringify({ type: 'FeatureCollection', features });

const read = (text: string): GeoMap => {
  const map = readGeoJson(text);
  if ('fault' in map) throw new Error(map.fault);
  return map;
};

describe('reading a GeoJSON file of the user', () => {
  test('a GeoJSON file is read with the names of its areas, with or without a byte order mark', () => {
    const text = collection(feature({ name: '苏州', adcode: 320_500 }));
    expect(read(text).features).toEqual([feature({ name: '苏州' })]);
    expect(read(`\uFEFF${text}`)).toEqual(read(text));
  });

  test('areas without a name are kept, and points and broken areas are left out', () => {
    const map = read(
      collection(
        feature({ name: 'a' }),
        feature({}, { type: 'MultiPolygon', coordinates: [[RING]] }),
        feature({ name: 'capital' }, { type: 'Point', coordinates: [120, 31] }),
        feature({ name: 'broken' }, { type: 'Polygon', coordinates: [[['x', 1]]] }),
        { type: 'Feature', properties: { name: 'nowhere' }, geometry: null },
      ),
    );
    expect(map.features.map(({ properties: { name } }) => name)).toEqual(['a', '']);
  });

  test.each([
    ['a text', 'name,value\n', { fault: 'notJson', found: '' }],
    ['TopoJSON', '{"type":"Topology","objects":{},"arcs":[]}', { fault: 'topology', found: '' }],
    ['a single feature', JSON.stringify(feature({ name: 'a' })), { fault: 'notCollection', found: 'Feature' }],
    ['a list', '[1]', { fault: 'notCollection', found: '' }],
    ['null', 'null', { fault: 'notCollection', found: '' }],
    ['no features', collection(), { fault: 'withoutAreas', found: '' }],
    ['points', collection(feature({ name: 'a' }, { type: 'Point', coordinates: [1, 2] })), { fault: 'withoutAreas' }],
    [
      'names in another property',
      collection(feature({ adcode: 1, NAME: 'a' })),
      { fault: 'nameless', found: 'adcode, NAME' },
    ],
  ])('a file that contains %s is refused as a map', (_, text, refusal) => {
    expect(readGeoJson(text)).toMatchObject(refusal);
  });
});

describe('a picture on a map of the user', () => {
  const regions = [
    { name: '苏州', value: 1 },
    { name: '广东', value: 2 },
  ];
  const provinces = addOwnMap('cities.geojson', 'provinces', read(collection(feature({ name: '苏州' }))));

  test('a picture shows the regions of the user’s map, and knows their names', () => {
    const picture = mapChart({ map: 'provinces', regions });
    expect(picture.unknownNames).toEqual(['苏州']);
    expect(onOwnMap(picture, { provinces }).unknownNames).toEqual(['广东']);
    expect(drawDocument(onOwnMap(picture, { provinces }))).toContain('>苏州<');
    expect(drawDocument(picture)).not.toContain('>苏州<');
  });

  test('a full name of a province is drawn on a map that has the short one, and the other way round', () => {
    const full = mapChart({ map: 'provinces', regions: [{ name: '浙江省', value: 1 }] });
    const short = mapChart({ map: 'provinces', regions: [{ name: '浙江', value: 1 }] });
    for (const name of ['浙江', '浙江省']) {
      const maps = { provinces: addOwnMap('provinces.json', 'provinces', read(collection(feature({ name })))) };
      for (const picture of [full, short]) expect(onOwnMap(picture, maps).unknownNames).toEqual([]);
      expect(drawDocument(onOwnMap(full, maps))).toContain('>浙江<');
    }
    expect(full.unknownNames).toEqual([]);
  });

  test('a picture on a map of the world does not change with the user’s map of China', () => {
    const picture = mapChart({ map: 'world', regions });
    expect(onOwnMap(picture, { provinces })).toBe(picture);
  });

  test('a picture labels only the regions with a value if the user’s map has many regions', () => {
    const areas = Array.from({ length: 60 }, (_, index) => feature({ name: `r${index}` }));
    const large = addOwnMap('many.geojson', 'provinces', read(collection(...areas)));
    const svg = drawDocument(
      onOwnMap(mapChart({ map: 'provinces', regions: [{ name: 'r7', value: 1 }] }), { provinces: large }),
    );
    expect(svg).toContain('>r7<');
    expect(svg).not.toContain('>r8<');
  });

  const germany = read(collection(feature({ name: 'Germany' })));
  const named = [
    { name: 'Germany', value: 1 },
    { name: '法国', value: 2 },
  ];

  test('a map of the world shows the countries of the user’s map, and knows their names', () => {
    const own = onOwnMap(mapChart({ map: 'world', regions: named }), { world: addOwnMap('w.json', 'world', germany) });
    expect(own.unknownNames).toEqual(['法国']);
    expect(drawDocument(own)).toContain('>Germany<');
  });

  test('a globe shows the countries of the user’s map, and knows their names', () => {
    addMap('world', germany);
    const data = named.map(({ name }) => ({ name, type: 'office', firstscreen: 1 }));
    const own = onOwnMap(earth({ data: { unit: '', data } }, '3D Earth') as ChartPicture, {
      world: addOwnMap('w.json', 'world', read(collection(feature({ name: '法国' })))),
    });
    expect(own.unknownNames).toEqual(['Germany']);
    expect(JSON.stringify(own.option)).toMatch(/"map":"own-\d+"/);
    expect(drawDocument(own)).toContain('法国');
  });

  test('only a map of most of the earth replaces the map of the world', () => {
    const box = (west: number, south: number, east: number, north: number) => {
      const ring = [
        [west, south],
        [east, south],
        [east, north],
        [west, south],
      ];
      return read(collection(feature({ name: 'a' }, { type: 'MultiPolygon', coordinates: [[ring]] })));
    };
    const [world, china, russia] = [box(-180, -56, 180, 83), box(73, 3, 136, 54), box(-180, 41, 180, 82)];
    expect([world, china, russia].map(replacedBy)).toEqual(['world', 'provinces', 'provinces']);
  });
});
