import type {
  ChartOption,
  ChartPicture,
  FramePicture,
  Picture,
  SeveralPictures,
} from '../../../../schemas/common/charts/picture.ts';
import { drawChart } from '../svg/compact-svg.ts';
import { wrapText } from '../svg/text.ts';
import type { Box, Size } from '../theme.ts';
import { adaptChart } from './adapt-chart.ts';
import { drawFigures } from './draw-figures.ts';
import { drawRows } from './draw-rows.ts';
import { settleTexts } from './settle-texts.ts';
import { drawLines, LINE_HEIGHT, turnOf, type WallDrawing, type WallStyle } from './wall-style.ts';

const GAP = 10;
const TITLE_SIZE = 12;
const MIN_PART_HEIGHT = 70;
const MIN_PART_WIDTH = 130;

const drawFrame = ({ url }: FramePicture, { x, y, width, height }: Box, { theme }: WallStyle): WallDrawing => {
  const lines = wrapText(url, TITLE_SIZE, width - 4 * GAP);
  const top = y + (height - lines.length * TITLE_SIZE * LINE_HEIGHT) / 2;
  const border = `<rect x="${x + 1}" y="${y + 1}" width="${width - 2}" height="${height - 2}" rx="6" fill="none" stroke="${theme.line}"/>`;
  const text = { x: x + width / 2, y: top, size: TITLE_SIZE, color: theme.text, align: 'center' } as const;
  return { svg: border + drawLines(lines, text), turns: 1 };
};

type Part = SeveralPictures['pictures'][number];

const drawPart = ({ title, picture }: Part, box: Box, style: WallStyle): WallDrawing => {
  const lines = title === '' ? [] : wrapText(title, TITLE_SIZE, box.width - 8);
  const heading = drawLines(lines, { x: box.x + 4, y: box.y, size: TITLE_SIZE, color: style.theme.text, isBold: true });
  const above = lines.length * TITLE_SIZE * LINE_HEIGHT + (lines.length > 0 ? 4 : 0);
  const drawn = drawWallPicture(picture, { ...box, y: box.y + above, height: box.height - above }, style);
  return { ...drawn, svg: heading + drawn.svg };
};

/** Divides a box among parts, side by side or below each other. The size of a part is proportional to its weight. */
const divideBox = (
  parts: readonly Part[],
  { x, y, width, height }: Box,
  direction: 'row' | 'column',
): readonly Box[] => {
  const total = parts.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const free = (direction === 'row' ? width : height) - GAP * (parts.length - 1);
  let start = 0;
  return parts.map(({ weight = 1 }) => {
    const length = (weight / total) * free;
    const box =
      direction === 'row' ? { x: x + start, y, width: length, height } : { x, y: y + start, width, height: length };
    start += length + GAP;
    return box;
  });
};

/** Returns the boxes of parts: below each other, or in rows of equal height. */
const placeParts = (parts: readonly Part[], box: Box, direction: 'row' | 'column'): readonly Box[] => {
  if (direction === 'column') return divideBox(parts, box, 'column');
  const columns = Math.max(Math.floor((box.width + GAP) / (MIN_PART_WIDTH + GAP)), 1);
  const rows = Math.ceil(parts.length / columns);
  const inRow = Math.ceil(parts.length / rows);
  const height = (box.height - GAP * (rows - 1)) / rows;
  return Array.from({ length: rows }, (_, row) => {
    const y = box.y + row * (height + GAP);
    return divideBox(parts.slice(row * inRow, (row + 1) * inRow), { ...box, y, height }, 'row');
  }).flat();
};

/** Draws at most `room` of the parts. The next parts follow at the next turn. */
const drawSome = ({ direction, pictures }: SeveralPictures, room: number, box: Box, style: WallStyle): WallDrawing => {
  const { shown, turns } = turnOf(pictures, room, style.turn);
  const inner = { ...style, turn: Math.floor(style.turn / turns) };
  const boxes = placeParts(shown, box, direction);
  const drawings = shown.map((part, index) => drawPart(part, boxes[index] as Box, inner));
  return {
    svg: drawings.map(({ svg }) => svg).join(''),
    turns: turns * Math.max(1, ...drawings.map((one) => one.turns)),
    isTooLarge: drawings.some((one) => one.isTooLarge),
  };
};

/** Draws as many parts as there is room for. */
const drawSeveral = (picture: SeveralPictures, box: Box, style: WallStyle): WallDrawing => {
  const columns =
    picture.direction === 'column' ? 1 : Math.max(Math.floor((box.width + GAP) / (MIN_PART_WIDTH + GAP)), 1);
  const rows = Math.max(Math.floor((box.height + GAP) / (MIN_PART_HEIGHT + GAP)), 1);
  for (let room = Math.min(columns * rows, picture.pictures.length); room > 1; room -= 1) {
    const drawn = drawSome(picture, room, box, style);
    if (!drawn.isTooLarge) return drawn;
  }
  return drawSome(picture, 1, box, style);
};

/** Minimum ratio of width to height for round charts. Their sizes follow from the height. */
const MIN_ROUND_RATIO = 1.45;
const ROUND: ReadonlySet<unknown> = new Set(['pie', 'gauge', 'radar']);

/**
 * Returns the place of a chart. Round charts without a legend below are not higher than their width allows. On a wall, the
 * legend beside a radar is below it, too.
 */
const placeFor = ({ option }: ChartPicture, box: Box): Box => {
  const { show = true, bottom, orient } = Object(option.legend);
  const hasLegendBelow = show && (bottom !== undefined || (orient === 'vertical' && 'radar' in option));
  const isRound = 'polar' in option || [option.series].flat().some((one) => ROUND.has(Object(one).type));
  const height = isRound && !hasLegendBelow ? Math.min(box.height, box.width / MIN_ROUND_RATIO) : box.height;
  return { ...box, y: box.y + (box.height - height) / 2, height };
};

/** Draws a chart. Entries of its legend for which there is no room follow at the next turn. */
const drawWallChart = (picture: ChartPicture, box: Box, { prefix, theme, turn }: WallStyle): WallDrawing => {
  let turns = 1;
  const adapt = (option: ChartOption, size: Size): ChartOption => {
    const adapted = adaptChart(option, size, turn);
    turns = adapted.turns;
    return adapted.option;
  };
  const svg = drawChart(picture, placeFor(picture, box), theme, { prefix, adapt, settle: settleTexts });
  return { svg, turns };
};

/** Draws a picture for a wall: no text is cut, and what has no room follows at the next turn. */
export const drawWallPicture = (picture: Picture, box: Box, style: WallStyle): WallDrawing => {
  switch (picture.kind) {
    case 'chart':
      return drawWallChart(picture, box, style);
    case 'tiles':
      return drawFigures(picture, box, style);
    case 'table':
      return drawRows(picture, box, style);
    case 'frame':
      return drawFrame(picture, box, style);
    case 'several':
      return drawSeveral(picture, box, style);
  }
};
