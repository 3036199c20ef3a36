import { escapeXml, svgText } from '../svg/text.ts';
import { FONT, type Size, type Theme, type ThemeName, themes } from '../theme.ts';

/** The colours of a wall. */
export interface WallTheme extends Theme {
  /** The colour behind the tiles. */
  readonly page: string;
  readonly failed: string;
  readonly stale: string;
}

export const wallThemes: Readonly<Record<ThemeName, WallTheme>> = {
  dark: { ...themes.dark, page: '#081020', failed: '#ff7a85', stale: '#f6b73c' },
  light: { ...themes.light, page: '#e4e9f1', failed: '#b3202d', stale: '#855500' },
};

/** The smallest font of a picture on a wall, before the picture is enlarged. */
export const MIN_FONT_PX = 11;

/** Settings that all drawings of a tile share. */
export interface WallStyle {
  readonly theme: Theme;
  readonly component: string;
  /** Begins the ids of the tile. */
  readonly prefix: string;
  /** How often the wall has turned. Each turn shows the next rows of a list. */
  readonly turn: number;
  /** The unit of the wall, in pixels of the drawing. */
  readonly unit: number;
  /** Number of tiles on the page. */
  readonly tiles: number;
  /** Says how many columns of a table are not shown. */
  readonly moreColumns: (count: number) => string;
}

/** The sizes of titles and the wanted sizes of main figures, in units, on pages with at most `tiles` tiles. */
const SIZES = [
  { tiles: 1, title: 2, figure: 10 },
  { tiles: 4, title: 1.6, figure: 6 },
  { tiles: 9, title: 1.3, figure: 4 },
  { tiles: Number.POSITIVE_INFINITY, title: 1.15, figure: 2.6 },
] as const;

/** Returns the sizes on a page with a number of tiles, in units of the wall. */
export const sizesFor = (tiles: number) => SIZES.find((one) => tiles <= one.tiles) ?? SIZES[3];

/** A drawing, and the number of turns that it needs to show everything. */
export interface WallDrawing {
  readonly svg: string;
  readonly turns: number;
  /** True if the drawing needs more room, even for its first row. */
  readonly isTooLarge?: boolean;
}

/** Returns the entries of one turn, at most `room` of them. All turns show about the same number of entries. */
export const turnOf = <One>(all: readonly One[], room: number, turn: number) => {
  const turns = Math.max(Math.ceil(all.length / room), 1);
  const count = Math.ceil(all.length / turns);
  const first = (turn % turns) * count;
  return { shown: all.slice(first, first + count), turns };
};

interface LineStyle {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  readonly align?: 'left' | 'center' | 'right';
  readonly isBold?: boolean;
}

export const LINE_HEIGHT = 1.25;

/** Draws lines below each other, from the top at `y`. */
export const drawLines = (lines: readonly string[], { x, y, ...style }: LineStyle): string =>
  lines.map((line, index) => svgText(line, x, y + style.size * (index * LINE_HEIGHT + 0.95), style)).join('');

/** The font size of texts for which ECharts writes no size. */
const DEFAULT_FONT_PX = 12;

/** Puts drawings into an SVG element, which shows `view` in a given size. */
export const wallSvg = (view: Size, { width, height }: Size, attributes: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" class="drawn" viewBox="0 0 ${view.width} ${view.height}" width="${width}" height="${height}" font-family="${escapeXml(FONT)}" font-size="${DEFAULT_FONT_PX}" ${attributes}>${inside}</svg>`;
