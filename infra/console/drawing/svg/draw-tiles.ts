import type { TilesPicture } from '../../../../schemas/common/charts/picture.ts';
import type { Box, Theme } from '../theme.ts';
import { escapeXml, fitText, measureText, svgText } from './text.ts';

const GAP = 8;
const PADDING = 10;
const MAX_VALUE_SIZE = 34;
const MAX_LONE_VALUE_SIZE = 52;
const MIN_VALUE_SIZE = 13;
const MIN_TILE_WIDTH = 96;
const MIN_TILE_HEIGHT = 46;

interface Grid {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Chooses the number of columns with which tiles are about twice as wide as high, or a larger number if not all tiles
 * would fit.
 */
const gridFor = (count: number, { width, height }: Box): Grid => {
  const maxColumns = Math.max(Math.floor((width + GAP) / (MIN_TILE_WIDTH + GAP)), 1);
  const maxRows = Math.max(Math.floor((height + GAP) / (MIN_TILE_HEIGHT + GAP)), 1);
  const pleasing = Math.round(Math.sqrt((count * width) / height / 2));
  const columns = Math.min(Math.max(pleasing, Math.ceil(count / maxRows), 1), maxColumns, count);
  return { columns, rows: Math.min(Math.ceil(count / columns), maxRows) };
};

type Tile = TilesPicture['tiles'][number];

/** Returns the largest font size at which the value and its unit fit. */
const valueSize = ({ value, unit = '' }: Tile, width: number, height: number): number => {
  const perPixel = measureText(value, 1) + measureText(unit, 0.5) + 0.4;
  return Math.max(
    Math.min(
      Math.floor(width / perPixel),
      Math.floor(height * 0.42),
      height > 180 ? MAX_LONE_VALUE_SIZE : MAX_VALUE_SIZE,
    ),
    MIN_VALUE_SIZE,
  );
};

const drawTile = (tile: Tile, { x, y, width, height }: Box, theme: Theme): string => {
  const inner = width - 2 * PADDING;
  const size = valueSize(tile, inner, height);
  const nameSize = height < 60 ? 11 : 12;
  const top = y + (height - size - nameSize - 6) / 2;
  const baseline = top + nameSize + 6 + size * 0.85;
  const value = fitText(tile.value, size, inner);
  const unitX = x + PADDING + measureText(value, size) + size * 0.25;
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${theme.surface}"/>`,
    `<rect x="${x}" y="${y + 8}" width="3" height="${height - 16}" rx="1.5" fill="${escapeXml(tile.color ?? theme.series[0] ?? '')}"/>`,
    svgText(fitText(tile.name, nameSize, inner), x + PADDING, top + nameSize * 0.85, {
      size: nameSize,
      color: theme.mutedText,
    }),
    svgText(value, x + PADDING, baseline, { size, color: theme.text, isBold: true }),
    svgText(tile.unit ?? '', unitX, baseline, { size: Math.max(Math.round(size / 2), 11), color: theme.mutedText }),
  ].join('');
};

/** Draws figures as tiles. If some do not fit, the last tile shows their number. */
export const drawTiles = ({ tiles }: TilesPicture, box: Box, theme: Theme): string => {
  const { columns, rows } = gridFor(Math.max(tiles.length, 1), box);
  const room = columns * rows;
  const shown = tiles.length > room ? tiles.slice(0, room - 1) : tiles;
  const rest = tiles.length - shown.length;
  const all = rest > 0 ? [...shown, { name: 'more', value: `+${rest}` }] : shown;
  const width = Math.floor((box.width - GAP * (columns - 1)) / columns);
  const height = Math.floor((box.height - GAP * (rows - 1)) / rows);
  return all
    .map((tile, index) => {
      const x = box.x + (index % columns) * (width + GAP);
      const y = box.y + Math.floor(index / columns) * (height + GAP);
      return drawTile(tile, { x, y, width, height }, theme);
    })
    .join('');
};
