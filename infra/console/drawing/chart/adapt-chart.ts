import type { ChartOption } from '../../../../schemas/common/charts/picture.ts';
import { MIN_FONT_PX, type PictureStyle, turnOf } from '../picture-style.ts';
import { measureText, wrapText } from '../text.ts';
import type { Size } from '../theme.ts';
import { adaptRounds, widenTitles } from './adapt-rounds.ts';
import { isRecord, recordsIn } from './round-places.ts';

type Adapting = Pick<PictureStyle, 'rest' | 'turn' | 'minFont' | 'legends'>;

/** Breaks a text of several words by itself, because ECharts breaks numbers at their commas. */
const withLines = (value: unknown): unknown => {
  if (!isRecord(value) || value.overflow !== 'break' || typeof value.formatter !== 'string') return value;
  if (value.formatter.includes('{')) return value;
  const { overflow: _, width, formatter, ...label } = value;
  const lines = formatter.split('\n').flatMap((line) => wrapText(line, MIN_FONT_PX, Number(width)));
  return { ...label, formatter: lines.join('\n') };
};

/** Texts stay as they are if the page says the whole text at the pointer. */
const withWholeTexts = (given: unknown, style: Adapting): unknown => {
  const value = withLines(given);
  if (Array.isArray(value)) return value.map((one) => withWholeTexts(one, style));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'data') return [key, recordsIn(inner).length > 0 ? withWholeTexts(inner, style) : inner];
      if (key === 'fontSize') return [key, Math.max(Number(inner), style.minFont)];
      if (key === 'overflow' && style.rest === 'turns') return [key, 'break'];
      return [key, withWholeTexts(inner, style)];
    }),
  );
};

const ICON_PX = 15;
const ENTRY_GAP_PX = 12;
const LINE_PX = 20;
const SIDE_PX = 10;
const MAX_LEGEND_SHARE = 0.34;

const nameOf = ({ name }: ChartOption): string => String(name ?? '');

const entriesOf = (option: ChartOption): readonly string[] => {
  const names = recordsIn(option.series).flatMap((one) =>
    one.type === 'pie' || one.type === 'radar' ? recordsIn(one.data).map(nameOf) : [nameOf(one)],
  );
  return [...new Set(names)].filter(Boolean);
};

const linesOf = (entries: readonly string[], width: number): readonly (readonly string[])[] => {
  const lines: string[][] = [];
  let room = 0;
  for (const entry of entries) {
    const length = ICON_PX + measureText(entry, MIN_FONT_PX) + ENTRY_GAP_PX;
    if (length > room || lines.length === 0) {
      lines.push([entry]);
      room = width - length;
    } else {
      lines.at(-1)?.push(entry);
      room -= length;
    }
  }
  return lines;
};

/** Heights are multiplied by `factor`, and `offset` percent are left free above. */
interface Squeeze {
  readonly factor: number;
  readonly offset: number;
}

const isPercent = (value: unknown): value is string => typeof value === 'string' && value.endsWith('%');

const scalePercent = (value: unknown, factor: number): unknown =>
  isPercent(value) ? `${Number.parseFloat(value) * factor}%` : value;

const movePercent = (value: unknown, { factor, offset }: Squeeze): unknown =>
  isPercent(value) ? `${Number.parseFloat(value) * factor + offset}%` : value;

/** Moves a shape with depth. Its position and height are percentages without a percent sign. */
const squeezeBody = (payload: ChartOption, { factor, offset }: Squeeze): ChartOption => ({
  ...payload,
  y: Number(payload.y) * factor + offset,
  height: Number(payload.height ?? 100) * factor,
});

const squeeze = (part: ChartOption, by: Squeeze): ChartOption => ({
  ...part,
  ...('top' in part && { top: movePercent(part.top, by) }),
  ...('height' in part && { height: scalePercent(part.height, by.factor) }),
  ...(Array.isArray(part.center) && { center: [part.center[0], movePercent(part.center[1], by)] }),
  ...(typeof part.radius === 'string' && { radius: scalePercent(part.radius, by.factor) }),
  ...(isRecord(part.itemPayload) && 'y' in part.itemPayload && { itemPayload: squeezeBody(part.itemPayload, by) }),
});

