import { describe, expect, test } from '@jest/globals';
import { checkOptions } from '../../shared/catalogue/option.ts';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('map');

const lines = ['name,value', 'North,99.94', 'South,100', 'East,100.21'];
const series = [
  { name: 'North', value: 99.94 },
  { name: 'South', value: 100 },
  { name: 'East', value: 100.21 },
];

describe.each(['map', 'world-map'])('%s', (name) => {
  test('a map without options has the average with one decimal, an empty unit and no legend', () => {
    expect(feed(name, lines)).toStrictEqual({ value: 100.1, unit: '', series });
  });

  test.each([
    [0, 0],
    [99.95, 100],
    [1.25, 1.3],
    [-1.25, -1.2],
    [1e300, 1e300],
  ])('a map sends the option value %p as %p', (value, rounded) => {
    expect(feed(name, lines, { options: { value, unit: '%' } })).toStrictEqual({ value: rounded, unit: '%', series });
  });

  test('a map has the average as the default of the option value', () => {
    expect(feed(name, lines, { options: { value: 'average' } })).toStrictEqual(feed(name, lines));
  });

  test('a map has the total of its regions with the option value: sum', () => {
    expect(feed(name, lines, { options: { value: 'sum' } })).toMatchObject({ value: 300.2 });
  });

  test('an empty table of a map gives the average 0', () => {
    expect(feed(name, ['name,value'])).toStrictEqual({ value: 0, unit: '', series: [] });
  });
});

describe('map', () => {
  test('a region of a map has no legendNo if its value is at least the last bound', () => {
    const legend = [
      { name: 'Fast', below: 100 },
      { name: 'Slow', below: 100.2 },
    ];
    expect(feed('map', lines, { options: { legend } })).toStrictEqual({
      value: 100.1,
      unit: '',
      legend: { data: [{ name: 'Fast' }, { name: 'Slow' }] },
      series: [{ ...series[0], legendNo: 0 }, { ...series[1], legendNo: 1 }, series[2]],
    });
  });

  test('a region of a map has the number of the first legend entry whose bound is above its value', () => {
    const legend = [{ name: 'All' }, { name: 'Never', below: 1000 }];
    expect(feed('map', lines, { options: { legend } })).toMatchObject({
      series: [{ legendNo: 0 }, { legendNo: 0 }, { legendNo: 0 }],
    });
  });

  test('the regions of a map have no legendNo if the legend is empty', () => {
    expect(feed('map', lines, { options: { legend: [] } })).toStrictEqual({
      value: 100.1,
      unit: '',
      legend: { data: [] },
      series,
    });
  });

  test('a document for a map may have a legend and regions without a legendNo', () => {
    const body = { value: 1, unit: '', legend: { data: [{ name: 'Fast' }] }, series };
    expect(feedDocument(folderOf('map'), body)).toBe(body);
  });
});

test('map sends provinces as written, or by their short names with the option names', () => {
  const provinces = ['name,value', '浙江省,1', '香港特别行政区,2', '吉林市,3'];
  const namesOf = (body: unknown): readonly string[] =>
    (body as { series: readonly { name: string }[] }).series.map(({ name }) => name);
  expect(namesOf(feed('map', provinces))).toEqual(['浙江省', '香港特别行政区', '吉林市']);
  expect(namesOf(feed('map', provinces, { options: { names: 'short' } }))).toEqual(['浙江', '香港', '吉林市']);
});

test('map sends provinces with English names by their short Chinese names with the option names', () => {
  const provinces = ['name,value', 'Zhejiang,1', 'Inner Mongolia Autonomous Region,2', 'hong kong,3', 'Bavaria,4'];
  expect(feed('map', provinces, { options: { names: 'short' } })).toMatchObject({
    series: [{ name: '浙江' }, { name: '内蒙古' }, { name: '香港' }, { name: 'Bavaria' }],
  });
});

test('map is the shape of Map and 3D Map, and without a legend its body is that of world-map', () => {
  expect(folderOf('map').shape.components).toEqual(['Map', '3D Map']);
  const options = { value: 100, unit: 'ms' };
  expect(feed('map', lines, { options })).toStrictEqual(feed('world-map', lines, { options }));
  const body = feed('world-map', lines);
  expect(feedDocument(folderOf('map'), body)).toStrictEqual(body);
});

test('world-map has no option named legend', () => {
  expect(checkOptions(folderOf('world-map').shape.options, { legend: [] })).toMatchObject([{ path: '.legend' }]);
});

describe('3d-world-map', () => {
  const tables = {
    regions: ['name,title,value', 'China,Asia,1.04', 'Chile,America,2.16'],
    tips: ['region,series,name,value,scope'],
    alarms: ['region,title,node,alarmname'],
  };
  const tip = { series: [], list: { series: [] } };

  test('a region of 3d-world-map has empty lists if no tip or alarm belongs to it', () => {
    expect(feed('3d-world-map', tables)).toStrictEqual({
      unit: '',
      value: 1.6,
      series: [
        { name: 'China', title: 'Asia', value: 1.04, tip },
        { name: 'Chile', title: 'America', value: 2.16, tip },
      ],
    });
  });

  test('3d-world-map accepts a series of tips that has a different scope in each of two regions', () => {
    const tips = [...tables.tips, 'Chile,Load,CPU,1,100', 'China,Load,CPU,2,', 'Chile,Load,Disk,3,100'];
    expect(feed('3d-world-map', { ...tables, tips }, { options: { value: 5, unit: 's' } })).toMatchObject({
      unit: 's',
      value: 5,
      series: [
        { tip: { series: [{ name: 'Load', data: [{ name: 'CPU', value: 2 }] }] } },
        {
          tip: {
            series: [
              {
                name: 'Load',
                data: [
                  { name: 'CPU', value: 1 },
                  { name: 'Disk', value: 3 },
                ],
                scope: 100,
              },
            ],
          },
        },
      ],
    });
  });

  test('an empty table of 3d-world-map gives an empty list and the average 0', () => {
    expect(feed('3d-world-map', { ...tables, regions: ['n,t,v'] })).toStrictEqual({ unit: '', value: 0, series: [] });
  });
});

describe('3d-earth', () => {
  test('an empty table of 3d-earth gives an empty unit', () => {
    expect(feed('3d-earth', ['u,n,t,l,f'])).toStrictEqual({ code: 200, msg: 'success', data: { unit: '', data: [] } });
  });

  test.each([['firstscreen'], ['firstScreen']])('a document for 3d-earth may have only the spelling %s', (key) => {
    const body = { code: 200, msg: 'ok', data: { unit: 'ms', data: [{ name: 'Oslo', type: 'edge', [key]: 5 }] } };
    expect(feedDocument(folderOf('3d-earth'), body)).toBe(body);
  });
});
