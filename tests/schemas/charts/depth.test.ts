import { describe, expect, test } from '@jest/globals';
import { readWorldMap } from '../../../infra/console/draw-catalogue.ts';
import { addMap } from '../../../infra/console/drawing/chart/maps.ts';
import { drawDocument } from '../../../infra/console/drawing/picture/draw-document.ts';
import { axisPicture } from '../../../schemas/common/charts/axis-picture.ts';
import { horizontalBars } from '../../../schemas/common/charts/bars.ts';
import { globe, withDeepBars } from '../../../schemas/common/charts/depth.ts';
import { gauges } from '../../../schemas/common/charts/gauges.ts';
import { mapChart } from '../../../schemas/common/charts/map-chart.ts';
import type { ChartPicture } from '../../../schemas/common/charts/picture.ts';
import { pies } from '../../../schemas/common/charts/pies.ts';

const world = await readWorldMap(1.5);
addMap('world', world);

const fillsOf = (picture: ChartPicture): Readonly<Record<string, number>> => {
  const fills: Record<string, number> = {};
  for (const [, paths = '', fill = ''] of drawDocument(picture).matchAll(
    /<(?:path d|polygon points)="([^"]*)"[^>]*? fill="([^"]*)"/g,
  ))
    fills[fill] = (fills[fill] ?? 0) + (paths.match(/M/g)?.length ?? 1);
  return fills;
};

const drawGlobe = (colors: Readonly<Record<string, string>>) =>
  fillsOf({ kind: 'chart', names: ['a'], option: { series: [globe({ x: 50, y: 50, radius: 90, colors })] } });

const COLOR = '#204060';
const LIGHTER = 'rgb(99,121,144)';
const DARKER = 'rgb(22,45,67)';

describe('bars with depth', () => {
  const deep = (data: readonly number[], more: object = {}) =>
    axisPicture({
      categories: data.map(String),
      isDeep: true,
      series: [{ name: 'a', type: 'bar', color: COLOR, data, ...more }],
    });

  test('each bar has a front, a top and a side', () => {
    const fills = fillsOf(deep([3, 5]));
    expect([fills[COLOR], fills[LIGHTER], fills[DARKER]]).toEqual([expect.any(Number), 2, 2]);
  });

  test('a value of 0 is no bar', () => {
    expect(fillsOf(deep([0, 5]))[DARKER]).toBe(1);
  });

  test('the bars of a stack begin where the bars before them end, and negative values have a stack of their own', () => {
    const { series } = withDeepBars([
      { type: 'bar', stack: 's', data: [3, -1] },
      { type: 'line', data: [7, 8] },
      { type: 'bar', stack: 's', data: [4, -2] },
      { type: 'bar', data: [1, 1] },
    ]);
    expect(series).toMatchObject([
      {
        data: [
          [0, 0, 3],
          [1, 0, -1],
        ],
        itemPayload: { count: 2, index: 0 },
      },
      { type: 'line', data: [7, 8] },
      {
        data: [
          [0, 3, 7],
          [1, -1, -3],
        ],
        itemPayload: { count: 2, index: 0 },
      },
      {
        data: [
          [0, 0, 1],
          [1, 0, 1],
        ],
        itemPayload: { count: 2, index: 1 },
      },
    ]);
  });

  test('an axis of times ends half a step beside its outer bars', () => {
    const bars = (data: readonly (readonly [number, number])[]) => withDeepBars([{ type: 'bar', data }]);
    expect(
      bars([
        [0, 1],
        [100, 1],
        [40, 1],
      ]),
    ).toMatchObject({ min: -20, max: 120 });
    expect(bars([[7_200_000, 1]])).toMatchObject({ min: 5_400_000, max: 9_000_000 });
  });

  test('a time axis with bars has room for lines that extend beyond the bars, and a time axis without bars has no bounds', () => {
    const line = {
      type: 'line',
      data: [
        [-50, 1],
        [200, 1],
      ],
    };
    const bars = {
      type: 'bar',
      data: [
        [0, 1],
        [100, 1],
      ],
    };
    expect(withDeepBars([bars, line])).toMatchObject({ min: -100, max: 250 });
    expect(withDeepBars([line])).toEqual({ series: [line] });
  });

  test('horizontal bars keep their labels', () => {
    const svg = drawDocument(horizontalBars([{ name: 'a', value: 5, unit: 'kg', color: COLOR }], '', true));
    expect(svg).toContain('>5 kg<');
    expect(svg).toContain(DARKER);
  });
});

describe('round bodies', () => {
  const slices = [
    { name: 'a', value: 3, color: COLOR },
    { name: 'b', value: 1 },
  ];

  test('a pie at an angle keeps its labels, and has its edge only in front', () => {
    const picture = pies([{ title: '', slices }], '', true);
    expect(drawDocument(picture)).toMatch(/>a<.*>75%</);
    expect(fillsOf(picture)[DARKER]).toBe(1);
  });

  test('slices with the same name have the same colour in all pies', () => {
    const picture = pies(
      [
        { title: 'p', slices },
        { title: 'q', slices: slices.slice(1) },
      ],
      '',
      true,
    );
    const drawn = (picture.option.series as { renderItem?: string; data: { itemStyle: { color: string } }[] }[]).filter(
      ({ renderItem }) => renderItem,
    );
    expect(drawn.map(({ data }) => data.at(-1)?.itemStyle.color)).toEqual(['#14b8a6', '#14b8a6']);
  });

  test('a pie without an amount has no slice', () => {
    expect(
      fillsOf(pies([{ title: '', slices: [{ name: 'a', value: 0, color: COLOR }] }], '', true))[COLOR],
    ).toBeUndefined();
  });

  test('the liquid of a tank is as high as its percentage', () => {
    const levelOf = (value: number): number => {
      const svg = drawDocument(gauges([{ name: 'a', value, unit: '%', color: COLOR }], 'tank'));
      const [, points = ''] = new RegExp(`points="([^"]*)" fill="${COLOR}"`).exec(svg) ?? [];
      const heights = points.split(' ').flatMap((number, index) => (index % 2 === 1 ? [Number(number)] : []));
      return Math.max(...heights) - Math.min(...heights);
    };
    expect(levelOf(100) - levelOf(50)).toBeCloseTo(levelOf(50) - levelOf(0), 0);
    expect(levelOf(100)).toBeGreaterThan(levelOf(50));
  });
});

describe('maps with depth', () => {
  test('a map with depth shows its values on the upper one of its two maps', () => {
    const { option } = mapChart({ map: 'provinces', regions: [{ name: '浙江', value: 1 }], isDeep: true });
    expect(option).toMatchObject({
      geo: [{ silent: true }, { regions: [{ name: '浙江' }] }],
      series: [{ geoIndex: 1 }],
    });
  });

  test('a globe draws a map whose regions are single polygons', () => {
    const ring = [
      [0, 0],
      [0, 10],
      [10, 10],
      [10, 0],
      [0, 0],
    ];
    const geometry = { type: 'Polygon', coordinates: [ring] };
    const island = { type: 'Feature', properties: { name: 'Island' }, geometry } as const;
    addMap('world', { type: 'FeatureCollection', features: [island] });
    expect(drawGlobe({ Island: COLOR })[COLOR]).toBe(1);
    addMap('world', world);
  });

  test('a globe turns to its countries: a country on the other side is not drawn', () => {
    expect(drawGlobe({ 巴西: COLOR })[COLOR]).toBeGreaterThan(0);
    expect(drawGlobe({ 马来西亚: COLOR, 巴西: DARKER, 阿根廷: DARKER, 智利: DARKER })[COLOR]).toBeUndefined();
  });
});
