import { formatNumber } from './format-number.ts';
import type { TilesPicture } from './picture.ts';

export interface Figure {
  readonly name: string;
  readonly value: number | string;
  readonly unit?: string | undefined;
  readonly color?: string | undefined;
}

const MAX_TILES = 100;

/** Draws figures as tiles. If there are too many figures, the last tile says how many are left out. */
export const tiles = (figures: readonly Figure[]): TilesPicture => {
  const rest = figures.length - MAX_TILES;
  const shown = figures.slice(0, MAX_TILES).map(({ value, ...one }) => ({ ...one, value: formatNumber(value) }));
  return { kind: 'tiles', tiles: rest > 0 ? [...shown, { name: 'more', value: `+${rest}` }] : shown };
};
