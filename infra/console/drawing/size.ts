/** The width and height of a picture, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture's place inside another one. */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** The size of a tile, for which the pictures are designed. */
export const TILE_SIZE: Size = { width: 360, height: 240 };
