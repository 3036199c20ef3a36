import { describe, expect, test } from '@jest/globals';
import { adaptChart } from '../../../../infra/console/drawing/chart/adapt-chart.ts';
import { drawPicture } from '../../../../infra/console/drawing/picture/draw-picture.ts';
import { pictureStyles } from '../../../../infra/console/drawing/picture-style.ts';
import { measureText, wrapText } from '../../../../infra/console/drawing/text.ts';
import { drawWallTile, enlargementOf } from '../../../../infra/console/drawing/wall/draw-wall-tile.ts';
import { wallThemes } from '../../../../infra/console/drawing/wall/wall-style.ts';
import { dial, gauges } from '../../../../schemas/common/charts/gauges.ts';
import type { ChartOption } from '../../../../schemas/common/charts/picture.ts';
import { pies } from '../../../../schemas/common/charts/pies.ts';
import { radars } from '../../../../schemas/common/charts/radars.ts';

const STYLE = {
  ...pictureStyles.wall,
  theme: wallThemes.dark,
  component: 'x',
  prefix: 'a-',
  turn: 0,
  unit: 12,
  tiles: 25,
  moreColumns: String,
};

const NAMES = Array.from({ length: 40 }, (_, index) => `Regional distribution centre ${index + 1}`);
const SIZE = { width: 330, height: 300 };

const pie = (legend: ChartOption, names: readonly string[]): ChartOption => ({
  legend,
  series: [{ type: 'pie', data: names.map((name) => ({ name, value: 1 })) }],
});

const shownAt = (option: ChartOption, turn: number): readonly string[] =>
  Object(adaptChart(option, SIZE, { ...STYLE, turn }).option.legend).data;

describe('the legend of a chart on a wall', () => {
  test.each([
    ['above the charts', {}],
    ['below the charts', { bottom: 4 }],
    ['beside the charts', { orient: 'vertical' }],
  ])('a legend %s without room for all its entries shows them in turns', (_, legend) => {
    const option = pie(legend, NAMES);
    const { turns } = adaptChart(option, SIZE, STYLE);
    expect(turns).toBeGreaterThan(1);
    expect(Array.from({ length: turns }, (_, turn) => shownAt(option, turn)).flat()).toEqual(NAMES);
    expect(shownAt(option, turns)).toEqual(shownAt(option, 0));
  });

  test('a legend without room on the page of the console keeps its pages, which a reader can turn', () => {
    const option = pie({ type: 'scroll', bottom: 4 }, NAMES);
    const { turns, option: adapted } = adaptChart(option, SIZE, { ...STYLE, ...pictureStyles.tile });
    expect([turns, Object(adapted.legend).type]).toEqual([1, 'scroll']);
  });

  test('a legend with room for all entries needs one turn', () => {
    expect(adaptChart(pie({}, NAMES.slice(0, 3)), SIZE, { ...STYLE, turn: 5 }).turns).toBe(1);
    expect(shownAt(pie({}, NAMES.slice(0, 3)), 5)).toEqual(NAMES.slice(0, 3));
  });
});

test('the names around a radar in a narrow tile are broken between words, and fit beside the radar', () => {
  const broken = ['Warehouse\nreplenishment\nrequests', 'Customer\nsatisfaction\nsurvey'];
  const indicator = broken.map((name) => ({ name: name.replaceAll('\n', ' ') }));
  const option = { radar: { radius: '60%', indicator }, series: [] };
  const [radar = {}] = adaptChart(option, SIZE, STYLE).option.radar as readonly ChartOption[];
  expect(radar.indicator).toEqual(broken.map((name) => ({ name })));
  const radius = (Number.parseFloat(String(radar.radius)) / 100) * (SIZE.height / 2);
  const widest = Math.max(...broken.flatMap((name) => name.split('\n')).map((line) => measureText(line, 11)));
  expect(radius + widest).toBeLessThanOrEqual(SIZE.width / 2);
});

const indicatorOf = (names: readonly string[]) => names.map((name) => ({ name, max: 100 }));

test.each([4, 6, 8])('a radar of %i axes with a legend leaves room for its lowest name', (count) => {
  const names = ['North', 'South', 'East', 'West', 'Centre', 'Abroad', 'Online', 'Others'].slice(0, count);
  const series = ['Plan', 'Result'].map((name) => ({ name, value: names.map(() => 60) }));
  for (const box of [
    { x: 0, y: 0, width: 330, height: 200 },
    { x: 0, y: 0, width: 230, height: 130 },
  ]) {
    const { svg } = drawPicture(radars([{ indicator: indicatorOf(names), series }]), box, STYLE);
    expect(names.filter((name) => !svg.includes(`>${name}</text>`))).toEqual([]);
  }
});

