import type { ChartOption } from '../../../../schemas/common/charts/picture.ts';
import { measureText, widestPart, wrapText } from '../svg/text.ts';
import type { Size } from '../theme.ts';
import { MIN_FONT_PX } from './wall-style.ts';

/** True for an object of a chart's option. */
export const isRecord = (value: unknown): value is ChartOption =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the objects in a value, which is one or a list. */
export const recordsIn = (value: unknown): readonly ChartOption[] =>
  (Array.isArray(value) ? value : [value]).filter(isRecord);

const shareOf = (value: unknown): number => Number.parseFloat(String(value)) / 100;

/** Returns the width in pixels that each of the round charts has, which stand side by side. */
const widthOfEach = (centers: readonly unknown[], width: number): number =>
  width / Math.max(new Set(centers.map((center) => String(Array.isArray(center) ? center[0] : '50%'))).size, 1);

const GAP_PX = 8;
/** Part of a ring's inside that its value fills at most: of the width, and of the height. */
const [VALUE_WIDTH, VALUE_HEIGHT] = [0.82, 0.4];

/** Returns the largest size of the value of a gauge that fits inside its ring. */
const valueSize = ({ radius, progress, axisLabel, detail }: ChartOption, { width, height }: Size): number => {
  const scale = isRecord(axisLabel) && axisLabel.show === true ? Number(axisLabel.distance) + MIN_FONT_PX : 0;
  const line = Number(Object(progress).width ?? 0);
  const inside = shareOf(radius) * Math.min(width, height) - 2 * (line + scale);
  const text = String(Object(detail).formatter);
  return Math.min((inside * VALUE_WIDTH) / measureText(text, 1), inside * VALUE_HEIGHT);
};

const isGauge = ({ type }: ChartOption): boolean => type === 'gauge';

/** Enlarges the values of gauges to the size of their rings, and breaks names that are wider than their places. */
const adaptGauges = (series: readonly ChartOption[], size: Size): readonly ChartOption[] => {
  const gauges = series.filter(isGauge);
  const least = Math.min(...gauges.map((one) => valueSize(one, size)));
  const width = widthOfEach(
    gauges.map(({ center }) => center),
    size.width,
  );
  const adapt = (gauge: ChartOption): ChartOption => {
    const detail = Object(gauge.detail);
    // The plate of a body with depth is as high as its text.
    const fontSize = Math.max(Math.floor(least), detail.fontSize, MIN_FONT_PX);
    const isPlate = detail.backgroundColor !== undefined;
    const title = { ...Object(gauge.title), width: width - GAP_PX, overflow: 'break' };
    return { ...gauge, title, detail: { ...detail, ...(!isPlate && { fontSize }) } };
  };
  return series.map((one) => (isGauge(one) ? adapt(one) : one));
};

const MAX_NAME_PX = 110;
/** Part of the room beside the centre of a radar that its names take at least, and at most. */
const [MIN_NAMES, MAX_NAMES] = [0.45, 0.7];

/** Leaves room for the names beside a radar. */
const adaptRadar = (radar: ChartOption, each: number, { width, height }: Size): ChartOption => {
  const half = each / 2 - GAP_PX;
  const indicators = recordsIn(radar.indicator);
  const fontSize = Object(radar.axisName).fontSize ?? MIN_FONT_PX;
  const widest = Math.max(...indicators.map(({ name }) => widestPart(String(name), fontSize)));
  const names = Math.min(Math.max(Math.min(MAX_NAME_PX, half * MIN_NAMES), widest + 2), half * MAX_NAMES);
  const whole = Math.min(width, height) / 2;
  const radius = Math.min(shareOf(radar.radius) * whole, half - names);
  return {
    ...radar,
    radius: `${(100 * radius) / whole}%`,
    // ECharts itself does not break these names.
    indicator: indicators.map((one) => ({ ...one, name: wrapText(String(one.name), fontSize, names).join('\n') })),
  };
};

/** Adapts gauges and radars, whose texts depend on the room beside or inside them. */
export const adaptRounds = (option: ChartOption, size: Size): ChartOption => {
  const series = recordsIn(option.series);
  const radars = recordsIn(option.radar);
  const each = widthOfEach(
    radars.map(({ center }) => center),
    size.width,
  );
  return {
    ...option,
    ...(series.some(isGauge) && { series: adaptGauges(series, size) }),
    ...(radars.length > 0 && { radar: radars.map((one) => adaptRadar(one, each, size)) }),
  };
};
