import { describe, expect, test } from '@jest/globals';
import { checkOptions } from '../../shared/catalogue/option.ts';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('line');

const optionFaults = (name: string, options: Readonly<Record<string, unknown>>): readonly string[] =>
  checkOptions(folderOf(name).shape.options, options).map(({ path }) => path);

describe('echarts-line-chart', () => {
  const lines = ['metric,09:00,007', '50,"1,120",12.5%', 'p95,.5,-3%'];
  const dataset = [
    ['product', '09:00', '007'],
    ['50', 1120, 12.5],
    ['p95', 0.5, -3],
  ];

  test('echarts-line-chart sends `product` in place of the first header cell, and labels as text', () => {
    expect(feed('echarts-line-chart', lines)).toStrictEqual({ source: dataset });
  });

  test('the body of echarts-line-chart is the array itself in the reading `table`', () => {
    expect(feed('echarts-line-chart', lines, { reading: 'table' })).toStrictEqual(dataset);
  });

  test('an empty table of echarts-line-chart gives only its header labels', () => {
    expect(feed('echarts-line-chart', ['metric,09:00'])).toStrictEqual({ source: [['product', '09:00']] });
  });

  test('a document for echarts-line-chart may be an object with `source`, or the array itself', () => {
    for (const body of [dataset, { source: dataset }, [['product', '09:00']]]) {
      expect(feedDocument(folderOf('echarts-line-chart'), body)).toBe(body);
    }
  });
});

describe('line-chart', () => {
  test('line-chart without options has lines over an axis of values, and each series may have its own x', () => {
    expect(feed('line-chart', ['s,x,y', 'A,2.5,1', 'B,1,2', 'A,-1,"1,003"'])).toStrictEqual({
      xAxis: [{ type: 'value' }],
      series: [
        {
          name: 'A',
          type: 'line',
          data: [
            { x: 2.5, y: 1 },
            { x: -1, y: 1003 },
          ],
        },
        { name: 'B', type: 'line', data: [{ x: 1, y: 2 }] },
      ],
    });
  });

  test('each option of a line chart sets its field of the body, over an axis of times', () => {
    const options = {
      xAxis: 'time',
      value: 3,
      type: { B: 'bar' },
      forward: false,
      stacked: true,
      area: true,
      yAxis: [{ name: 'ms' }, { type: 'value' }],
      xAxisIndex: { B: 0 },
      yAxisIndex: { B: 1 },
    };
    const lines = ['s,x,y', 'A,2026-11-20,1', 'B,1795165200000,2', 'B,2026-11-20T10:00:00.25+01:00,3'];
    expect(feed('line-chart', lines, { options })).toStrictEqual({
      value: 3,
      xAxis: [{ type: 'time' }],
      yAxis: [{ name: 'ms' }, { type: 'value' }],
      forward: '0',
      stacked: '1',
      stack: '1',
      area: '1',
      series: [
        { name: 'A', type: 'line', data: [{ x: 1795132800000, y: 1 }] },
        {
          name: 'B',
          type: 'bar',
          xAxisIndex: 0,
          yAxisIndex: 1,
          data: [
            { x: 1795165200000, y: 2 },
            { x: 1795165200250, y: 3 },
          ],
        },
      ],
    });
  });

  test.each([
    [{}, '2026-11-20', "write a number, or set options.xAxis to 'time'"],
    [{ xAxis: 'time' }, '17', 'write a time, or leave out options.xAxis for numbers'],
  ])('line-chart with the options %j refuses the x %s with a hint for its axis', (options, x, hint) => {
    const act = () => feed('line-chart', ['s,x,y', `A,${x},1`], { options });
    expect(act).toThrow(expect.objectContaining({ code: 'TABLE_CELL', details: [expect.objectContaining({ hint })] }));
  });

  test.each(['value', 'time'])('an empty table of line-chart keeps its axis of type %s', (xAxis) => {
    expect(feed('line-chart', ['s,x,y'], { options: { xAxis } })).toStrictEqual({
      xAxis: [{ type: xAxis }],
      series: [],
    });
  });

  test.each([
    { series: [{ name: 'A', data: [{ x: 1, y: 2 }], xAxisIndex: 0, yAxisIndex: 0 }] },
    { xAxis: [{}, { type: 'time' }], stack: '0', series: [{ name: 'A', data: [], xAxisIndex: 1 }] },
  ])('a document for line-chart may leave out fields that have a default: %j', (body) => {
    expect(feedDocument(folderOf('line-chart'), body)).toBe(body);
  });

  test.each([
    [{ xAxis: 'category' }, '.xAxis'],
    [{ xAxisIndex: { A: 0.5 } }, '.xAxisIndex.A'],
    [{ fill: 0 }, '.fill'],
  ])('line-chart refuses the options %j', (options, path) => {
    expect(optionFaults('line-chart', options)).toEqual([path]);
  });
});

describe('line-chart-2', () => {
  test('line-chart-2 sends titles only for points that have any, and keeps points in the order of their rows', () => {
    const lines = ['s,x,y,m,t', 'A,1795165200000,1,,', 'A,1795161600000,2,Peak,', 'A,1795158000000,3,,back'];
    expect(feed('line-chart-2', lines)).toStrictEqual({
      series: [
        {
          name: 'A',
          data: [
            { x: 1795165200000, y: 1 },
            { x: 1795161600000, y: 2, info: { maintitle: 'Peak', subtitle: '' } },
            { x: 1795158000000, y: 3, info: { maintitle: '', subtitle: 'back' } },
          ],
        },
      ],
    });
  });

  test('line-chart-2 accepts five series', () => {
    const lines = ['A', 'B', 'C', 'D', 'E'].map((name) => `${name},1795165200000,1,,`);
    expect(feed('line-chart-2', ['s,x,y,m,t', ...lines])).toHaveProperty('series.length', 5);
  });

  test('an empty table of line-chart-2 gives an empty list', () => {
    expect(feed('line-chart-2', ['s,x,y,m,t'])).toStrictEqual({ series: [] });
  });
});

