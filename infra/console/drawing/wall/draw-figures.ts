import type { TilesPicture } from '../../../../schemas/common/charts/picture.ts';
import { escapeXml, measureText, svgText, wrapText } from '../svg/text.ts';
import type { Box } from '../theme.ts';
import { drawLines, LINE_HEIGHT, turnOf, type WallDrawing, type WallStyle } from './wall-style.ts';

type Figure = TilesPicture['tiles'][number];

const GAP = 8;
const PADDING = 9;
const BAR_WIDTH = 3;
const NAME_SIZE = 12;
const MIN_VALUE_SIZE = 15;
const MIN_UNIT_SIZE = 11;
const UNIT_SHARE = 0.5;
const BLANK_EM = 0.25;

/** Part of a figure's place that its value fills at most. */
const MAX_VALUE_SHARE = 0.5;

interface Layout {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly valueSize: number;
  readonly nameSize: number;
}

/** Returns the largest size at which the value fits beside its unit, which has half of its size. */
const sizeIn = ({ value, unit = '' }: Figure, width: number, largest: number): number => {
  const valueEm = measureText(value, 1);
  if (unit === '') return Math.min(width / valueEm, largest);
  const size = Math.min(width / (valueEm + BLANK_EM + measureText(unit, UNIT_SHARE)), largest);
  if (size * UNIT_SHARE >= MIN_UNIT_SIZE) return size;
  return Math.min((width - measureText(unit, MIN_UNIT_SIZE)) / (valueEm + BLANK_EM), largest);
};

const nameHeight = (names: readonly string[], size: number, width: number): number =>
  Math.max(0, ...names.map((name) => wrapText(name, size, width).length)) * size * LINE_HEIGHT;

const layOut = (figures: readonly Figure[], columns: number, box: Box): Layout => {
  const rows = Math.ceil(figures.length / columns);
  const width = (box.width - GAP * (columns - 1)) / columns;
  const height = (box.height - GAP * (rows - 1)) / rows;
  const inner = width - 2 * PADDING;
  const names = figures.map(({ name }) => name);
  const sizes = (nameSize: number): number => {
    const largest = Math.min(height * MAX_VALUE_SHARE, (height - 8 - nameHeight(names, nameSize, inner)) / 1.1);
    return largest <= 0 ? 0 : Math.min(...figures.map((one) => sizeIn(one, inner, largest)));
  };
  const nameSize = Math.round(Math.max(NAME_SIZE, Math.min(sizes(NAME_SIZE) * 0.3, 20)));
  return { columns, rows, width, height, nameSize, valueSize: sizes(nameSize) };
};

const bestLayout = (figures: readonly Figure[], box: Box): Layout =>
  figures
    .map((_, index) => layOut(figures, index + 1, box))
    .reduce((best, one) => (one.valueSize > best.valueSize ? one : best));

/** Returns the largest number of figures that are legible together. */
const countTogether = (figures: readonly Figure[], box: Box): number => {
  for (let count = figures.length; count > 1; count -= 1)
    if (bestLayout(figures.slice(0, count), box).valueSize >= MIN_VALUE_SIZE) return count;
  return 1;
};

const drawFigure = (figure: Figure, { x, y, width, height }: Box, layout: Layout, { theme }: WallStyle): string => {
  const { nameSize, valueSize } = layout;
  const left = x + PADDING;
  const lines = wrapText(figure.name, nameSize, width - 2 * PADDING);
  const named = lines.length * nameSize * LINE_HEIGHT;
  const top = y + (height - named - valueSize * 1.1) / 2;
  const size = Math.floor(valueSize * 10) / 10;
  const baseline = top + named + valueSize * 0.92;
  const unitSize = Math.round(Math.max(size * UNIT_SHARE, MIN_UNIT_SIZE) * 10) / 10;
  const unitX = left + measureText(figure.value, size) + size * BLANK_EM;
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${theme.surface}"/>`,
    `<rect x="${x}" y="${y + 8}" width="${BAR_WIDTH}" height="${Math.max(height - 16, 4)}" rx="1.5" fill="${escapeXml(figure.color ?? theme.series[0] ?? '')}"/>`,
    drawLines(lines, { x: left, y: top, size: nameSize, color: theme.mutedText }),
    `<g data-figure="">${svgText(figure.value, left, baseline, { size, color: theme.text, isBold: true })}</g>`,
    svgText(figure.unit ?? '', unitX, baseline, { size: unitSize, color: theme.mutedText }),
  ].join('');
};

/** Draws figures as large as they fit. Figures for which there is no room follow at the next turn. */
export const drawFigures = ({ tiles }: TilesPicture, box: Box, style: WallStyle): WallDrawing => {
  const figures = tiles.map((one) => (one.name === style.component && tiles.length === 1 ? { ...one, name: '' } : one));
  const { shown, turns } = turnOf(figures, countTogether(figures, box), style.turn);
  const layout = bestLayout(shown, box);
  const { columns, width, height } = layout;
  const svg = shown
    .map((figure, index) => {
      const x = box.x + (index % columns) * (width + GAP);
      const y = box.y + Math.floor(index / columns) * (height + GAP);
      return drawFigure(figure, { x, y, width, height }, layout, style);
    })
    .join('');
  return { svg, turns, isTooLarge: layout.valueSize < MIN_VALUE_SIZE };
};
