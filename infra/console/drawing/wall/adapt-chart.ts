import type { ChartOption } from '../../../../schemas/common/charts/picture.ts';
import { measureText, wrapText } from '../svg/text.ts';
import type { Size } from '../theme.ts';

/** The smallest font of a picture on a wall, before the picture is enlarged. */
export const MIN_FONT_PX = 11;

const isRecord = (value: unknown): value is ChartOption =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const recordsIn = (value: unknown): readonly ChartOption[] => (Array.isArray(value) ? value : [value]).filter(isRecord);

/** Enlarges small fonts, and breaks texts that would be cut. */
const withWholeTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withWholeTexts);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'data') return [key, recordsIn(inner).length > 0 ? withWholeTexts(inner) : inner];
      if (key === 'fontSize') return [key, Math.max(Number(inner), MIN_FONT_PX)];
      if (key === 'overflow') return [key, 'break'];
      return [key, withWholeTexts(inner)];
    }),
  );
};

const ICON_PX = 15;
const ENTRY_GAP_PX = 12;
const LINE_PX = 20;
const SIDE_PX = 10;
const MAX_LEGEND_SHARE = 0.34;

const nameOf = ({ name }: ChartOption): string => String(name ?? '');

/** Returns the entries that ECharts puts into a legend. */
const entriesOf = (option: ChartOption): readonly string[] => {
  const names = recordsIn(option.series).flatMap((one) =>
    one.type === 'pie' || one.type === 'radar' ? recordsIn(one.data).map(nameOf) : [nameOf(one)],
  );
  return [...new Set(names)].filter(Boolean);
};

/** Divides the entries of a legend into lines. */
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

const scalePercent = (value: unknown, factor: number): unknown =>
  typeof value === 'string' && value.endsWith('%') ? `${Number.parseFloat(value) * factor}%` : value;

/** Moves what stands above a legend closer together, by a factor. */
const squeeze = (part: ChartOption, factor: number): ChartOption => ({
  ...part,
  ...('top' in part && { top: scalePercent(part.top, factor) }),
  ...('height' in part && { height: scalePercent(part.height, factor) }),
  ...(Array.isArray(part.center) && { center: [part.center[0], scalePercent(part.center[1], factor)] }),
  ...(typeof part.radius === 'string' && { radius: scalePercent(part.radius, factor) }),
});

const squeezeAll = (value: unknown, factor: number): unknown =>
  Array.isArray(value) ? value.map((one) => squeeze(one as ChartOption, factor)) : value;

/** The height of a legend below the charts for which the pictures leave room, as a part of the whole. */
const USUAL_LEGEND_SHARE = 0.13;

/** Gives a legend below the charts as many lines as it needs. */
const withLegendBelow = (option: ChartOption, legend: ChartOption, legendPx: number, height: number): ChartOption => {
  const factor = Math.min((1 - legendPx / height) / (1 - USUAL_LEGEND_SHARE), 1);
  const { title, radar, series } = option;
  return {
    ...option,
    legend,
    ...(title !== undefined && { title: squeezeAll(title, factor) }),
    ...(radar !== undefined && { radar: squeezeAll(radar, factor) }),
    series: squeezeAll(series, factor),
  };
};

/** Height of the unit above a vertical axis. */
const AXIS_NAME_PX = 18;

const hasAxisNames = ({ yAxis }: ChartOption): boolean => recordsIn(yAxis).some((axis) => nameOf(axis) !== '');

const TITLE_LINE_PX = 14;

/** Returns the height of the further lines of titles, which stand between the charts and the legend. */
const titlesPx = ({ title }: ChartOption): number => {
  const lines = recordsIn(title).map(({ text, textStyle }) => {
    const { fontSize, width } = Object(textStyle) as Readonly<Record<string, number | undefined>>;
    return width === undefined ? 1 : wrapText(String(text), fontSize ?? MIN_FONT_PX, width).length;
  });
  return (Math.max(1, ...lines) - 1) * TITLE_LINE_PX;
};

/** Writes a legend in lines instead of pages. Entries for which there is no room are left out. */
const withWholeLegend = (option: ChartOption, { width, height }: Size): ChartOption => {
  const { legend, grid } = option;
  if (!isRecord(legend) || legend.show === false) return option;
  const entries = entriesOf(option);
  const textStyle = { ...(isRecord(legend.textStyle) && legend.textStyle), overflow: 'break' };
  if (legend.orient === 'vertical') {
    const gap = Math.min(
      Number(legend.itemGap ?? ENTRY_GAP_PX),
      Math.max(height / Math.max(entries.length, 1) - 15, 2),
    );
    const share = legend.left === undefined ? 0.5 : 0.36;
    return {
      ...option,
      legend: { ...legend, type: 'plain', itemGap: gap, textStyle: { ...textStyle, width: width * share } },
    };
  }
  const inner = width - 2 * SIDE_PX;
  const most = Math.max(Math.floor((height * MAX_LEGEND_SHARE) / LINE_PX), 1);
  const lines = linesOf(entries, inner).slice(0, most);
  const plain = {
    ...legend,
    type: 'plain',
    width: inner,
    itemGap: ENTRY_GAP_PX - 1,
    textStyle: { ...textStyle, width: inner - ICON_PX, overflow: 'break' },
    data: legend.data ?? lines.flat(),
  };
  const legendPx = lines.length * LINE_PX + 8;
  if (legend.bottom !== undefined) return withLegendBelow(option, plain, legendPx + titlesPx(option), height);
  const isNeeded = entries.length > 1;
  const top = (isNeeded ? legendPx : 6) + (hasAxisNames(option) ? AXIS_NAME_PX : 6);
  return {
    ...option,
    legend: { ...plain, show: isNeeded || 'geo' in option },
    ...(isRecord(grid) && { grid: { ...grid, top } }),
  };
};

/** Adapts the option of a chart to a wall: no small font, no cut text, no legend with pages. */
export const adaptChart = (option: ChartOption, size: Size): ChartOption =>
  withWholeLegend(withWholeTexts(option) as ChartOption, size);
