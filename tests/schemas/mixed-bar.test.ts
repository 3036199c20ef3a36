import { describe, expect, test } from '@jest/globals';
import { checkOptions } from '../../shared/catalogue/option.ts';
import { feedDocument } from '../support/rejects/feed.ts';
import { feedFamily } from '../support/shapes/feed-family.ts';

const { feed, folderOf } = feedFamily('mixed-bar');

const lines = ['at,Orders,Returns,Rate,Load', '1772438400000,5,1,2.5%,"1,204"', '2026-03-02T08:01:00Z,6,0,3%,7'];
const xs = [1772438400000, 1772438460000] as const;
const points = (first: number, second: number) => [
  { x: xs[0], y: first },
  { x: xs[1], y: second },
];

describe('3d-bar-line-chart', () => {
  const series = [
    { name: 'Orders', type: 'column', yAxis: 0, data: points(5, 6) },
    { name: 'Returns', type: 'column', yAxis: 0, data: points(1, 0) },
    { name: 'Rate', type: 'line', yAxis: 0, data: points(2.5, 3) },
    { name: 'Load', type: 'line', yAxis: 0, data: points(1204, 7) },
  ];

  test('3d-bar-line-chart with one unit has all series on axis 0, and sends opposite only if it is set', () => {
    expect(feed('3d-bar-line-chart', lines, { options: { tickUnit: ['orders'], tick: 1 } })).toStrictEqual({
      code: 200,
      msg: 'success',
      data: { overview: { tick: 1 }, series, yAxis: [{ tickUnit: 'orders' }], yAixs: [{ tickUnit: 'orders' }] },
    });
  });

  test('3d-bar-line-chart with two units has the lines on axis 1, and sends the axes in both spellings', () => {
    const options = { tickUnit: ['orders', '%'], tick: 0.5, opposite: [true, false] };
    const axes = [
      { tickUnit: 'orders', opposite: true },
      { tickUnit: '%', opposite: false },
    ];
    expect(feed('3d-bar-line-chart', lines, { options })).toStrictEqual({
      code: 200,
      msg: 'success',
      data: {
        overview: { tick: 0.5 },
        series: series.map((one) => ({ ...one, yAxis: one.type === 'line' ? 1 : 0 })),
        yAxis: axes,
        yAixs: axes,
      },
    });
  });

  test('a document for 3d-bar-line-chart may have its axes in only one of the two spellings', () => {
    for (const spelling of ['yAxis', 'yAixs']) {
      const body = { code: 200, msg: 'ok', data: { overview: { tick: 1 }, series, [spelling]: [{ tickUnit: '' }] } };
      expect(feedDocument(folderOf('3d-bar-line-chart'), body)).toBe(body);
    }
  });
});

describe('bar-line-chart', () => {
  const series = [
    { name: 'Orders', type: 'column', data: points(5, 6) },
    { name: 'Returns', type: 'column', data: points(1, 0) },
    { name: 'Rate', type: 'line', data: points(2.5, 3) },
    { name: 'Load', type: 'line', data: points(1204, 7) },
  ];

  test('bar-line-chart sends series with a type and no axis, and neither msg nor overview', () => {
    const body = { code: 200, data: { series, yAxis: [{ tickUnit: 'orders' }, { tickUnit: '%' }] } };
    expect(feed('bar-line-chart', lines, { options: { tickUnit: ['orders', '%'] } })).toStrictEqual(body);
  });

  test('bar-line-chart accepts the options tick and opposite of the 3D chart, but does not send them', () => {
    const options = { tickUnit: ['orders'], tick: 5, opposite: [true] };
    expect(feed('bar-line-chart', lines, { options })).toStrictEqual({
      code: 200,
      data: { series, yAxis: [{ tickUnit: 'orders' }] },
    });
  });

  test.each([4, 5])('a document for bar-line-chart may have %p series without type', (count) => {
    const untyped = [...series, { name: 'More', type: 'line', data: points(0, 0) }].slice(0, count);
    const body = { code: 200, data: { series: untyped.map(({ type: _, ...one }) => one), yAxis: [] } };
    expect(feedDocument(folderOf('bar-line-chart'), body)).toBe(body);
  });
});

describe.each(['3d-bar-line-chart', 'bar-line-chart'])('%s', (name) => {
  const { options: sample, shape } = folderOf(name);

  test('an empty table of a bar and line chart gives four series without points, named by the header', () => {
    expect(feed(name, lines.slice(0, 1), { options: sample })).toMatchObject({
      data: {
        series: [
          { name: 'Orders', type: 'column', data: [] },
          { name: 'Returns', type: 'column', data: [] },
          { name: 'Rate', type: 'line', data: [] },
          { name: 'Load', type: 'line', data: [] },
        ],
      },
    });
  });

  test('a bar and line chart keeps points in the order of their rows', () => {
    const body = feed(name, [lines[0] ?? '', lines[2] ?? '', lines[1] ?? ''], { options: sample });
    expect(body).toMatchObject({ data: { series: [{ data: points(5, 6).toReversed() }, {}, {}, {}] } });
  });

  test.each([
    [{}, '.tickUnit'],
    [{ tickUnit: [] }, '.tickUnit'],
    [{ tickUnit: ['a', 'b', 'c'] }, '.tickUnit'],
    [{ tickUnit: 'a' }, '.tickUnit'],
    [{ tickUnit: ['a', 1] }, '.tickUnit[1]'],
    [{ tickUnit: ['a'], opposite: [true, false] }, '.opposite'],
    [{ tickUnit: ['a', 'b'], opposite: [true] }, '.opposite'],
    [{ tickUnit: ['a'], opposite: ['yes'] }, '.opposite[0]'],
    [{ tickUnit: ['a'], tick: '5' }, '.tick'],
  ])('a bar and line chart refuses the options %j at %s', (options, path) => {
    expect(checkOptions(shape.options, { tick: 1, ...options }).map((fault) => fault.path)).toEqual([path]);
  });
});

test('3D Bar Line Chart requires the option tick, and Bar Line Chart does not', () => {
  const faults = (name: string) => checkOptions(folderOf(name).shape.options, { tickUnit: ['a'] });
  expect(faults('3d-bar-line-chart')).toEqual([{ path: '.tick', message: 'is required: a number' }]);
  expect(faults('bar-line-chart')).toEqual([]);
});
