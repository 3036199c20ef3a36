import { describe, expect, test } from '@jest/globals';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('radar');

const header = 'value1,name1,max,name2,value2';

describe('radar-chart', () => {
  test('radar-chart places values by their keys, and keeps series and indicators in the order of their first appearance', () => {
    const lines = [header, '7,Speed,10,Web,1', '7,Cost,5,App,4', '7,Cost,5,Web,2', '7,Speed,10,App,3'];
    expect(feed('radar-chart', lines)).toStrictEqual({
      value: 7,
      indicator: [
        { name: 'Speed', max: 10 },
        { name: 'Cost', max: 5 },
      ],
      series: [
        { name: 'Web', value: [1, 2] },
        { name: 'App', value: [3, 4] },
      ],
    });
  });

  test('the option fill of radar-chart sets the value of missing pairs', () => {
    const lines = [header, '7,Speed,10,Web,1', '7,Cost,5,App,4'];
    expect(feed('radar-chart', lines, { options: { fill: 0 } })).toMatchObject({
      series: [
        { name: 'Web', value: [1, 0] },
        { name: 'App', value: [0, 4] },
      ],
    });
  });

  test('an empty table of radar-chart gives an empty radar', () => {
    expect(feed('radar-chart', [header])).toStrictEqual({ value: 0, indicator: [], series: [] });
  });
});

describe('3d-radar-chart', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];

  test('3d-radar-chart sends numbers as Numbers', () => {
    const lines = [header, ...names.map((name, index) => `"1,200",${name},1${index}0%,Web,${index}.50`)];
    expect(feed('3d-radar-chart', lines)).toStrictEqual({
      code: 200,
      msg: 'success',
      data: {
        value: 1200,
        indicator: names.map((name, index) => ({ name, max: 100 + index * 10 })),
        series: [{ name: 'Web', value: [0.5, 1.5, 2.5, 3.5, 4.5, 5.5] }],
      },
    });
  });

  test('a document for 3d-radar-chart may have value and max as text, and name its series by numbers', () => {
    const indicator = names.map((name, index) => ({ name, max: index % 2 ? '100' : 100 }));
    const data = { value: '92.5', indicator, series: [{ name: 1, value: [1, 2, 3, 4, 5, 6] }] };
    const body = { code: 200, msg: 'ok', data };
    expect(feedDocument(folderOf('3d-radar-chart'), body)).toBe(body);
  });
});

describe('rotating-radar-chart', () => {
  const tables = {
    groups: ['name,value', 'A,1', 'B,2', 'C,3', 'D,4'],
    items: ['group,name,value', 'B,x,007', 'A,y,12.50', 'B,z,5%'],
    radars: [
      'group,value,indicator,max,series,amount',
      'A,9,i,10,s,1',
      'A,9,j,20,s,2',
      'B,8,j,5,t,3',
      'B,8,i,6,t,4',
      'B,8,j,5,s,5',
      'B,8,i,6,s,6',
    ],
  };
  const empty = { value: 0, indicator: [], series: [] };
  const groupA = {
    name: 'A',
    value: 1,
    data: [{ name: 'y', value: 12.5 }],
    radar: {
      value: 9,
      indicator: [
        { name: 'i', max: 10 },
        { name: 'j', max: 20 },
      ],
      series: [{ name: 's', value: [1, 2] }],
    },
  };
  const groupB = {
    name: 'B',
    value: 2,
    data: [
      { name: 'x', value: '007' },
      { name: 'z', value: '5%' },
    ],
    radar: {
      value: 8,
      indicator: [
        { name: 'j', max: 5 },
        { name: 'i', max: 6 },
      ],
      series: [
        { name: 't', value: [3, 4] },
        { name: 's', value: [5, 6] },
      ],
    },
  };
  const groupC = { name: 'C', value: 3, data: [], radar: empty };

  const ofFirst = (count: number) => {
    const groups = tables.groups.slice(0, count + 1);
    const names = groups.map(([name = '']) => name);
    const rowsOfGroups = (lines: readonly string[]) =>
      lines.filter(([name = ''], index) => index === 0 || names.includes(name));
    return { groups, items: rowsOfGroups(tables.items), radars: rowsOfGroups(tables.radars) };
  };

  test.each([
    ['a table without groups gives an empty list', 0, []],
    ['a single group is sent three times', 1, [groupA, groupA, groupA]],
    ['the first of two groups is sent again as the third', 2, [groupA, groupB, groupA]],
    ['three groups are sent once each', 3, [groupA, groupB, groupC]],
    ['four groups are sent once each', 4, [groupA, groupB, groupC, { ...groupC, name: 'D', value: 4 }]],
  ])('rotating-radar-chart repeats groups until there are three: %s', (_, count, series) => {
    expect(feed('rotating-radar-chart', ofFirst(count))).toStrictEqual({ series });
  });

  test('the option fill of rotating-radar-chart completes each group with its own indicators', () => {
    const radars = [...tables.radars.slice(0, 3), 'B,8,k,5,s,3', 'B,8,l,6,t,4'];
    expect(feed('rotating-radar-chart', { ...tables, radars }, { options: { fill: -1 } })).toMatchObject({
      series: [
        { radar: { series: [{ name: 's', value: [1, 2] }] } },
        {
          radar: {
            indicator: [
              { name: 'k', max: 5 },
              { name: 'l', max: 6 },
            ],
            series: [
              { name: 's', value: [3, -1] },
              { name: 't', value: [-1, 4] },
            ],
          },
        },
        { radar: empty },
        { radar: empty },
      ],
    });
  });

  test.each([[[]], [[groupA]], [[groupA, groupA]]])(
    'a document for rotating-radar-chart may have any number of groups',
    (series) => {
      const body = { series };
      expect(feedDocument(folderOf('rotating-radar-chart'), body)).toBe(body);
    },
  );
});
