import { describe, expect, test } from '@jest/globals';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('pie');

describe('proportion-series', () => {
  const lines = ['name1,name2,value', 'Web,Cache,0.1', 'App,Server,0.7', 'Web,Server,0.2'];
  const series = [
    {
      name: 'Web',
      data: [
        { name: 'Cache', value: 0.1 },
        { name: 'Server', value: 0.2 },
      ],
    },
    { name: 'App', data: [{ name: 'Server', value: 0.7 }] },
  ];

  test('proportion-series without options has an empty unit and no value, and keeps groups in the order of their first appearance', () => {
    expect(feed('proportion-series', lines)).toStrictEqual({ unit: '', series });
  });

  test('proportion-series sends the option value unchanged if it is a number, even 0', () => {
    expect(feed('proportion-series', lines, { options: { value: 0 } })).toStrictEqual({ value: 0, unit: '', series });
  });

  test('the average of proportion-series counts all values and has 12 significant digits', () => {
    const options = { unit: 's', value: 'average' };
    expect(feed('proportion-series', lines, { options })).toStrictEqual({ value: 0.333333333333, unit: 's', series });
    expect(feed('proportion-series', lines.with(2, 'App,Server,0'), { options })).toMatchObject({ value: 0.1 });
  });

  test('proportion-series in the reading `sample` sends an entry for each row, with name2 as its name', () => {
    const options = { unit: 's', value: 'average' };
    expect(feed('proportion-series', lines, { options, reading: 'sample' })).toStrictEqual({
      data: [
        { name: 'Cache', unit: 's', value: 0.1 },
        { name: 'Server', unit: 's', value: 0.7 },
        { name: 'Server', unit: 's', value: 0.2 },
      ],
    });
  });

  test('an empty table of proportion-series gives no average', () => {
    const empty = ['name1,name2,value'];
    expect(feed('proportion-series', empty, { options: { value: 'average' } })).toStrictEqual({ unit: '', series: [] });
    expect(feed('proportion-series', empty, { reading: 'sample' })).toStrictEqual({ data: [] });
  });

  test('a document for proportion-series may name its data by numbers, as the field table of the interface says', () => {
    const body = { unit: '%', series: [{ name: 'Web', data: [{ name: 1, value: 2 }] }] };
    expect(feedDocument(folderOf('proportion-series'), body)).toBe(body);
  });
});

describe('3d-pie-chart', () => {
  test('3d-pie-chart accepts a blank score or pv, and sends neither column', () => {
    const lines = ['name,value,score,pv', 'Direct,24.2%,,', 'Mail,10.1%,91,"48,330"'];
    expect(feed('3d-pie-chart', lines)).toStrictEqual({
      code: 200,
      msg: 'success',
      data: [
        { name: 'Direct', value: 24.2 },
        { name: 'Mail', value: 10.1 },
      ],
    });
  });

  test('an empty table of 3d-pie-chart gives an empty list', () => {
    expect(feed('3d-pie-chart', ['name,value,score,pv'])).toStrictEqual({ code: 200, msg: 'success', data: [] });
  });
});

describe.each(['colorful-progress-bar', 'stereo-proportion-chart'])('%s', (name) => {
  test('an empty table of a pie chart gives an empty list', () => {
    expect(feed(name, ['name,unit,value,color'])).toStrictEqual({ series: [] });
  });

  test.each(['#abc', '#ABCD', '#a1b2c3', '#a1b2c3d4'])('a pie chart sends the colour %s unchanged', (color) => {
    expect(feed(name, ['name,unit,value,color', `CPU,%,5,${color}`])).toMatchObject({ series: [{ value: 5, color }] });
  });
});

describe('echarts-pie-chart', () => {
  test('echarts-pie-chart sends labels as text', () => {
    expect(feed('echarts-pie-chart', ['200,404,007', '1,2,3'])).toStrictEqual({
      source: [
        ['200', '404', '007'],
        [1, 2, 3],
      ],
    });
  });
});

describe('3d-single-metric-pie-chart', () => {
  test('3d-single-metric-pie-chart sends the value as a Number, and a document may have it as text', () => {
    const data = [{ name: 'Availability', value: 99.97, unit: '%' }];
    expect(feed('3d-single-metric-pie-chart', ['n,v,u', 'Availability,99.97,%'])).toStrictEqual({
      code: 200,
      msg: 'success',
      data,
    });
    for (const value of ['99.97', '0', '-3', '0.50']) {
      const body = { code: 200, msg: 'ok', data: [{ name: 'Availability', value, unit: '%' }] };
      expect(feedDocument(folderOf('3d-single-metric-pie-chart'), body)).toBe(body);
    }
  });
});

describe('mini-pie-chart', () => {
  const lines = ['series,legend,value', 'Search,Slow,2', 'Login,Failed,3', 'Search,Failed,1'];

  test('the option fill of mini-pie-chart sets the value of missing pairs', () => {
    expect(feed('mini-pie-chart', lines, { options: { fill: 0 } })).toStrictEqual({
      legend: [{ name: 'Slow' }, { name: 'Failed' }],
      series: [
        { name: 'Search', data: [2, 1] },
        { name: 'Login', data: [0, 3] },
      ],
    });
  });

  test('an empty table of mini-pie-chart gives an empty legend and no series', () => {
    expect(feed('mini-pie-chart', lines.slice(0, 1))).toStrictEqual({ legend: [], series: [] });
  });
});

describe('metrics-proportion-chart', () => {
  test('metrics-proportion-chart leaves out a blank percent', () => {
    expect(feed('metrics-proportion-chart', ['n,v,p', 'Orders,7,'])).toStrictEqual({
      status: 200,
      data: { name: 'Orders', value: 7 },
    });
  });

  test.each([
    [['n,v,p'], []],
    [
      ['n,v,p', 'Orders,7,', 'Returns,1,1.5'],
      [
        { name: 'Orders', value: 7 },
        { name: 'Returns', value: 1, percent: 1.5 },
      ],
    ],
  ])('metrics-proportion-chart in the reading `table` accepts the rows %j', (lines, data) => {
    expect(feed('metrics-proportion-chart', lines, { reading: 'table' })).toStrictEqual({ status: 200, data });
  });
});
