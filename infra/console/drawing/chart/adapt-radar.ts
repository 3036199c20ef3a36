import type { ChartOption } from '../../../../schemas/common/charts/picture.ts';
import { MIN_FONT_PX } from '../picture-style.ts';
import { widestPart, wrapText } from '../text.ts';
import type { Size } from '../theme.ts';
import { GAP_PX, recordsIn, shareOf } from './round-places.ts';

const MAX_NAME_PX = 110;
const [MIN_NAMES, MAX_NAMES] = [0.45, 0.7];

/** Height of a line of a name, and of the title above a radar. */
const [NAME_LINE, TITLE_PX] = [1.2, 30];
/** A name beside which an axis ends is above or below it if the axis is upright, and else beside it. */
const UPRIGHT = 0.99;
/** The smallest part of its size to which a radar shrinks for its names. */
const MIN_SHRUNK = 0.5;

/** Returns how far a radar with its names reaches above its centre, or below it with the sign -1. */
const reachOf = (names: readonly string[], radius: number, { gap, fontSize }: NameStyle, sign: 1 | -1): number =>
  Math.max(
    ...names.map((name, index) => {
      const up = sign * Math.cos((2 * Math.PI * index) / names.length);
      const height = name.split('\n').length * fontSize * NAME_LINE;
      return radius * up + (up > UPRIGHT ? gap + height : height / 2);
    }),
  );

interface NameStyle {
  readonly gap: number;
  readonly fontSize: number;
}

const placeBetween = (
  names: readonly string[],
  wanted: number,
  style: NameStyle,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): { readonly radius: number; readonly y: number } => {
  const reach = (radius: number): readonly [number, number] => [
    reachOf(names, radius, style, 1),
    reachOf(names, radius, style, -1),
  ];
  let radius = wanted;
  let [above, below] = reach(radius);
  while (above + below > bottom - top && radius > wanted * MIN_SHRUNK) {
    radius -= 1;
    [above, below] = reach(radius);
  }
  return { radius, y: top + above + (bottom - top - above - below) / 2 };
};

export interface RadarRoom {
  readonly each: number;
  readonly legendPx: number;
  readonly hasTitle: boolean;
  readonly isAlone: boolean;
}

export const adaptRadar = (radar: ChartOption, room: RadarRoom, { width, height }: Size): ChartOption => {
  const half = room.each / 2 - GAP_PX;
  const indicators = recordsIn(radar.indicator);
  const fontSize = Object(radar.axisName).fontSize ?? MIN_FONT_PX;
  const widest = Math.max(...indicators.map(({ name }) => widestPart(String(name), fontSize)));
  const beside = Math.min(Math.max(Math.min(MAX_NAME_PX, half * MIN_NAMES), widest + 2), half * MAX_NAMES);
  const names = indicators.map(({ name }) => wrapText(String(name), fontSize, beside).join('\n'));
  const whole = Math.min(width, height) / 2;
  const wanted = Math.min(shareOf(radar.radius) * whole, half - beside);
  const style = { gap: Number(radar.axisNameGap ?? 0), fontSize };
  const between = { top: room.hasTitle ? TITLE_PX : 0, bottom: height - room.legendPx };
  const placed = room.isAlone ? placeBetween(names, wanted, style, between) : undefined;
  const [x = '50%'] = Array.isArray(radar.center) ? radar.center : [];
  return {
    ...radar,
    ...(placed && { center: [x, `${(100 * placed.y) / height}%`] }),
    radius: `${(100 * (placed?.radius ?? wanted)) / whole}%`,
    // ECharts itself does not break these names.
    indicator: indicators.map((one, index) => ({ ...one, name: names[index] })),
  };
};
