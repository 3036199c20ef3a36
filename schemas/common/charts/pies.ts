import { type Cell, cellsFor, centerOf, percent } from './cells.ts';
import { type ChartPicture, limitTo } from './picture.ts';

export interface Slice {
  readonly name: string;
  readonly value: number;
  readonly color?: string | undefined;
}

export interface Pie {
  readonly title: string;
  readonly slices: readonly Slice[];
}

/** Heights of the caption, the legend and the titles, in percent of the chart. */
const CAPTION_HEIGHT = 15;
const LEGEND_HEIGHT = 14;
const TITLE_HEIGHT = 11;

const MAX_LABELLED = 8;
const MAX_PIES = 24;

const toSlice = ({ name, value, color }: Slice) => ({
  name,
  value: Math.max(value, 0),
  ...(color !== undefined && { itemStyle: { color } }),
});

const toSeries = ({ title, slices }: Pie, { left, top, width, height }: Cell, isAlone: boolean) => ({
  type: 'pie',
  name: title,
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(isAlone ? height : height - TITLE_HEIGHT),
  radius: isAlone ? ['40%', '66%'] : ['54%', '86%'],
  stillShowZeroSum: false,
  label: { show: isAlone && slices.length <= MAX_LABELLED, formatter: '{b}\n{d}%', width: 100, overflow: 'break' },
  labelLine: { length: 8, length2: 8 },
  data: slices.map(toSlice),
});

const toTitle = ({ title }: Pie, cell: Cell) => ({
  text: title,
  left: percent(centerOf(cell).x),
  top: percent(cell.top + cell.height - TITLE_HEIGHT),
  textAlign: 'center',
  textStyle: { fontSize: 12, fontWeight: 'normal', width: 110, overflow: 'truncate' },
});

const captionOf = (caption: string) =>
  caption === '' ? [] : [{ text: caption, left: 'center', top: 8, textStyle: { fontSize: 16 } }];

/** Returns the height above the pies, in percent of the picture. */
const heightAbove = (caption: string, isAlone: boolean): number => {
  if (caption !== '') return CAPTION_HEIGHT;
  return isAlone ? 0 : 3;
};

/**
 * Draws pies side by side. A single pie has labels; several pies share a legend.
 * @param caption a figure above the pies, such as an average.
 */
export const pies = (all: readonly Pie[], caption = ''): ChartPicture => {
  const { shown: groups, notes } = limitTo(all, MAX_PIES, 'pies');
  const isAlone = groups.length === 1;
  const isLabelled = isAlone && (groups[0]?.slices.length ?? 0) <= MAX_LABELLED;
  const cells = cellsFor(groups.length, {
    above: heightAbove(caption, isAlone),
    below: isLabelled ? 0 : LEGEND_HEIGHT,
  });
  const at = (index: number): Cell => cells[index] as Cell;
  const titles = isAlone ? [] : groups.map((pie, index) => toTitle(pie, at(index)));
  return {
    kind: 'chart',
    option: {
      title: [...captionOf(caption), ...titles],
      legend: { show: !isLabelled, type: 'scroll', bottom: 6, left: 'center' },
      tooltip: { trigger: 'item' },
      series: groups.map((pie, index) => toSeries(pie, at(index), isAlone)),
    },
    names: groups.flatMap(({ title, slices }) => [...(isAlone ? [] : [title]), ...slices.map(({ name }) => name)]),
    notes,
  };
};