describe('line-area-chart', () => {
  const lines = ['s,l,v', 'In,09:00,5', 'In,,0.2', 'Out,,7', 'Out,09:00,8', 'In,10:00,0.1'];

  test.each([
    [{}, 0.1, 0],
    [{ summary: 'last' }, 0.1, 0],
    [{ summary: 'sum' }, 5.3, 15],
    [{ summary: 'average' }, 1.76666666667, 5],
    [{ summary: 'max' }, 5, 8],
    [{ summary: 'none' }, '', ''],
  ])(
    'line-area-chart places values by their keys and fills missing values, with the options %j',
    (options, first, second) => {
      expect(feed('line-area-chart', lines, { options: { ...options, fill: 0 } })).toStrictEqual({
        xAxis: { data: ['09:00', '', '10:00'] },
        series: [
          { name: 'In', value: first, data: [5, 0.2, 0.1] },
          { name: 'Out', value: second, data: [8, 7, 0] },
        ],
      });
    },
  );

  test('an empty table of line-area-chart gives no labels and no series', () => {
    expect(feed('line-area-chart', ['s,l,v'])).toStrictEqual({ xAxis: { data: [] }, series: [] });
  });

  test.each(['', 'n/a', 12])('a document for line-area-chart may have %j as the value of a series', (value) => {
    const body = { xAxis: { data: [''] }, series: [{ name: 'In', value, data: [1] }] };
    expect(feedDocument(folderOf('line-area-chart'), body)).toBe(body);
  });
});

describe('mini-area-chart', () => {
  const lines = ['s,v', 'CPU,3', 'Disk,-4', 'CPU,1', 'Disk,-6', 'CPU,2'];

  test.each([
    ['default', 2, -6],
    ['sum', 6, -10],
    ['average', 2, -5],
    ['max', 3, -4],
  ])(
    'mini-area-chart sends the summary %s as the value of a series, and no unit unless it is set',
    (summary, cpu, disk) => {
      expect(feed('mini-area-chart', lines, { options: summary === 'default' ? {} : { summary } })).toStrictEqual({
        series: [
          { name: 'CPU', value: cpu, data: [3, 1, 2] },
          { name: 'Disk', value: disk, data: [-4, -6] },
        ],
      });
    },
  );

  test('the option unit of mini-area-chart sets the unit of every series', () => {
    expect(feed('mini-area-chart', ['s,v', 'CPU,3'], { options: { unit: '' } })).toStrictEqual({
      series: [{ name: 'CPU', value: 3, unit: '', data: [3] }],
    });
  });

  test('the option summary of mini-area-chart cannot be none, because the value must be a number', () => {
    expect(optionFaults('mini-area-chart', { summary: 'none' })).toEqual(['.summary']);
  });

  test('an empty table of mini-area-chart gives an empty list', () => {
    expect(feed('mini-area-chart', ['s,v'])).toStrictEqual({ series: [] });
  });
});

describe('carousel-line-chart', () => {
  const lines = [
    't,s,x,y',
    'Latency,p50,1795165200000,1',
    'Traffic,p50,1795165200000,2',
    'Latency,p50,1795161600000,3',
  ];

  test.each([
    [{}, {}],
    [{ symbol: 'none' }, { symbol: 'none' }],
  ])('carousel-line-chart groups charts by title and series by name, with the options %j', (options, symbol) => {
    expect(feed('carousel-line-chart', lines, { options })).toStrictEqual([
      {
        title: 'Latency',
        series: [
          {
            name: 'p50',
            type: 'line',
            ...symbol,
            data: [
              [1795165200000, 1],
              [1795161600000, 3],
            ],
          },
        ],
      },
      { title: 'Traffic', series: [{ name: 'p50', type: 'line', ...symbol, data: [[1795165200000, 2]] }] },
    ]);
  });

  test('an empty table of carousel-line-chart gives an empty list', () => {
    expect(feed('carousel-line-chart', ['t,s,x,y'])).toStrictEqual([]);
  });

  test('a document for carousel-line-chart may have categories in place of times', () => {
    const body = [{ title: 'Orders', series: [{ name: 'Web', type: 'line', data: [['Mon', 3]] }] }];
    expect(feedDocument(folderOf('carousel-line-chart'), body)).toBe(body);
  });
});

describe('metric-area-chart', () => {
  const lines = ['n,t,v', 'Orders,a minute,4', 'Logins,an hour,1', 'Orders,a minute,2'];

  test.each([
    [{}, 2],
    [{ summary: 'sum' }, 6],
    [{ summary: 'average' }, 3],
    [{ summary: 'max' }, 4],
    [{ summary: 'none' }, ''],
  ])('metric-area-chart sends a summary as the value of each series, with the options %j', (options, value) => {
    expect(feed('metric-area-chart', lines, { options })).toStrictEqual({
      series: [
        { name: 'Orders', title: 'a minute', value, data: [4, 2] },
        { name: 'Logins', title: 'an hour', value: value === '' ? '' : 1, data: [1] },
      ],
    });
  });

  test('an empty table of metric-area-chart gives an empty list', () => {
    expect(feed('metric-area-chart', ['n,t,v'])).toStrictEqual({ series: [] });
  });
});
