/** The cells that an endpoint covers on a page, from the upper left. */
export interface WallArea {
  readonly slug: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A page of the wall: its size in cells, and the endpoints on it. */
export interface DrawnPage {
  readonly columns: number;
  readonly rows: number;
  readonly areas: readonly WallArea[];
}

/** How the console shows the wall. Functions do not use these settings. */
export interface WallSettings {
  readonly title?: string;
  /** The time between two pages. */
  readonly turnMs?: number;
  readonly pages: readonly DrawnPage[];
}
