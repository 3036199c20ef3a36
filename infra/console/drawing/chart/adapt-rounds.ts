import type { ChartOption } from '../../../../schemas/common/charts/picture.ts';
import { MIN_FONT_PX } from '../picture-style.ts';
import { measureText, wrapText } from '../text.ts';
import type { Size } from '../theme.ts';
import { adaptRadar, type RadarRoom } from './adapt-radar.ts';
import { centersOf, GAP_PX, isRecord, recordsIn, shareOf, widthOfEach } from './round-places.ts';

const [VALUE_WIDTH, VALUE_HEIGHT] = [0.88, 0.4];

/** The numbers of a scale leave this share of the circle inside free. */
const SCALE_SHARE = 0.8;

const hasScale = ({ axisLabel }: ChartOption): boolean => Object(axisLabel).show === true;

const diameterOf = ({ radius }: ChartOption, { width, height }: Size): number =>
  shareOf(radius) * Math.min(width, height);

const insideOf = (gauge: ChartOption, size: Size): number => {
  const { progress, axisLabel } = gauge;
  const scale = hasScale(gauge) ? Number(Object(axisLabel).distance) + MIN_FONT_PX : 0;
  return diameterOf(gauge, size) - 2 * (Number(Object(progress).width ?? 0) + scale);
};

const PLATE_SHARE = 0.3;
const PLATE_PADDING_PX = 6;

const hasPlate = ({ detail }: ChartOption): boolean => Object(detail).backgroundColor !== undefined;

const plateSize = (gauge: ChartOption, size: Size, width: number): number => {
  const text = String(Object(gauge.detail).formatter);
  return Math.min((width - PLATE_PADDING_PX) / measureText(text, 1), diameterOf(gauge, size) * PLATE_SHARE);
};

const valueSize = (gauge: ChartOption, size: Size): number => {
  const inside = insideOf(gauge, size) * (hasScale(gauge) ? SCALE_SHARE : 1);
  const text = String(Object(gauge.detail).formatter);
  return Math.min((inside * VALUE_WIDTH) / measureText(text, 1), inside * VALUE_HEIGHT);
};

/** The smallest free circle inside a dial with a scale. */
const MIN_INSIDE_PX = 90;
const SMALL_RING = 0.09;
/** Share of the space inside a dial. A wider name is placed below the ends of the ring. */
const NAME_WIDTH = 0.6;

/** Leaves out the scale if the gauge is small. Moves a name that is too wide below the ring. */
const adaptDial = (gauge: ChartOption, size: Size): ChartOption => {
  if (!hasScale(gauge)) return gauge;
  const width = Math.round(diameterOf(gauge, size) * SMALL_RING);
  const dial: ChartOption =
    insideOf(gauge, size) >= MIN_INSIDE_PX
      ? gauge
      : {
          ...gauge,
          axisLabel: { show: false },
          progress: { ...Object(gauge.progress), width },
          axisLine: { roundCap: true, lineStyle: { width } },
        };
  const title = Object(gauge.title);
  const names = recordsIn(gauge.data).map(({ name }) => measureText(String(name ?? ''), title.fontSize ?? MIN_FONT_PX));
  // Inside a small dial, a name would be covered by the value.
  const isBelow = dial !== gauge || Math.max(...names) > insideOf(dial, size) * NAME_WIDTH;
  return isBelow ? { ...dial, center: ['50%', '50%'], title: { ...title, offsetCenter: [0, '80%'] } } : dial;
};

/** Maximum width of the ring of a gauge, as a part of its diameter: a thick ring of a small gauge would leave no room. */
const MAX_RING = 0.06;
const MIN_RING_PX = 4;

const withThinRing = (gauge: ChartOption, size: Size): ChartOption => {
  const progress = Object(gauge.progress);
  const most = Math.max(Math.round(diameterOf(gauge, size) * MAX_RING), MIN_RING_PX);
  if (hasScale(gauge) || !(Number(progress.width) > most)) return gauge;
  return { ...gauge, progress: { ...progress, width: most }, axisLine: { lineStyle: { width: most } } };
};

const isGauge = ({ type }: ChartOption): boolean => type === 'gauge';

/** Pictures leave this share of the height free below each row of gauges, for a name of one line. */
const NAME_SHARE = 0.14;
const NAME_GAP_PX = 6;
const MIN_FACTOR = 0.5;

/**
 * Returns facts about the name below a gauge: its distance from the centre in radii, its font size, and its height if
 * its lines are `width` pixels wide. Undefined if the gauge has no such name.
 */
const nameBelow = ({ title, data }: ChartOption, width: number) => {
  const { fontSize = MIN_FONT_PX, offsetCenter } = Object(title) as { fontSize?: number; offsetCenter?: unknown };
  const share = Array.isArray(offsetCenter) ? shareOf(offsetCenter[1]) : 0;
  const [name = ''] = recordsIn(data).map((one) => String(one.name ?? ''));
  if (!(share >= 1) || name === '') return undefined;
  return { share, fontSize, height: wrapText(name, fontSize, width).length * fontSize };
};

