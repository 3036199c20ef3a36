import { formatNumber } from './format-number.ts';
import type { TilesPicture } from './picture.ts';

export interface Figure {
  readonly name: string;
  readonly value: number | string;
  readonly unit?: string | undefined;
  readonly color?: string | undefined;
}

/** Draws figures as tiles. */
export const tiles = (figures: readonly Figure[]): TilesPicture => ({
  kind: 'tiles',
  tiles: figures.map(({ value, ...rest }) => ({ ...rest, value: formatNumber(value) })),
});
