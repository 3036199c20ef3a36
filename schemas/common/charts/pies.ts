import { type Cell, cellsFor, centerOf, percent } from './cells.ts';
import { deepPie } from './depth.ts';
import { type ChartPicture, colorAt, limitTo } from './picture.ts';

export interface Slice {
  readonly name: string;
  readonly value: number;
  readonly color?: string | undefined;
}

export interface Pie {
  readonly title: string;
  readonly slices: readonly Slice[];
}

/** Height in percent of the chart. */
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

/** Radius in percent of the pie's place: alone, and beside others. */
const [ALONE_RADIUS, SHARED_RADIUS] = [66, 86];

/** Returns the place of a pie, above its title. */
const placeOf = ({ height, ...cell }: Cell, isAlone: boolean): Cell => ({
  ...cell,
  height: isAlone ? height : height - TITLE_HEIGHT,
});

const toSeries = ({ title, slices }: Pie, { left, top, width, height }: Cell, isAlone: boolean) => ({
  type: 'pie',
  name: title,
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(height),
  radius: isAlone ? ['40%', percent(ALONE_RADIUS)] : ['54%', percent(SHARED_RADIUS)],
  stillShowZeroSum: false,
  label: { show: isAlone && slices.length <= MAX_LABELLED, formatter: '{b}\n{d}%', width: 100, overflow: 'break' },
  labelLine: { length: 8, length2: 8 },
  data: slices.map(toSlice),
});

/** Gives each slice a colour: its own, or else one that all slices with the same name share. */
const colorSlices = (pies: readonly Pie[]) => {
  const names = [...new Set(pies.flatMap(({ slices }) => slices.map(({ name }) => name)))];
  return pies.map(({ title, slices }) => ({
    title,
    slices: slices.map(({ name, value, color = colorAt(names.indexOf(name)) }) => ({ name, value, color })),
  }));
};

/** Returns a pie at an angle, and an invisible flat pie that carries its labels. */
const toDeepSeries = (pie: ReturnType<typeof colorSlices>[number], cell: Cell, isAlone: boolean) => {
  const place = {
    ...centerOf(cell),
    width: cell.width,
    height: cell.height,
    radius: isAlone ? ALONE_RADIUS : SHARED_RADIUS,
  };
  const flat = toSeries(pie, cell, isAlone);
  return [{ ...flat, itemStyle: { opacity: 0 }, label: { ...flat.label, opacity: 1 } }, deepPie(place, pie.slices)];
};

const toTitle = ({ title }: Pie, cell: Cell) => ({
  text: title,
  left: percent(centerOf(cell).x),
  top: percent(cell.top + cell.height - TITLE_HEIGHT),
  textAlign: 'center',
  textStyle: { fontSize: 12, fontWeight: 'normal', width: 110, overflow: 'truncate' },
});

/** The legend cannot hide slices. It needs an opacity of its own, because it belongs to the invisible flat pies. */
const LEGEND_OF_DEEP = { selectedMode: false, itemStyle: { opacity: 1 } };

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
 * @param isDeep true to draw them at an angle.
 */
export const pies = (all: readonly Pie[], caption = '', isDeep = false): ChartPicture => {
  const { shown: groups, notes } = limitTo(all, MAX_PIES, 'pies');
  const isAlone = groups.length === 1;
  const isLabelled = isAlone && (groups[0]?.slices.length ?? 0) <= MAX_LABELLED;
  const cells = cellsFor(groups.length, {
    above: heightAbove(caption, isAlone),
    below: isLabelled ? 0 : LEGEND_HEIGHT,
  });
  const at = (index: number): Cell => cells[index] as Cell;
  const placeAt = (index: number): Cell => placeOf(at(index), isAlone);
  const titles = isAlone ? [] : groups.map((pie, index) => toTitle(pie, at(index)));
  return {
    kind: 'chart',
    option: {
      title: [...captionOf(caption), ...titles],
      legend: { show: !isLabelled, type: 'scroll', bottom: 6, left: 'center', ...(isDeep && LEGEND_OF_DEEP) },
      tooltip: { trigger: 'item' },
      series: isDeep
        ? colorSlices(groups).flatMap((pie, index) => toDeepSeries(pie, placeAt(index), isAlone))
        : groups.map((pie, index) => toSeries(pie, placeAt(index), isAlone)),
    },
    names: groups.flatMap(({ title, slices }) => [...(isAlone ? [] : [title]), ...slices.map(({ name }) => name)]),
    notes,
  };
};
