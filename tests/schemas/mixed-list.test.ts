import { describe, expect, test } from '@jest/globals';
import { checkOptions } from '../../shared/catalogue/option.ts';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('mixed-list');

describe('multi-field-list', () => {
  test('multi-field-list without options and without the table `other` sends header and rows only, with unchanged cells', () => {
    expect(feed('multi-field-list', { list: ['Name,Load', '007,12.50', 'b,'] })).toStrictEqual({
      status: 200,
      series: [
        {
          header: [{ key1: 'Name' }, { key2: 'Load' }],
          list: [
            { key1: '007', key2: '12.50' },
            { key1: 'b', key2: '' },
          ],
        },
      ],
    });
  });

  test('an empty table of multi-field-list keeps its header, and an empty table `other` gives an empty list', () => {
    expect(feed('multi-field-list', { list: ['Name'], other: ['n,v'] })).toStrictEqual({
      status: 200,
      series: [{ header: [{ key1: 'Name' }], list: [], other: [] }],
    });
  });

  test('line columns of multi-field-list hold lists of numbers, and a blank cell gives an empty list', () => {
    const lines = ['Load,Name,Errors', '1|2.5,a,"1,000| 7"', ',b,-1'];
    expect(feed('multi-field-list', { list: lines }, { options: { lineColumns: ['Errors', 'Load'] } })).toMatchObject({
      series: [
        {
          list: [
            { key1: [1, 2.5], key2: 'a', key3: [1000, 7] },
            { key1: [], key2: 'b', key3: [-1] },
          ],
        },
      ],
    });
  });

  test('eleven columns of multi-field-list have the keys key1 to key11', () => {
    const header = Array.from('abcdefghijk').join(',');
    const body = feed('multi-field-list', { list: [header.toUpperCase(), header] });
    expect(body).toMatchObject({ series: [{ list: [{ key1: 'a', key10: 'j', key11: 'k' }] }] });
  });

  test('a document for multi-field-list may have keys and fields that its header does not have', () => {
    const list = [{ key2: [1, 2], key5: '', link: '/checkout' }];
    const body = { status: 200, series: [{ header: [{ key5: 'B', width: 20 }, { key2: 'A' }], list }] };
    expect(feedDocument(folderOf('multi-field-list'), body)).toBe(body);
  });
});

test('legend-list has no option lineColumns and requires the option legend', () => {
  const { options } = folderOf('legend-list').shape;
  expect(checkOptions(options, { legend: [], lineColumns: [] })).toMatchObject([{ path: '.lineColumns' }]);
  expect(checkOptions(options, {})).toMatchObject([{ path: '.legend' }]);
});

describe('alarm-fault-list', () => {
  const infolist = ['name,value', 'Open,007', 'Oldest,3', 'Share,12.5%'];

  test('alarm-fault-list without groups and faults sends empty lists, and plain numbers as Numbers', () => {
    const tables = { infolist, group: ['a,b,c,d'], series: ['a,b,c,d,e'] };
    expect(feed('alarm-fault-list', tables)).toStrictEqual({
      infolist: [
        { name: 'Open', value: '007' },
        { name: 'Oldest', value: 3 },
        { name: 'Share', value: '12.5%' },
      ],
      group: [],
      series: [],
    });
  });

  test('alarm-fault-list sends the value of a detail always as text', () => {
    const tables = { infolist, group: ['a,b,c,d', '2,East,Nodes,4'], series: ['a,b,c,d,e'] };
    expect(feed('alarm-fault-list', tables)).toMatchObject({
      group: [{ id: 2, name: 'East', info: [{ name: 'Nodes', value: '4' }] }],
    });
  });
});

describe.each([
  ['radar-chart-list', 5],
  ['radar-chart-list-2', 3],
] as const)('%s', (name, corners) => {
  const header = 'row,value,indicator,max,series,amount';
  const radar = (row: number, value: string, series = 'Now') =>
    Array.from({ length: corners }, (_, index) => `${row},${value},i${index},10,${series},${index + row}`);
  const indicator = Array.from({ length: corners }, (_, index) => ({ name: `i${index}`, max: 10 }));
  const amounts = (row: number) => Array.from({ length: corners }, (_, index) => index + row);
  const rows = ['Name,Load', 'a,007', 'b,'];
  const list = {
    seriestitle: ['Name', 'Load'],
    textAlign: ['left', 'left'],
    series: [
      ['a', '007'],
      ['b', ''],
    ],
  };

  test('a list of radars keeps radars in the order of their rows, and aligns columns to the left by default', () => {
    expect(feed(name, { rows, radars: [header, ...radar(2, '0'), ...radar(1, '100')] })).toStrictEqual({
      ...list,
      radars: [
        { value: 100, indicator, series: [{ name: 'Now', value: amounts(1) }] },
        { value: 0, indicator, series: [{ name: 'Now', value: amounts(2) }] },
      ],
    });
  });

  test('the option fill of a list of radars sets the value of missing pairs', () => {
    const radars = [header, ...radar(1, '1'), ...radar(2, '2'), '2,2,i0,10,Before,7'];
    expect(feed(name, { rows, radars }, { options: { fill: -1 } })).toMatchObject({
      radars: [
        {},
        {
          series: [
            {},
            {
              name: 'Before',
              value: [
                7,
                ...amounts(1)
                  .slice(1)
                  .map(() => -1),
              ],
            },
          ],
        },
      ],
    });
  });

  test('empty tables of a list of radars give empty lists', () => {
    expect(feed(name, { rows: ['Name,Load'], radars: [header] })).toStrictEqual({ ...list, series: [], radars: [] });
  });
});

test('radar-chart-list-2 does not need the table radars', () => {
  const body = { seriestitle: ['Name'], textAlign: ['left'], series: [['a']] };
  expect(feed('radar-chart-list-2', { rows: ['Name', 'a'] })).toStrictEqual(body);
  expect(feedDocument(folderOf('radar-chart-list-2'), body)).toBe(body);
});
