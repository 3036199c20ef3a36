/** The entries that are drawn, and a note if some are left out. */
interface Limited<One> {
  readonly shown: readonly One[];
  readonly notes: readonly string[];
}

/** Limits a list to `max` entries, so that the drawing stays legible and a large response does not block the page. */
export const limitTo = <One>(all: readonly One[], max: number, what: string): Limited<One> => ({
  shown: all.slice(0, max),
  notes: all.length > max ? [`The first ${max} of ${all.length} ${what} are drawn`] : [],
});

/** Plain data, without functions. The theme and the size are added when it is drawn. */
export type ChartOption = Readonly<Record<string, unknown>>;

/** The world's countries, and China's provinces. */
export type MapName = 'world' | 'provinces';

export interface ChartPicture {
  readonly kind: 'chart';
  readonly option: ChartOption;
  /** Names are those of the body. A chart without names is empty. */
  readonly names: readonly string[];
  readonly map?: MapName;
  /** Names that are not on the map, so their values are not drawn. */
  readonly unknownNames?: readonly string[];
  readonly notes?: readonly string[];
  /** Data that cannot be drawn, neither here nor by the platform. `check` warns of them. */
  readonly faults?: readonly string[];
}

interface Tile {
  readonly name: string;
  readonly value: string;
  readonly unit?: string | undefined;
  readonly color?: string | undefined;
}

export interface TilesPicture {
  readonly kind: 'tiles';
  readonly tiles: readonly Tile[];
}

export type TextAlign = 'left' | 'center' | 'right';

/** Text, text beside a coloured dot, a small line chart, or stars. At most five stars are filled. */
export type PictureCell =
  | string
  | { readonly text: string; readonly color: string }
  | { readonly line: readonly number[] }
  | { readonly stars: number };

export interface TablePicture {
  readonly kind: 'table';
  /** Empty if the table has none. */
  readonly header: readonly string[];
  readonly align: readonly TextAlign[];
  /** Relative; equal widths if absent. */
  readonly widths?: readonly number[];
  readonly rows: readonly (readonly PictureCell[])[];
}

/** Only the address of the other web page is shown; the page itself is not loaded. */
export interface FramePicture {
  readonly kind: 'frame';
  readonly url: string;
}

/** A picture with an empty title has no heading. */
export interface TitledPicture {
  readonly title: string;
  readonly picture: Picture;
  /** Share of the width or height, relative to the other pictures; 1 if absent. */
  readonly weight?: number;
}

export interface SeveralPictures {
  readonly kind: 'several';
  readonly direction: 'row' | 'column';
  readonly pictures: readonly TitledPicture[];
}

export type Picture = ChartPicture | TilesPicture | TablePicture | FramePicture | SeveralPictures;

/**
 * A pure function, which expects a body that the shape's schema accepts.
 * @param component the component's name in the interface, because components of one shape may look different.
 */
export type Preview<Body> = (body: Body, component: string) => Picture;

const textOf = (cell: PictureCell): readonly string[] => {
  if (typeof cell === 'string') return [cell];
  return 'text' in cell ? [cell.text] : [];
};

const namesIn = (picture: Picture): readonly string[] => {
  switch (picture.kind) {
    case 'chart':
      return picture.names;
    case 'tiles':
      return picture.tiles.map(({ name }) => name);
    case 'table':
      return [...picture.header, ...picture.rows.flatMap((row) => row.flatMap(textOf))];
    case 'frame':
      return [picture.url];
    case 'several':
      return picture.pictures.flatMap(({ title, picture: inner }) => [title, ...namesIn(inner)]);
  }
};

export const namesOf = (picture: Picture): readonly string[] => [...new Set(namesIn(picture))].filter(Boolean);

export const isEmptyPicture = (picture: Picture): boolean => {
  if (picture.kind === 'table') return picture.rows.length === 0;
  if (picture.kind === 'several') return picture.pictures.every((one) => isEmptyPicture(one.picture));
  return picture.kind !== 'frame' && (picture.kind === 'chart' ? picture.names : picture.tiles).length === 0;
};

/** True if a picture is a map, and none of the names in the body are on that map. */
export const isOffTheMap = (picture: Picture): boolean =>
  picture.kind === 'chart' &&
  picture.map !== undefined &&
  picture.names.length > 0 &&
  picture.unknownNames?.length === new Set(picture.names).size;

/** Colours of meanings that a body gives without a colour of its own. Legible on dark and on light backgrounds. */
export const GOOD = '#22a06b';
export const WARNING = '#e2a03f';
export const SEVERE = '#e5484d';
export const NEUTRAL = '#8893a7';
export const ACCENT = '#3b82f6';

const ACCENT_CHANNELS = '59,130,246';

/** Returns the accent colour. The smaller the share (0 to 1), the paler the colour. */
export const shade = (share: number): string => {
  const alpha = 0.25 + 0.75 * Math.min(Math.max(share, 0), 1);
  return `rgba(${ACCENT_CHANNELS},${Math.round(alpha * 100) / 100})`;
};

export const SERIES_COLORS = ['#3b82f6', '#14b8a6', '#f59e0b', '#a78bfa', '#f472b6', '#84cc16', '#fb7185', '#38bdf8'];

export const colorAt = (index: number): string => SERIES_COLORS[index % SERIES_COLORS.length] as string;