test('the value of a lone gauge on a small tile is at least 2.6 hundredths of the screen', () => {
  const unit = Math.sqrt(1920 * 1080) / 100;
  for (const size of [
    { width: 370, height: 190 },
    { width: 260, height: 200 },
  ]) {
    const tile = { slug: 'load', component: 'x', title: 'Load', sentences: [] };
    const picture = gauges([{ name: 'Load', value: 73, unit: '%' }]);
    const { svg } = drawWallTile({ ...tile, picture }, size, { ...STYLE, unit });
    const [, font] = /font-size="([\d.]+)"[^>]*>73%</.exec(svg) ?? /font:[^;"]*?([\d.]+)px[^>]*>73%</.exec(svg) ?? [];
    expect((Number(font) * enlargementOf(size, unit)) / unit).toBeGreaterThan(2.6);
  }
});

const LONG_NAME = 'Warehouse replenishment requests';

const adapted = ({ option }: { readonly option: object }, size = SIZE): ChartOption =>
  adaptChart(option as ChartOption, size, STYLE).option;

const partsOf = (option: ChartOption, type: string): readonly ChartOption[] =>
  (option.series as readonly ChartOption[]).filter((one) => one.type === type);

const px = (share: unknown, whole: number): number => (Number.parseFloat(String(share)) / 100) * whole;

test('the names below tanks in two rows have the width of a column, and no name reaches the next row', () => {
  const values = Array.from({ length: 7 }, (_, index) => ({ name: LONG_NAME, value: index }));
  const size = { width: 330, height: 200 };
  const option = adapted(gauges(values, 'tank'), size);
  const texts = partsOf(option, 'gauge').map(({ center, title }) => {
    const { width, fontSize, offsetCenter } = Object(title);
    const lines = wrapText(LONG_NAME, fontSize, width).length;
    const middle = px(Object(center)[1], size.height) + offsetCenter[1];
    return { width, top: middle - (lines * fontSize) / 2, bottom: middle + (lines * fontSize) / 2 };
  });
  const bodies = partsOf(option, 'custom').map(({ itemPayload }) => {
    const { y, radius } = Object(itemPayload);
    const [middle, half] = [px(y, size.height), px(radius, size.height) / 2];
    return { top: middle - half, bottom: middle + half };
  });
  expect(texts.map(({ width }) => Math.round(width))).toEqual(Array(7).fill(Math.round(size.width / 4 - 8)));
  texts.forEach(({ top }, index) => {
    expect(top).toBeGreaterThanOrEqual(bodies[index]?.bottom ?? Number.NaN);
  });
  expect(Math.max(...texts.slice(0, 4).map(({ bottom }) => bottom))).toBeLessThanOrEqual(bodies[4]?.top ?? Number.NaN);
  expect(Math.max(...texts.map(({ bottom }) => bottom))).toBeLessThan(size.height + 1);
});

test('a small dial has no scale, its value fits inside its ring, and a long name is below the ring', () => {
  const size = { width: 130, height: 110 };
  const [one = {}] = partsOf(adapted(dial(LONG_NAME, 73), size), 'gauge');
  const { progress, axisLabel, detail, title } = one as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  expect(axisLabel).toEqual({ show: false });
  const inside = px(one.radius, size.height) - 2 * Number(progress?.width);
  expect(measureText('73%', Number(detail?.fontSize))).toBeLessThan(inside);
  expect(title).toMatchObject({ offsetCenter: [0, '80%'], overflow: 'break' });
  const [large = {}] = partsOf(adapted(dial('Load', 73), { width: 600, height: 600 }), 'gauge');
  expect(large).toMatchObject({ axisLabel: { show: true }, title: { offsetCenter: [0, '38%'] } });
});

test('the titles below pies have the width of a column', () => {
  const all = Array.from({ length: 3 }, () => ({ title: LONG_NAME, slices: [{ name: 'a', value: 1 }] }));
  const titles = adapted(pies(all)).title as readonly ChartOption[];
  expect(titles.map(({ textStyle }) => Object(textStyle).width)).toEqual(Array(3).fill(SIZE.width / 3 - 8));
});

test('the labels of few categories are broken, and those of many may be left out', () => {
  const axisFor = (count: number) =>
    adapted({ option: { xAxis: { type: 'category', data: Array(count).fill(LONG_NAME) }, yAxis: {}, series: [] } })
      .xAxis;
  expect(axisFor(3)).toMatchObject([{ axisLabel: { interval: 0, width: 84, overflow: 'break' } }]);
  expect(Object(axisFor(30))[0]).not.toHaveProperty('axisLabel');
});
