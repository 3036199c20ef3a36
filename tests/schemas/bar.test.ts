import { describe, expect, test } from '@jest/globals';
import { checkOptions } from '../../shared/catalogue/option.ts';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('bar');

const optionFaults = (name: string, options: Readonly<Record<string, unknown>>): readonly string[] =>
  checkOptions(folderOf(name).shape.options, options).map(({ path }) => path);

describe('color-bar-chart', () => {
  test('color-bar-chart reads units without sending them, and does not round values', () => {
    expect(feed('color-bar-chart', ['n,u,v,c', 'Payments,tickets,12.5%,#C42525'])).toStrictEqual({
      series: [{ name: 'Payments', value: 12.5, color: '#C42525' }],
    });
  });

  test('an empty table of color-bar-chart gives an empty list', () => {
    expect(feed('color-bar-chart', ['n,u,v,c'])).toStrictEqual({ series: [] });
  });
});

describe('3d-bar-chart-2', () => {
  const lines = ['n,u,v,c', 'Frankfurt,req/s,0.1,', 'Virginia,,0.2,#2f7ed8'];
  const series = [
    { name: 'Frankfurt', unit: 'req/s', value: 0.1 },
    { name: 'Virginia', value: 0.2, color: '#2f7ed8' },
  ];

  test.each([
    [{}, { series }],
    [{ total: 'sum' }, { total: 0.3, series }],
    [
      { title: '', total: 0 },
      { title: '', total: 0, series },
    ],
  ])('the options %j give a body with their fields', (options, body) => {
    expect(feed('3d-bar-chart-2', lines, { options })).toStrictEqual(body);
  });

  test('an empty table of 3d-bar-chart-2 gives the total 0', () => {
    expect(feed('3d-bar-chart-2', ['n,u,v,c'], { options: { total: 'sum' } })).toStrictEqual({ total: 0, series: [] });
  });

  test('the option total of 3d-bar-chart-2 is a number or the word sum', () => {
    expect(optionFaults('3d-bar-chart-2', { total: 'average' })).toEqual(['.total']);
    expect(optionFaults('3d-bar-chart-2', { total: '5' })).toEqual(['.total']);
  });
});

describe('bar-chart', () => {
  const lines = ['s,c,v', 'Web,Mon,1', 'App,Tue,4', 'Web,Tue,2', 'App,Mon,3'];
  const xAxis = [{ type: 'category', data: ['Mon', 'Tue'] }];

  test('bar-chart without options has bars over categories, and no optional field', () => {
    expect(feed('bar-chart', lines)).toStrictEqual({
      xAxis,
      series: [
        { name: 'Web', type: 'bar', data: [1, 2] },
        { name: 'App', type: 'bar', data: [3, 4] },
      ],
    });
  });

  test('each option of a bar chart sets its field of the body', () => {
    const options = {
      value: 0,
      type: 'line',
      forward: true,
      stacked: false,
      area: true,
      yAxis: [{ name: 'orders', type: 'value' }, {}],
      yAxisIndex: { App: 1, Web: 0 },
    };
    expect(feed('bar-chart', lines, { options })).toStrictEqual({
      value: 0,
      xAxis,
      yAxis: [{ name: 'orders', type: 'value' }, {}],
      forward: '1',
      stacked: '0',
      stack: '0',
      area: '1',
      series: [
        { name: 'Web', type: 'line', yAxisIndex: 0, data: [1, 2] },
        { name: 'App', type: 'line', yAxisIndex: 1, data: [3, 4] },
      ],
    });
  });

  test('bar-chart keeps the default type, and sends no index, for a series that an option does not name', () => {
    const odd = ['s,c,v', 'constructor,Mon,1', '__proto__,Mon,2', 'App,Mon,3'];
    const options = { type: { App: 'line', Gone: 'line' }, yAxisIndex: { App: 0 } };
    expect(feed('bar-chart', odd, { options })).toStrictEqual({
      xAxis: [{ type: 'category', data: ['Mon'] }],
      series: [
        { name: 'constructor', type: 'bar', data: [1] },
        { name: '__proto__', type: 'bar', data: [2] },
        { name: 'App', type: 'line', yAxisIndex: 0, data: [3] },
      ],
    });
  });

  test('the option fill of bar-chart sets the value of missing pairs', () => {
    expect(feed('bar-chart', lines.slice(0, 4), { options: { fill: -1 } })).toMatchObject({
      xAxis,
      series: [{ data: [1, 2] }, { data: [-1, 4] }],
    });
  });

  test('an empty table of bar-chart gives an empty axis', () => {
    expect(feed('bar-chart', ['s,c,v'])).toStrictEqual({ xAxis: [{ type: 'category', data: [] }], series: [] });
  });

  test.each([
    { xAxis: [{ data: ['Mon', 2] }], series: [{ name: 'Web', data: [1, 2] }] },
    { xAxis: [{ data: ['Mon'] }], stack: '1', series: [{ name: 'Web', data: [1], yAxisIndex: 0 }] },
    { xAxis: [{ data: [] }], stacked: '0', yAxis: [{}], series: [] },
  ])('a document for bar-chart may leave out fields that have a default: %j', (body) => {
    expect(feedDocument(folderOf('bar-chart'), body)).toBe(body);
  });

  test.each([
    [{ type: 'pie' }, '.type'],
    [{ type: { Web: 'pie' } }, '.type.Web'],
    [{ stacked: '1' }, '.stacked'],
    [{ yAxis: { name: 'orders' } }, '.yAxis'],
    [{ yAxis: [{ nmae: 'orders' }] }, '.yAxis[0].nmae'],
    [{ yAxisIndex: { Web: -1 } }, '.yAxisIndex.Web'],
    [{ xAxis: 'time' }, '.xAxis'],
  ])('bar-chart refuses the options %j', (options, path) => {
    expect(optionFaults('bar-chart', options)).toEqual([path]);
  });
});