const squeezeAll = (value: unknown, by: Squeeze): unknown =>
  Array.isArray(value) ? value.map((one) => squeeze(one as ChartOption, by)) : value;

/** Pictures leave this percentage of the height free for a caption above the charts. */
const [CAPTION_PX, CAPTION_PERCENT] = [32, 15];

const hasCaption = ({ title }: ChartOption): boolean => recordsIn(title).some(({ top }) => typeof top === 'number');

/** Pictures leave this share of the height free for a legend below the charts. */
const USUAL_LEGEND_SHARE = 0.13;

const withLegendBelow = (option: ChartOption, legend: ChartOption, legendPx: number, height: number): ChartOption => {
  const free = (1 - legendPx / height) / (1 - USUAL_LEGEND_SHARE);
  const missing = hasCaption(option) ? (100 * CAPTION_PX) / height - CAPTION_PERCENT * Math.min(free, 1) : 0;
  const offset = Math.max(missing, 0);
  const by = { factor: Math.min(free - offset / 100, 1), offset };
  const { title, radar, series } = option;
  return {
    ...option,
    legend,
    ...(title !== undefined && { title: squeezeAll(title, by) }),
    ...(radar !== undefined && { radar: squeezeAll(radar, by) }),
    series: squeezeAll(series, by),
  };
};

/** Height of the unit above a vertical axis. */
const AXIS_NAME_PX = 18;

const hasAxisNames = ({ yAxis }: ChartOption): boolean => recordsIn(yAxis).some((axis) => nameOf(axis) !== '');

const TITLE_LINE_PX = 15;
/** Pictures leave this part of the height free for titles below their charts. */
const TITLE_SHARE = 0.05;

/** Returns the height by which the titles below the charts exceed the room that is kept for them. */
const titlesPx = ({ title }: ChartOption, height: number): number => {
  const lines = recordsIn(title).map(({ text, textStyle }) => {
    const { fontSize, width } = Object(textStyle) as Readonly<Record<string, number | undefined>>;
    return width === undefined ? 0 : wrapText(String(text), fontSize ?? MIN_FONT_PX, width).length;
  });
  const most = Math.max(0, ...lines);
  return most === 0 ? 0 : Math.max(most * TITLE_LINE_PX - TITLE_SHARE * height, 0);
};

const AXES_PX = 60;
/** Minimum width of a category whose label is broken into lines. For narrower categories, ECharts leaves out labels. */
const MIN_CATEGORY_PX = 44;
const CATEGORY_GAP_PX = 6;

/** Breaks the labels of categories that are wider than their places, so that all of them are shown. */
const withWholeCategories = (option: ChartOption, { width }: Size): ChartOption => {
  const adapt = (axis: ChartOption): ChartOption => {
    if (axis.type !== 'category' || !Array.isArray(axis.data)) return axis;
    const each = (width - AXES_PX) / axis.data.length;
    if (each < MIN_CATEGORY_PX) return axis;
    const axisLabel = { ...Object(axis.axisLabel), interval: 0, width: each - CATEGORY_GAP_PX, overflow: 'break' };
    return { ...axis, axisLabel };
  };
  return option.xAxis === undefined ? option : { ...option, xAxis: recordsIn(option.xAxis).map(adapt) };
};

interface Adapted {
  readonly option: ChartOption;
  readonly turns: number;
  readonly legendPx?: number;
}

const [ENTRY_PX, MIN_ENTRY_GAP_PX] = [15, 2];

const withLegendBeside = (
  option: ChartOption,
  legend: ChartOption,
  { width, height }: Size,
  { rest, turn }: Adapting,
): Adapted => {
  const room = Math.max(Math.floor(height / (ENTRY_PX + MIN_ENTRY_GAP_PX)), 1);
  const { shown, turns } = turnOf(entriesOf(option), room, turn);
  if (rest === 'scrolls' && turns > 1) return { option, turns: 1 };
  const gap = Math.min(Number(legend.itemGap ?? ENTRY_GAP_PX), height / Math.max(shown.length, 1) - ENTRY_PX);
  const share = legend.left === undefined ? 0.5 : 0.36;
  const textStyle = { ...Object(legend.textStyle), overflow: 'break', width: width * share };
  const beside = { ...legend, type: 'plain', itemGap: Math.max(gap, MIN_ENTRY_GAP_PX), textStyle };
  return { option: { ...option, legend: { ...beside, ...(turns > 1 && { data: shown }) } }, turns };
};

