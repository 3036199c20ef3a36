import type {
  FramePicture,
  Picture,
  SeveralPictures,
  TitledPicture,
} from '../../../../schemas/common/charts/picture.ts';
import { drawChart } from '../chart/draw-chart.ts';
import { type Drawn, endOf, type PictureStyle, turnOf } from '../picture-style.ts';
import { drawLines, LINE_HEIGHT, wrapText } from '../text.ts';
import type { Box } from '../theme.ts';
import { drawFigures } from './draw-figures.ts';
import { drawTable } from './draw-table.ts';

const GAP = 10;
const TITLE_SIZE = 12;

const BAR_HEIGHT = 24;
const MIN_WINDOW_HEIGHT = 90;
const DOTS = [0, 1, 2];

const drawFrame = ({ url }: FramePicture, box: Box, { theme }: PictureStyle): Drawn => {
  const { x, y, width, height } = box;
  const bar = height < MIN_WINDOW_HEIGHT ? 0 : BAR_HEIGHT;
  const lines = wrapText(url, TITLE_SIZE, width - 2 * GAP);
  const top = y + bar + (height - bar - lines.length * TITLE_SIZE * LINE_HEIGHT) / 2;
  const dots = DOTS.map(
    (dot) => `<circle cx="${x + 14 + dot * 12}" cy="${y + bar / 2}" r="3.5" fill="${theme.line}"/>`,
  );
  const parts = [
    ...(bar > 0
      ? [
          `<rect x="${x + 1}" y="${y + 1}" width="${width - 2}" height="${bar}" rx="5" fill="${theme.surface}"/>`,
          ...dots,
        ]
      : []),
    `<rect x="${x + 1}" y="${y + 1}" width="${width - 2}" height="${height - 2}" rx="6" fill="none" stroke="${theme.line}"/>`,
    drawLines(lines, { x: x + width / 2, y: top, size: TITLE_SIZE, color: theme.text, align: 'center' }),
  ];
  return { svg: parts.join(''), turns: 1, end: endOf(box) };
};

const drawPart = ({ title, picture }: TitledPicture, box: Box, style: PictureStyle): Drawn => {
  const lines = title === '' ? [] : wrapText(title, TITLE_SIZE, box.width - 8);
  const heading = drawLines(lines, { x: box.x + 4, y: box.y, size: TITLE_SIZE, color: style.theme.text, isBold: true });
  const above = lines.length * TITLE_SIZE * LINE_HEIGHT + (lines.length > 0 ? 4 : 0);
  const drawn = drawPicture(picture, { ...box, y: box.y + above, height: Math.max(box.height - above, 0) }, style);
  return { ...drawn, svg: heading + drawn.svg };
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Divides a length into parts with gaps between them. Each part has its least length, and its share of the rest. */
const divide = (length: number, weights: readonly number[], least: readonly number[]) => {
  const free = Math.max(length - GAP * (weights.length - 1) - sumOf(least), 0);
  let start = 0;
  return weights.map((weight, index) => {
    const part = { start, length: (least[index] ?? 0) + (weight / sumOf(weights)) * free };
    start += part.length + GAP;
    return part;
  });
};

type Direction = SeveralPictures['direction'];

const weightOf = ({ weight = 1 }: TitledPicture): number => weight;

const columnsIn = (width: number, { leastPart }: PictureStyle): number =>
  Math.max(Math.floor((width + GAP) / (leastPart.width + GAP)), 1);

const linesOf = (parts: readonly TitledPicture[], direction: Direction, width: number, style: PictureStyle) => {
  const lines = direction === 'column' ? parts.length : Math.ceil(parts.length / columnsIn(width, style));
  const inLine = Math.ceil(parts.length / lines);
  return Array.from({ length: lines }, (_, line) => parts.slice(line * inLine, (line + 1) * inLine));
};

const placeLine = (line: readonly TitledPicture[], { x, width, ...box }: Box) =>
  divide(width, line.map(weightOf), []).map(({ start, length }, index) => ({
    part: line[index] as TitledPicture,
    box: { ...box, x: x + start, width: length },
  }));

const leastHeight = (line: readonly TitledPicture[], box: Box, style: PictureStyle): number => {
  const growing = { ...style, rest: 'scrolls', charts: 'live' } as const;
  const places = placeLine(line, { ...box, y: 0, height: 0 });
  return Math.max(...places.map((one) => drawPart(one.part, one.box, growing).end.height));
};

/**
 * Places parts in their lines. Each line has the height that it needs, unless the drawing may not grow to their sum.
 */
const placeParts = (parts: readonly TitledPicture[], direction: Direction, box: Box, style: PictureStyle) => {
  const lines = linesOf(parts, direction, box.width, style);
  const weights = lines.map((line) => (direction === 'column' ? sumOf(line.map(weightOf)) : 1));
  const least = lines.map((line) => leastHeight(line, box, style));
  const isGrowing = style.rest === 'scrolls' || sumOf(least) + GAP * (least.length - 1) <= box.height;
  return divide(box.height, weights, isGrowing ? least : []).flatMap(({ start, length }, index) =>
    placeLine(lines[index] as readonly TitledPicture[], { ...box, y: box.y + start, height: length }),
  );
};

/** Draws at most `room` parts. The next parts follow at the next turn. */
const drawSome = ({ direction, pictures }: SeveralPictures, room: number, box: Box, style: PictureStyle): Drawn => {
  const { shown, turns } = turnOf(pictures, room, style.turn);
  const inner = { ...style, turn: Math.floor(style.turn / turns) };
  const placed = placeParts(shown, direction, box, style);
  const drawings = placed.map((one) => drawPart(one.part, one.box, inner));
  const ends = drawings.map(({ end }) => end);
  return {
    svg: drawings.map(({ svg }) => svg).join(''),
    turns: turns * Math.max(1, ...drawings.map((one) => one.turns)),
    isTooLarge: drawings.some((one) => one.isTooLarge),
    end: { width: Math.max(...ends.map(({ width }) => width)), height: Math.max(...ends.map(({ height }) => height)) },
    charts: drawings.flatMap(({ charts = [] }) => charts),
  };
};

/** Draws as many parts as there is room for, and all parts if the drawing may grow. */
const drawSeveral = (picture: SeveralPictures, box: Box, style: PictureStyle): Drawn => {
  const { direction, pictures } = picture;
  if (style.rest === 'scrolls') return drawSome(picture, pictures.length, box, style);
  const columns = direction === 'column' ? 1 : columnsIn(box.width, style);
  const rows = Math.max(Math.floor((box.height + GAP) / (style.leastPart.height + GAP)), 1);
  for (let room = Math.min(columns * rows, pictures.length); room > 1; room -= 1) {
    const drawn = drawSome(picture, room, box, style);
    if (!drawn.isTooLarge) return drawn;
  }
  return drawSome(picture, 1, box, style);
};

type Draw<Kind extends Picture['kind']> = (
  picture: Extract<Picture, { readonly kind: Kind }>,
  box: Box,
  style: PictureStyle,
) => Drawn;

const DRAWERS: { readonly [Kind in Picture['kind']]: Draw<Kind> } = {
  chart: drawChart,
  tiles: drawFigures,
  table: drawTable,
  frame: drawFrame,
  several: drawSeveral,
};

/** Draws a picture in a style. No text is cut, no number is broken, and nothing is left out without a word. */
export const drawPicture = (picture: Picture, box: Box, style: PictureStyle): Drawn =>
  (DRAWERS[picture.kind] as Draw<Picture['kind']>)(picture, box, style);
