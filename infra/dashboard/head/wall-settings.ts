/** The cells that an endpoint covers on a page, from the upper left. */
export interface WallArea {
  readonly slug: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The size is in cells. */
export interface DrawnPage {
  readonly columns: number;
  readonly rows: number;
  readonly areas: readonly WallArea[];
}

/** How the console shows the wall. Functions do not use these settings. */
export interface WallSettings {
  readonly title?: string;
  readonly turnMs?: number;
  readonly pages: readonly DrawnPage[];
}
