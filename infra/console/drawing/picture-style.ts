import type { ChartPicture } from '../../../schemas/common/charts/picture.ts';
import type { Box, Size, Theme } from './theme.ts';

/** Rules of a style for all pictures. Lengths are in pixels before the picture is enlarged. */
interface StyleRules {
  /** Rows, figures and parts without room follow at later turns, or the drawing is larger than its box and scrolls. */
  readonly rest: 'turns' | 'scrolls';
  /** How charts are drawn: as SVG, or by the page in places that are kept free, so that they answer the pointer. */
  readonly charts: 'still' | 'live';
  /** The time zone of the axes. */
  readonly zone: 'UTC' | 'local';
  readonly minFont: number;
  /** The smallest size of a picture among several. */
  readonly leastPart: Size;
  /** Which charts have a legend: all, or only those that need it because they have several series. */
  readonly legends: 'all' | 'needed';
  /** The smallest and the wanted size of figures beside `tiles - 1` other tiles, in units. */
  readonly figures: (tiles: number) => { readonly least: number; readonly wanted: number };
}

/** The wanted sizes of main figures on pages of a wall with at most `tiles` tiles, in units of the wall. */
const WALL_FIGURES = [
  { tiles: 1, wanted: 10 },
  { tiles: 4, wanted: 6 },
  { tiles: 9, wanted: 4 },
  { tiles: Number.POSITIVE_INFINITY, wanted: 2.6 },
] as const;

/** The smallest font of a picture that is read from afar. */
export const MIN_FONT_PX = 11;
const MIN_SMALL_FONT_PX = 9;

/** The styles of pictures. A unit is one pixel, except on a wall. */
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
  /** A tile of a wall, which nobody scrolls and which is read from afar. */
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

/** A style, and the settings of one picture. */
export interface PictureStyle extends StyleRules {
  readonly theme: Theme;
  readonly component: string;
  /** Begins the ids, which must differ between the pictures of a page. */
  readonly prefix: string;
  /** How often the rest has turned. Each turn shows the next rows of a list. */
  readonly turn: number;
  /** The unit of the sizes of figures, in pixels of the drawing. */
  readonly unit: number;
  readonly tiles: number;
  /** Says how many columns of a table are not shown. */
  readonly moreColumns: (count: number) => string;
}

/** A chart, and the place that is kept free for it. */
export interface PlacedChart {
  readonly picture: ChartPicture;
  readonly box: Box;
}

/** A drawing, and the number of turns that it needs to show everything. */
export interface Drawn {
  readonly svg: string;
  readonly turns: number;
  /** True if the drawing needs more room, even for its first row. */
  readonly isTooLarge?: boolean;
  /** The right and lower end of the drawing, which may be larger than its box. */
  readonly end: Size;
  /** The live charts of the drawing. */
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
