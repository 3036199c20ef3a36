import { escapeXml, svgText } from '../svg/text.ts';
import { FONT, type Size, type Theme } from '../theme.ts';

/** Settings that all drawings of a tile share. */
export interface WallStyle {
  readonly theme: Theme;
  readonly component: string;
  /** Begins the ids of the tile. */
  readonly prefix: string;
  /** How often the wall has turned. Each turn shows the next rows of a list. */
  readonly turn: number;
}

/** A drawing, and the number of turns that it needs to show everything. */
export interface WallDrawing {
  readonly svg: string;
  readonly turns: number;
  /** True if the drawing needs more room, even for its first row. */
  readonly isTooLarge?: boolean;
}

/** Returns the entries of one turn. Each turn shows as many entries as there is room for. */
export const turnOf = <One>(all: readonly One[], room: number, turn: number) => {
  const turns = Math.max(Math.ceil(all.length / room), 1);
  const first = (turn % turns) * room;
  return { shown: all.slice(first, first + room), turns };
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

/** The size of texts to which ECharts gives none. */
const DEFAULT_FONT_PX = 12;

/** Puts drawings into an SVG element, which shows `view` in a given size. */
export const wallSvg = (view: Size, { width, height }: Size, attributes: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" class="drawn" viewBox="0 0 ${view.width} ${view.height}" width="${width}" height="${height}" font-family="${escapeXml(FONT)}" font-size="${DEFAULT_FONT_PX}" ${attributes}>${inside}</svg>`;
