import { describe, expect, test } from '@jest/globals';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('metric');

describe('core-metrics', () => {
  test('core-metrics leaves out a blank unit or colour, and keeps the decimals of values', () => {
    expect(feed('core-metrics', ['n,u,v,c', 'Orders,,0.125,', 'Errors,%,1.5%,', 'Load,,-3,#f00'])).toStrictEqual({
      series: [
        { name: 'Orders', value: 0.125 },
        { name: 'Errors', unit: '%', value: 1.5 },
        { name: 'Load', value: -3, color: '#f00' },
      ],
    });
  });

  test('an empty table of core-metrics gives an empty list', () => {
    expect(feed('core-metrics', ['n,u,v,c'])).toStrictEqual({ series: [] });
  });
});

describe('color-bar-metrics', () => {
  test('color-bar-metrics sends values as Numbers, and a document may have them as text, like the sample of the interface', () => {
    expect(feed('color-bar-metrics', ['n,u,v,c', 'Orders,pcs,"1,204",#2f7ed8'])).toStrictEqual({
      series: [{ name: 'Orders', unit: 'pcs', value: 1204, color: '#2f7ed8' }],
    });
    const body = { series: [{ name: 'Orders', unit: 'pcs', value: '1204', color: '#2f7ed8' }] };
    expect(feedDocument(folderOf('color-bar-metrics'), body)).toBe(body);
  });
});

describe('metrics-component', () => {
  test('the table of metrics-component has the unit before the value', () => {
    expect(feed('metrics-component', ['n,u,v', 'Availability,%,99.97'])).toStrictEqual({
      code: 200,
      msg: 'success',
      data: [{ name: 'Availability', unit: '%', value: 99.97 }],
    });
  });

  test('an empty table of metrics-component gives an empty list', () => {
    expect(feed('metrics-component', ['n,u,v'])).toStrictEqual({ code: 200, msg: 'success', data: [] });
  });
});

describe('metric-number', () => {
  test('metric-number sends the value as a number, and accepts documents with the value as text', () => {
    expect(feed('metric-number', ['v,u', '128.40,ms'])).toStrictEqual({ value: 128.4, unit: 'ms' });
    for (const value of ['128.40', '0', '-3']) {
      const body = { value, unit: '' };
      expect(feedDocument(folderOf('metric-number'), body)).toBe(body);
    }
  });
});

describe('pv', () => {
  test('pv sends the number of its table as data.pv', () => {
    expect(feed('pv', ['views', '1,284,309'])).toStrictEqual({ code: 200, msg: 'success', data: { pv: 1284309 } });
  });
});

describe('bubble-chart', () => {
  test('an empty table of bubble-chart gives an empty list', () => {
    expect(feed('bubble-chart', ['n,v,u'])).toStrictEqual({ series: [] });
  });
});

describe('data-overview-component', () => {
  const summary = ['name,value', 'Orders,12'];

  test('data-overview-component numbers its items from 1', () => {
    expect(feed('data-overview-component', { summary, items: ['key,pice', 'Web,7', 'App,5', 'Web,0'] })).toStrictEqual({
      status: 200,
      data: {
        picedata: { name: 'Orders', value: 12 },
        datamap: [
          { value: 1, key: 'Web', pice: 7 },
          { value: 2, key: 'App', pice: 5 },
          { value: 3, key: 'Web', pice: 0 },
        ],
      },
    });
  });

  test('an empty table of items gives data-overview-component an empty list', () => {
    const data = { picedata: { name: 'Orders', value: 12 }, datamap: [] };
    const tables = { summary, items: ['key,pice'] };
    expect(feed('data-overview-component', tables)).toStrictEqual({ status: 200, data });
    expect(feed('data-overview-component', tables, { reading: 'table' })).toStrictEqual(data);
  });

  test('a document for data-overview-component may be the data itself, or have it in an envelope', () => {
    const data = { picedata: { name: 'Orders', value: 12 }, datamap: [{ value: 4, key: 'Web', pice: 7 }] };
    for (const body of [data, { status: 200, data }]) {
      expect(feedDocument(folderOf('data-overview-component'), body)).toBe(body);
    }
  });
});

describe('dashboard-gauge', () => {
  test.each([
    ['55.5', 56],
    ['55.4999', 55],
    ['-0.5', 0],
    ['100.49', 100],
    ['0', 0],
  ])('dashboard-gauge rounds the percent %s half up to %d before it is validated', (cell, percent) => {
    expect(feed('dashboard-gauge', ['p', cell])).toStrictEqual({ name: '', percent });
  });

  test('the option name of dashboard-gauge sets the name of the gauge', () => {
    expect(feed('dashboard-gauge', ['p', '12%'], { options: { name: 'CPU' } })).toStrictEqual({
      name: 'CPU',
      percent: 12,
    });
  });

  test.each([0, 55.5, 100])('a document for dashboard-gauge with the percent %d is accepted unchanged', (percent) => {
    const body = { name: '', percent };
    expect(feedDocument(folderOf('dashboard-gauge'), body)).toBe(body);
  });
});

describe('multi-dimensional-metrics', () => {
  test('multi-dimensional-metrics sends plain numbers as Numbers and blank titles as empty texts, and leaves out blank units', () => {
    const lines = ['t,n,v,u', ',A,12.50,', 'X,B,12.5%,', ',C,007,ms', 'X,D,,', 'X,E,"1,204",', 'X,F,-3,'];
    expect(feed('multi-dimensional-metrics', lines)).toStrictEqual({
      series: [
        {
          title: '',
          data: [
            { name: 'A', value: 12.5 },
            { name: 'C', value: '007', unit: 'ms' },
          ],
        },
        {
          title: 'X',
          data: [
            { name: 'B', value: '12.5%' },
            { name: 'D', value: '' },
            { name: 'E', value: '1,204' },
            { name: 'F', value: -3 },
          ],
        },
      ],
    });
  });

  test('an empty table of multi-dimensional-metrics gives an empty list', () => {
    expect(feed('multi-dimensional-metrics', ['t,n,v,u'])).toStrictEqual({ series: [] });
  });
});

describe('star-rating-chart', () => {
  test('star-rating-chart names series by titles, in the order of their first appearance', () => {
    expect(feed('star-rating-chart', ['t,n,v', 'Shop,Speed,4.5', 'App,Speed,3', 'Shop,Price,5'])).toStrictEqual({
      series: [
        {
          name: 'Shop',
          data: [
            { name: 'Speed', value: 4.5 },
            { name: 'Price', value: 5 },
          ],
        },
        { name: 'App', data: [{ name: 'Speed', value: 3 }] },
      ],
    });
  });

  test('an empty table of star-rating-chart gives an empty list', () => {
    expect(feed('star-rating-chart', ['t,n,v'])).toStrictEqual({ series: [] });
  });
});