/** Lines for which there is no room follow at the next turn, or the legend keeps its pages. */
const withWholeLegend = (option: ChartOption, size: Size, style: Adapting): Adapted => {
  const { width, height } = size;
  const { legend, grid } = option;
  if (!isRecord(legend) || legend.show === false) return { option, turns: 1 };
  if (legend.orient === 'vertical' && 'radar' in option) {
    const { orient: _, align: __, right: ___, top: ____, ...below } = legend;
    return withWholeLegend({ ...option, legend: { ...below, bottom: 4, left: 'center' } }, size, style);
  }
  if (legend.orient === 'vertical') return withLegendBeside(option, legend, size, style);
  const entries = entriesOf(option);
  const inner = width - 2 * SIDE_PX;
  const room = Math.max(Math.floor((height * MAX_LEGEND_SHARE) / LINE_PX), 1);
  const { shown: lines, turns } = turnOf(linesOf(entries, inner), room, style.turn);
  if (style.rest === 'scrolls' && turns > 1) return { option, turns: 1 };
  const plain = {
    ...legend,
    type: 'plain',
    width: inner,
    itemGap: ENTRY_GAP_PX - 1,
    textStyle: { ...Object(legend.textStyle), width: inner - ICON_PX, overflow: 'break' },
    data: turns > 1 ? lines.flat() : (legend.data ?? lines.flat()),
  };
  const legendPx = lines.length * LINE_PX + 8;
  if (legend.bottom !== undefined)
    return { option: withLegendBelow(option, plain, legendPx + titlesPx(option, height), height), turns, legendPx };
  const isNeeded = entries.length > (style.legends === 'all' ? 0 : 1);
  const top = (isNeeded ? legendPx : 6) + (hasAxisNames(option) ? AXIS_NAME_PX : 6);
  const shownLegend = { ...plain, show: isNeeded || 'geo' in option };
  return { option: { ...option, legend: shownLegend, ...(isRecord(grid) && { grid: { ...grid, top } }) }, turns };
};

const numberIn = (value: unknown): number => Number(value) || 0;

const extentOf = (places: readonly number[]): number => Math.max(...places) - Math.min(...places) || 1;

const BUBBLE_LABEL_PX = 14;

/** Scales bubbles and the distances between them to the size of the chart, so that no bubble covers another one. */
const scaleBubbles = (series: ChartOption, { width, height }: Size): ChartOption => {
  const data = recordsIn(series.data);
  if (series.preserveAspect !== true || series.links !== undefined || data.length < 2) return series;
  const radius = Math.max(...data.map(({ symbolSize }) => numberIn(symbolSize))) / 2;
  const [across, down] = [extentOf(data.map(({ x }) => numberIn(x))), extentOf(data.map(({ y }) => numberIn(y)))];
  const factor = Math.min(width / (across + 2 * radius), (height - 2 * BUBBLE_LABEL_PX) / (down + 2 * radius));
  const [beside, above] = [radius * factor, radius * factor + BUBBLE_LABEL_PX];
  const scaled = data.map((one) => ({ ...one, symbolSize: Math.max(numberIn(one.symbolSize) * factor, 1) }));
  return { ...series, left: beside, right: beside, top: above, bottom: above, data: scaled };
};

/** Adapts the option of a chart to a size: no small font, no cut text, and no legend with pages if nobody can turn them. */
export const adaptChart = (option: ChartOption, size: Size, style: Adapting): Adapted => {
  const whole = withWholeCategories(widenTitles(withWholeTexts(option, style) as ChartOption, size), size);
  const adapted = withWholeLegend(whole, size, style);
  const { series } = adapted.option;
  const scaled = Array.isArray(series) ? { series: series.map((one) => scaleBubbles(one, size)) } : {};
  return { ...adapted, option: adaptRounds({ ...adapted.option, ...scaled }, size, adapted.legendPx ?? 0) };
};