describe('summary-bar-chart', () => {
  test('summary-bar-chart keeps groups and items in the order of their first appearance, and an item may appear twice', () => {
    const lines = ['n,i,v,c', 'Orders,Paid,2,', 'Returns,Paid,1,#abc', 'Orders,Paid,3,#ABCD'];
    expect(feed('summary-bar-chart', lines)).toStrictEqual({
      series: [
        {
          name: 'Orders',
          data: [
            { name: 'Paid', value: 2 },
            { name: 'Paid', value: 3, color: '#ABCD' },
          ],
        },
        { name: 'Returns', data: [{ name: 'Paid', value: 1, color: '#abc' }] },
      ],
    });
  });

  test('an empty table of summary-bar-chart gives an empty list', () => {
    expect(feed('summary-bar-chart', ['n,i,v,c'])).toStrictEqual({ series: [] });
  });
});

describe('3d-bar-chart', () => {
  test('3d-bar-chart keeps points in the order of their rows', () => {
    const lines = ['x,y', '2026-11-20 09:00:00,2', '2026-11-20T08:00:00+00:00,1', '1795158000000,0'];
    expect(feed('3d-bar-chart', lines, { options: { name: 'Orders' } })).toStrictEqual({
      code: 200,
      msg: 'success',
      data: {
        series: [
          {
            name: 'Orders',
            type: 'column',
            yAxis: '0',
            data: [
              { x: 1795165200000, y: 2 },
              { x: 1795161600000, y: 1 },
              { x: 1795158000000, y: 0 },
            ],
          },
        ],
        yAxis: [{ tickUnit: '' }],
      },
    });
  });

  test('an empty table of 3d-bar-chart gives a series without points', () => {
    expect(feed('3d-bar-chart', ['x,y'], { options: { name: 'Orders', tickUnit: 'pcs' } })).toStrictEqual({
      code: 200,
      msg: 'success',
      data: { series: [{ name: 'Orders', type: 'column', yAxis: '0', data: [] }], yAxis: [{ tickUnit: 'pcs' }] },
    });
  });

  test('3d-bar-chart requires the option name', () => {
    expect(optionFaults('3d-bar-chart', {})).toEqual(['.name']);
  });
});

