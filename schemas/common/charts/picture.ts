/** An ECharts option as plain data, without functions. The theme and the size are added when it is drawn. */
export type ChartOption = Readonly<Record<string, unknown>>;

/** The maps that a chart may be drawn on: the world's countries, and China's provinces. */
export type MapName = 'world' | 'provinces';

/** A chart that ECharts draws. */
export interface ChartPicture {
  readonly kind: 'chart';
  readonly option: ChartOption;
  /** The names that the chart shows, as they are in the body. A chart without names is empty. */
  readonly names: readonly string[];
  /** The map that the names are on. */
  readonly map?: MapName;
  /** Names that are not on the map. Their values are not drawn. */
  readonly unknownNames?: readonly string[];
  /** Sentences about what the chart leaves out. */
  readonly notes?: readonly string[];
  /** Sentences about data that cannot be drawn, neither here nor by the platform. `check` warns of them. */
  readonly faults?: readonly string[];
}

/** One figure with its name. */
export interface Tile {
  readonly name: string;
  readonly value: string;
  readonly unit?: string | undefined;
  readonly color?: string | undefined;
}

/** Figures side by side. */
export interface TilesPicture {
  readonly kind: 'tiles';
  readonly tiles: readonly Tile[];
}

export type TextAlign = 'left' | 'center' | 'right';

/** A cell of a table: text, text beside a coloured dot, a small line chart, or stars. At most five stars are filled. */
export type PictureCell =
  | string
  | { readonly text: string; readonly color: string }
  | { readonly line: readonly number[] }
  | { readonly stars: number };

export interface TablePicture {
  readonly kind: 'table';
  /** The headings of the columns; empty if the table has none. */
  readonly header: readonly string[];
  /** One alignment for each column. */
  readonly align: readonly TextAlign[];
  /** Relative widths of the columns; equal ones if absent. */
  readonly widths?: readonly number[];
  readonly rows: readonly (readonly PictureCell[])[];
}

/** Another web page. Only its address is shown; the page itself is not loaded. */
export interface FramePicture {
  readonly kind: 'frame';
  readonly url: string;
}

/** One picture of several, with its heading. A picture with an empty title has no heading. */
export interface TitledPicture {
  readonly title: string;
  readonly picture: Picture;
  /** The picture's share of the width or height, in relation to the others; 1 if absent. */
  readonly weight?: number;
}

/** Pictures beside or below each other. */
export interface SeveralPictures {
  readonly kind: 'several';
  readonly direction: 'row' | 'column';
  readonly pictures: readonly TitledPicture[];
}

/** A drawing of a response body as plain data. */
export type Picture = ChartPicture | TilesPicture | TablePicture | FramePicture | SeveralPictures;

/**
 * Turns a body into a picture. It is a pure function, and expects a body that the shape's schema accepts.
 * @param component the component's name in the interface, because components of one shape may look different.
 */
export type Preview<Body> = (body: Body, component: string) => Picture;
