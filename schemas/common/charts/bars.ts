import { deepBars } from './depth.ts';
import { withUnit } from './format-number.ts';
import { ACCENT, type ChartPicture, limitTo } from './picture.ts';

export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly unit?: string | undefined;
  readonly color?: string | undefined;
}

/** More bars would be thinner than a line. */
const MAX_BARS = 100;

/** Returns the axis option of horizontal bars: the first name is the uppermost. */
export const namesDown = (names: readonly string[]) => ({
  type: 'category',
  inverse: true,
  data: names,
  axisLabel: { width: 110, overflow: 'truncate' },
});

/** The distance keeps the label off the side of the bar, which extends beyond the flat bar. */
const DEEP_LABEL = { opacity: 1, distance: 14 };

const deepSeries = (bars: readonly Bar[]) =>
  deepBars(
    { count: 1, index: 0, step: 1, isLying: true },
    bars.map(({ value, color = ACCENT }, index) => ({ value: [index, 0, value], itemStyle: { color } })),
  );

/**
 * @param caption a text above the bars, such as a title and a total.
 * @param isDeep true to draw bars with front, top and side. The flat bars are then invisible, and only carry the
 * labels.
 */
export const horizontalBars = (all: readonly Bar[], caption = '', isDeep = false): ChartPicture => {
  const { shown: bars, notes } = limitTo(all, MAX_BARS, 'values');
  return {
    kind: 'chart',
    option: {
      ...(caption !== '' && { title: { text: caption, left: 10, top: 8, textStyle: { fontSize: 14 } } }),
      grid: { top: caption === '' ? 12 : 36, right: 64, bottom: 12 },
      tooltip: { trigger: 'item' },
      xAxis: { type: 'value', show: false },
      yAxis: namesDown(bars.map(({ name }) => name)),
      series: [
        {
          type: 'bar',
          barMaxWidth: 22,
          itemStyle: { borderRadius: [0, 4, 4, 0], ...(isDeep && { opacity: 0 }) },
          label: { show: true, position: 'right', ...(isDeep && DEEP_LABEL) },
          data: bars.map(({ value, unit, color }) => ({
            value,
            label: { formatter: withUnit(value, unit) },
            ...(color !== undefined && !isDeep && { itemStyle: { color } }),
          })),
        },
        ...(isDeep ? [deepSeries(bars)] : []),
      ],
    },
    names: bars.map(({ name }) => name),
    notes,
  };
};

export interface NamedValues {
  readonly series: readonly Bar[];
}
