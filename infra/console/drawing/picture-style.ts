import type { ChartPicture } from '../../../schemas/common/charts/picture.ts';
import type { Box, Size, Theme } from './theme.ts';

/** Lengths are in pixels before the picture is enlarged. */
interface StyleRules {
  /** Rows, figures and parts without room follow at later turns, or the drawing is larger than its box and scrolls. */
  readonly rest: 'turns' | 'scrolls';
  /** `live` charts are drawn by the page in places that are kept free, so that they answer the pointer. */
  readonly charts: 'still' | 'live';
  readonly zone: 'UTC' | 'local';
  readonly minFont: number;
  /** The least size of a picture among several. */
  readonly leastPart: Size;
  /** `needed` is for charts with several series. */
  readonly legends: 'all' | 'needed';
  /** Beside `tiles - 1` other tiles, in units. */
  readonly figures: (tiles: number) => { readonly least: number; readonly wanted: number };
}

/** Main figures on pages with at most `tiles` tiles, in units of the wall. */
const WALL_FIGURES = [
  { tiles: 1, wanted: 10 },
  { tiles: 4, wanted: 6 },
  { tiles: 9, wanted: 4 },
  { tiles: Number.POSITIVE_INFINITY, wanted: 2.6 },
] as const;

export const MIN_FONT_PX = 11;
const MIN_SMALL_FONT_PX = 9;

/** A unit is one pixel, except on a wall. */
export const pictureStyles = {
  /** The preview.svg of a shape: one document that looks the same everywhere. */
  file: {
    rest: 'turns',
    charts: 'still',
    zone: 'UTC',
    minFont: MIN_SMALL_FONT_PX,
    leastPart: { width: 130, height: 60 },
    legends: 'all',
    figures: () => ({ least: 13, wanted: 13 }),
  },
  tile: {
    rest: 'scrolls',
    charts: 'live',
    zone: 'local',
    minFont: MIN_SMALL_FONT_PX,
    leastPart: { width: 100, height: 110 },
    legends: 'all',
    figures: () => ({ least: 16, wanted: 16 }),
  },
  wall: {
    rest: 'turns',
    charts: 'still',
    zone: 'local',
    minFont: MIN_FONT_PX,
    leastPart: { width: 130, height: 70 },
    legends: 'needed',
    figures: (tiles) => ({ least: 2, wanted: WALL_FIGURES.find((one) => tiles <= one.tiles)?.wanted ?? 2.6 }),
  },
} as const satisfies Readonly<Record<string, StyleRules>>;

export interface PictureStyle extends StyleRules {
  readonly theme: Theme;
  readonly component: string;
  /** Begins the ids, which must differ between the pictures of a page. */
  readonly prefix: string;
  /** How often the rest has turned. Each turn shows the next rows of a list. */
  readonly turn: number;
  /** In pixels of the drawing. */
  readonly unit: number;
  readonly tiles: number;
  readonly moreColumns: (count: number) => string;
}

export interface PlacedChart {
  readonly picture: ChartPicture;
  readonly box: Box;
}

/** `turns` is how many turns show everything. */
export interface Drawn {
  readonly svg: string;
  readonly turns: number;
  /** True if the drawing needs more room, even for its first row. */
  readonly isTooLarge?: boolean;
  /** May lie outside of the drawing's box. */
  readonly end: Size;
  readonly charts?: readonly PlacedChart[];
}

export const endOf = ({ x, y, width, height }: Box): Size => ({ width: x + width, height: y + height });

/** Returns the entries of one turn, at most `room` of them. All turns show about the same number of entries. */
export const turnOf = <One>(all: readonly One[], room: number, turn: number) => {
  const turns = Math.max(Math.ceil(all.length / room), 1);
  const count = Math.ceil(all.length / turns);
  const first = (turn % turns) * count;
  return { shown: all.slice(first, first + count), turns };
};
