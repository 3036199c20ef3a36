import { drawLines, LINE_HEIGHT, measureText, svgText, wrapText } from '../text.ts';
import type { WallScale } from './lay-out-wall.ts';
import type { WallTheme } from './wall-style.ts';

export interface WallHead {
  readonly title: string;
  readonly clock: string;
  /** The age of the newest response, and the number of the page. */
  readonly freshness: string;
  readonly troubles: readonly NamedTroubles[];
}

export interface NamedTroubles {
  readonly kind: 'failed' | 'stale';
  /** Such as `2 failed`. */
  readonly text: string;
  readonly names: readonly string[];
  /** The fault of each name, in place of the names: all of them where there is room, or else one by one. */
  readonly sentences?: readonly string[];
  /** The index of the sentence whose turn it is. */
  readonly turn?: number;
  readonly name: (text: string, names: readonly string[]) => string;
}

const CLOCK_UNITS = 2;
const FRESHNESS_UNITS = 1.4;
const TROUBLE_UNITS = 1.1;
const MIN_TITLE_UNITS = 1;
const TITLE_UNITS = 2;
const SIDE_UNITS = 1.4;
const MAX_TITLE_SHARE = 0.42;

/** `x` is the right end. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** As many as there is room for. Counts the others. */
const fitNames = ({ text, names, name, ...detailed }: NamedTroubles, size: number, width: number): string => {
  const { sentences = [], turn = 0 } = detailed;
  const fitting = [sentences.join(' · '), name(text, sentences.slice(turn, turn + 1))];
  const found = sentences.length > 0 ? fitting.find((one) => measureText(one, size) <= width) : undefined;
  if (found !== undefined) return found;
  for (let shown = names.length; shown > 0; shown -= 1) {
    const rest = shown < names.length ? [`+${names.length - shown}`] : [];
    const named = name(text, [...names.slice(0, shown), ...rest]);
    if (measureText(named, size) <= width) return named;
  }
  return text;
};

/** Returns the largest size at which the title takes one line, or two lines at the smallest size. */
const titleSize = (title: string, width: number, unit: number): number =>
  Math.max(Math.min(TITLE_UNITS * unit, width / measureText(title, 1)), MIN_TITLE_UNITS * unit);

/** Draws the troubles side by side, from the right. Each kind gets the same room for its names. */
const drawTroubles = (troubles: readonly NamedTroubles[], place: Place, size: number, theme: WallTheme): string => {
  const gap = size * 1.2;
  const room = (place.width - gap * (troubles.length - 1)) / troubles.length;
  let { x } = place;
  return troubles
    .toReversed()
    .map((one) => {
      const text = fitNames(one, size, room);
      const style = { size, color: theme[one.kind], align: 'right', isBold: true } as const;
      const drawn = svgText(text, x, place.y, style);
      x -= measureText(text, size) + gap;
      return drawn;
    })
    .join('');
};

export const drawWallHead = (
  { title, clock, freshness, troubles }: WallHead,
  scale: WallScale,
  theme: WallTheme,
): string => {
  const { width, headHeight, unit } = scale;
  const side = SIDE_UNITS * unit;
  const middle = headHeight / 2;
  const clockSize = CLOCK_UNITS * unit;
  const clockLeft = width - side - measureText(clock, clockSize);
  const size = titleSize(title, width * MAX_TITLE_SHARE, unit);
  const lines = wrapText(title, size, width * MAX_TITLE_SHARE);
  const right = clockLeft - side;
  const titleRight = side + Math.max(0, ...lines.map((line) => measureText(line, size)));
  const freshSize = FRESHNESS_UNITS * unit;
  const troubleSize = TROUBLE_UNITS * unit;
  const freshY = troubles.length > 0 ? middle - unit * 0.25 : middle + freshSize * 0.35;
  return [
    drawLines(lines, {
      x: side,
      y: middle - (lines.length * size * LINE_HEIGHT) / 2,
      size,
      color: theme.text,
      isBold: true,
    }),
    svgText(clock, width - side, middle + clockSize * 0.36, {
      size: clockSize,
      color: theme.text,
      align: 'right',
      isBold: true,
    }),
    svgText(freshness, right, freshY, { size: freshSize, color: theme.mutedText, align: 'right' }),
    drawTroubles(troubles, { x: right, y: middle + unit * 1.25, width: right - titleRight - side }, troubleSize, theme),
  ].join('');
};
