import { expect, test } from '@jest/globals';
import { readWorldMap } from '../../../infra/console/draw-catalogue.ts';
import { CHINA_GRID, mapFor, unknownOn, WORLD_NAMES } from '../../../schemas/common/charts/known-names.ts';
import { shortProvince } from '../../../schemas/common/provinces.ts';

test('the known countries are those of the world map', async () => {
  const { features } = await readWorldMap();
  expect([...WORLD_NAMES].toSorted()).toEqual(features.map(({ properties }) => properties.name).toSorted());
});

test('each of the 34 provinces of China has a tile, and no two tiles overlap', () => {
  expect(new Set(CHINA_GRID.map(([name]) => name)).size).toBe(34);
  expect(new Set(CHINA_GRID.map(([, column, row]) => `${column} ${row}`)).size).toBe(34);
});

test('a name that no map knows is listed once, even if it occurs several times', () => {
  expect(unknownOn('world', ['德国', 'Germany', '美国', 'Germany'])).toEqual(['Germany']);
  expect(unknownOn('provinces', ['广东', '苏州'])).toEqual(['苏州']);
});

test('the map of a chart is the map that knows most of its names', () => {
  expect(mapFor(['中国', '日本', 'Atlantis'])).toBe('world');
  expect(mapFor(['广东', '苏州'])).toBe('provinces');
  expect(mapFor([])).toBe('provinces');
});

test('a full name stands for its province, and every province has exactly one', () => {
  const suffixes = ['省', '市', '自治区', '壮族自治区', '回族自治区', '维吾尔自治区', '特别行政区'];
  for (const [name] of CHINA_GRID) {
    const full = suffixes.map((suffix) => name + suffix).filter((one) => shortProvince(one) === name);
    expect([name, full.length]).toEqual([name, 1]);
  }
  expect(unknownOn('provinces', ['浙江省', '内蒙古自治区', '吉林市', '苏州市'])).toEqual(['吉林市', '苏州市']);
  expect(['吉林市', '南京省', '浙江', '湖北省武汉市'].map(shortProvince)).toEqual([
    '吉林市',
    '南京省',
    '浙江',
    '湖北省武汉市',
  ]);
});