const fillRoom = (gauge: ChartOption, size: Size): ChartOption => {
  const { width, height } = size;
  const name = nameBelow(gauge, width - 2 * GAP_PX);
  if (!name) return gauge;
  const below = NAME_GAP_PX + name.height;
  const diameter = Math.min(width - 2 * GAP_PX, height - below);
  const middle = (height - below) / 2;
  return {
    ...gauge,
    center: ['50%', `${(100 * middle) / height}%`],
    radius: `${(100 * diameter) / Math.min(width, height)}%`,
    title: { ...Object(gauge.title), offsetCenter: [0, diameter / 2 + NAME_GAP_PX / 2 + name.height / 2] },
  };
};

/** Makes gauges smaller if the names below them need several lines. `width` is the width of a name, in pixels. */
const withNamesBelow = (series: readonly ChartOption[], size: Size, width: number): readonly ChartOption[] => {
  const names = new Map(
    series.filter(isGauge).flatMap((gauge) => {
      const name = nameBelow(gauge, width);
      return name ? [[gauge, name] as const] : [];
    }),
  );
  const room = NAME_SHARE * size.height;
  const missing = Math.max(...Array.from(names.values(), ({ height }) => height)) + NAME_GAP_PX - room;
  if (!(missing > 0)) return series;
  const rows = new Set(centersOf([...names.keys()]).map(([, y]) => y)).size;
  const factor = Math.max(1 - missing / (size.height / rows - room), MIN_FACTOR);
  const up = (50 * missing) / size.height;
  return series.map((one) => {
    if (isRecord(one.itemPayload)) {
      const { y, radius } = one.itemPayload;
      return { ...one, itemPayload: { ...one.itemPayload, y: Number(y) - up, radius: Number(radius) * factor } };
    }
    const name = names.get(one);
    if (!name || !Array.isArray(one.center)) return one;
    const below = (diameterOf(one, size) / 2) * (name.share - 1 + factor) + (name.height - name.fontSize) / 2;
    return {
      ...one,
      center: [one.center[0], `${100 * shareOf(one.center[1]) - up}%`],
      radius: `${100 * shareOf(one.radius) * factor}%`,
      title: { ...Object(one.title), offsetCenter: [0, below] },
    };
  });
};

/** Values get the size of their rings, and names are broken that are wider than their places. */
const adaptGauges = (series: readonly ChartOption[], size: Size): readonly ChartOption[] => {
  const width = widthOfEach(centersOf(series.filter(isGauge)), size.width) - GAP_PX;
  const dials = series.map((one) => (isGauge(one) ? adaptDial(one, size) : one));
  const [only] = dials;
  const placed = only && dials.length === 1 ? [fillRoom(only, size)] : withNamesBelow(dials, size, width);
  const adapted = placed.map((one) => (isGauge(one) ? withThinRing(one, size) : one));
  const sizes = adapted
    .filter(isGauge)
    .map((one) => (hasPlate(one) ? plateSize(one, size, width) : valueSize(one, size)));
  const fontSize = Math.max(Math.floor(Math.min(...sizes)), MIN_FONT_PX);
  const adapt = (gauge: ChartOption): ChartOption => {
    const detail = Object(gauge.detail);
    const title = { ...Object(gauge.title), width, overflow: 'break' };
    const plate = hasPlate(gauge) && { lineHeight: fontSize + 2 };
    return { ...gauge, title, detail: { ...detail, fontSize, ...plate } };
  };
  return adapted.map((one) => (isGauge(one) ? adapt(one) : one));
};

/** Titles below several round charts, such as pies, get the width of their charts. */
export const widenTitles = (option: ChartOption, { width }: Size): ChartOption => {
  const isBelow = ({ textStyle }: ChartOption): boolean => Object(textStyle).width !== undefined;
  const titles = recordsIn(option.title);
  const below = titles.filter(isBelow);
  if (below.length === 0) return option;
  const each = widthOfEach(
    below.map(({ left, top }) => [left, top]),
    width,
  );
  const widen = (title: ChartOption): ChartOption =>
    isBelow(title) ? { ...title, textStyle: { ...Object(title.textStyle), width: each - GAP_PX } } : title;
  return { ...option, title: titles.map(widen) };
};

/** @param legendPx the height of the legend below the charts; 0 if there is none. */
export const adaptRounds = (option: ChartOption, size: Size, legendPx: number): ChartOption => {
  const series = recordsIn(option.series);
  const radars = recordsIn(option.radar);
  const room: RadarRoom = {
    each: widthOfEach(centersOf(radars), size.width),
    legendPx,
    hasTitle: recordsIn(option.title).some(({ text = '' }) => text !== ''),
    isAlone: radars.length === 1,
  };
  return {
    ...option,
    ...(series.some(isGauge) && { series: adaptGauges(series, size) }),
    ...(radars.length > 0 && { radar: radars.map((one) => adaptRadar(one, room, size)) }),
  };
};