describe('3d-stacked-bar-chart', () => {
  const sets = ['s,l,v', 'Search,Slow,-2', 'Search,Fast,-1.5', 'Login,Fast,-7', 'Login,Slow,-3'];
  const groups = [
    'id,tn,t,rn,r,set,legend,value',
    'eu,Orders,10,Returns,1,Web,Paid,1',
    'eu,Orders,10,Returns,1,Web,Sent,2',
    'us,Sales,20,Refunds,0.5,Shop,Sent,30',
    'us,Sales,20,Refunds,0.5,Web,Sent,6',
    'eu,Orders,10,Returns,1,Web,Lost,3',
    'eu,Orders,10,Returns,1,Web,Late,4',
    'eu,Orders,10,Returns,1,App,Late,5',
  ];

  test('3d-stacked-bar-chart in style 2 keeps sets in the order of the legend, and sends the largest cell as maximum, as text', () => {
    expect(feed('3d-stacked-bar-chart', sets)).toStrictEqual({
      status: 200,
      data: {
        max: '-1.5',
        legend: [{ name: 'Slow' }, { name: 'Fast' }],
        singseries: {
          id: '1',
          series: [
            { name: 'Search', list: [-2, -1.5] },
            { name: 'Login', list: [-3, -7] },
          ],
        },
      },
    });
  });

  test('the options of 3d-stacked-bar-chart in style 2 set the maximum and the id', () => {
    const options = { style: 2, max: 250.5, id: 'checkout' };
    expect(feed('3d-stacked-bar-chart', sets, { options })).toMatchObject({
      data: { max: '250.5', singseries: { id: 'checkout' } },
    });
  });

  test('3d-stacked-bar-chart in style 1 keeps the order of groups, sets and the legend, and the option fill sets missing values', () => {
    expect(feed('3d-stacked-bar-chart', groups, { options: { style: 1, fill: 0 } })).toStrictEqual({
      status: 200,
      data: {
        max: '30',
        legend: [{ name: 'Paid' }, { name: 'Sent' }, { name: 'Lost' }, { name: 'Late' }],
        series: [
          {
            id: 'eu',
            totalname: 'Orders',
            total: 10,
            relatedname: 'Returns',
            related: 1,
            series: [
              { name: 'Web', list: [1, 2, 3, 4] },
              { name: 'App', list: [0, 0, 0, 5] },
            ],
          },
          {
            id: 'us',
            totalname: 'Sales',
            total: 20,
            relatedname: 'Refunds',
            related: 0.5,
            series: [
              { name: 'Shop', list: [0, 30, 0, 0] },
              { name: 'Web', list: [0, 6, 0, 0] },
            ],
          },
        ],
      },
    });
  });

  test('an empty table of 3d-stacked-bar-chart gives empty lists and the maximum 0 in both styles', () => {
    expect(feed('3d-stacked-bar-chart', sets.slice(0, 1))).toStrictEqual({
      status: 200,
      data: { max: '0', legend: [], singseries: { id: '1', series: [] } },
    });
    expect(feed('3d-stacked-bar-chart', groups.slice(0, 1), { options: { style: 1 } })).toStrictEqual({
      status: 200,
      data: { max: '0', legend: [], series: [] },
    });
  });

  test('a document for 3d-stacked-bar-chart may have the form of style 1 or of style 2', () => {
    const set = (name: string) => ({ name, list: [1, 2, 3, 4] });
    const totals = { totalname: 'Orders', total: 10, relatedname: 'Returns', related: 1 };
    const group = (id: string) => ({ id, ...totals, series: [set('Web'), set('App')] });
    const data = { max: '9', legend: ['Paid', 'Sent', 'Lost', 'Late'].map((name) => ({ name })) };
    const body = { status: 200, data: { ...data, series: [group('eu'), group('us')] } };
    expect(feedDocument(folderOf('3d-stacked-bar-chart'), body)).toBe(body);
  });

  test.each([3, 0, '1', '2'])('3d-stacked-bar-chart refuses the style %j', (style) => {
    expect(checkOptions(folderOf('3d-stacked-bar-chart').shape.options, { style })).toEqual([
      { path: '.style', message: `must be 1 or 2, found ${JSON.stringify(style)}` },
    ]);
  });
});

describe('gradient-bar-chart', () => {
  const lines = ['l,c,n,v', 'Slow,#abc,Home,1', 'Fast,#def,Search,2', 'Fast,#def,Home,3'];

  test('the option fill of gradient-bar-chart sets the value of missing pairs', () => {
    expect(feed('gradient-bar-chart', lines, { options: { fill: 0 } })).toStrictEqual({
      legend: [
        { name: 'Slow', color: '#abc' },
        { name: 'Fast', color: '#def' },
      ],
      series: [
        { name: 'Home', value: [1, 3] },
        { name: 'Search', value: [0, 2] },
      ],
    });
  });

  test('an empty table of gradient-bar-chart gives an empty legend and no series', () => {
    expect(feed('gradient-bar-chart', lines.slice(0, 1))).toStrictEqual({ legend: [], series: [] });
  });
});
