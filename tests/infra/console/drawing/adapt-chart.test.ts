import { describe, expect, test } from '@jest/globals';
import { measureText } from '../../../../infra/console/drawing/svg/text.ts';
import { adaptChart } from '../../../../infra/console/drawing/wall/adapt-chart.ts';
import type { ChartOption } from '../../../../schemas/common/charts/picture.ts';

const NAMES = Array.from({ length: 40 }, (_, index) => `Regional distribution centre ${index + 1}`);
const SIZE = { width: 330, height: 300 };

const pie = (legend: ChartOption, names: readonly string[]): ChartOption => ({
  legend,
  series: [{ type: 'pie', data: names.map((name) => ({ name, value: 1 })) }],
});

const shownAt = (option: ChartOption, turn: number): readonly string[] =>
  Object(adaptChart(option, SIZE, turn).option.legend).data;

describe('the legend of a chart on a wall', () => {
  test.each([
    ['above the charts', {}],
    ['below the charts', { bottom: 4 }],
    ['beside the charts', { orient: 'vertical' }],
  ])('a legend %s that has no room for all entries shows each of them at one turn', (_, legend) => {
    const option = pie(legend, NAMES);
    const { turns } = adaptChart(option, SIZE, 0);
    expect(turns).toBeGreaterThan(1);
    expect(Array.from({ length: turns }, (_, turn) => shownAt(option, turn)).flat()).toEqual(NAMES);
    expect(shownAt(option, turns)).toEqual(shownAt(option, 0));
  });

  test('a legend with room for all entries needs one turn', () => {
    expect(adaptChart(pie({}, NAMES.slice(0, 3)), SIZE, 5).turns).toBe(1);
    expect(shownAt(pie({}, NAMES.slice(0, 3)), 5)).toEqual(NAMES.slice(0, 3));
  });
});

test('the names of a radar in a narrow tile are broken between words, and fit beside it', () => {
  const broken = ['Warehouse\nreplenishment\nrequests', 'Customer\nsatisfaction\nsurvey'];
  const indicator = broken.map((name) => ({ name: name.replaceAll('\n', ' ') }));
  const option = { radar: { radius: '60%', indicator }, series: [] };
  const [radar = {}] = adaptChart(option, SIZE, 0).option.radar as readonly ChartOption[];
  expect(radar.indicator).toEqual(broken.map((name) => ({ name })));
  const radius = (Number.parseFloat(String(radar.radius)) / 100) * (SIZE.height / 2);
  const widest = Math.max(...broken.flatMap((name) => name.split('\n')).map((line) => measureText(line, 11)));
  expect(radius + widest).toBeLessThanOrEqual(SIZE.width / 2);
});
