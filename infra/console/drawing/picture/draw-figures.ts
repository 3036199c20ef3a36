import type { TilesPicture } from '../../../../schemas/common/charts/picture.ts';
import { type Drawn, endOf, type PictureStyle, turnOf } from '../picture-style.ts';
import { drawLines, escapeXml, LINE_HEIGHT, measureText, svgText, widestPart, wrapText } from '../text.ts';
import type { Box } from '../theme.ts';

type Figure = TilesPicture['tiles'][number];

const GAP = 8;
const PADDING = 9;
/** Sum of the gaps above a name and below its value. */
const NAME_GAP = 4;
const BAR_WIDTH = 3;
const [NAME_SIZE, MAX_NAME_SIZE] = [11, 20];
const MAX_NAME_SHARE = 0.35;
const [MIN_PLACE_WIDTH, MIN_PLACE_HEIGHT] = [60, 36];
const MIN_UNIT_SIZE = 11;
const UNIT_SHARE = 0.5;
const BLANK_EM = 0.25;
const VALUE_HEIGHT = 1.1;

/** Share of the height of a figure's place. */
const MAX_VALUE_SHARE = { below: 0.5, beside: 0.6 };

interface Room {
  readonly box: Box;
  readonly wanted: number;
}

type Form = keyof typeof MAX_VALUE_SHARE;

interface Layout {
  readonly form: Form;
  readonly columns: number;
  readonly width: number;
  readonly height: number;
  readonly nameSize: number;
  readonly sizes: readonly number[];
}

/** Returns the largest size at which the value fits beside its unit, which has half of its size. */
const sizeIn = ({ value, unit = '' }: Figure, width: number, largest: number): number => {
  const valueEm = measureText(value, 1);
  if (unit === '') return Math.min(width / valueEm, largest);
  const size = Math.min(width / (valueEm + BLANK_EM + measureText(unit, UNIT_SHARE)), largest);
  if (size * UNIT_SHARE >= MIN_UNIT_SIZE) return size;
  return Math.min((width - measureText(unit, MIN_UNIT_SIZE)) / (valueEm + BLANK_EM), largest);
};

const unitSizeOf = (size: number): number => Math.max(size * UNIT_SHARE, MIN_UNIT_SIZE);

const widthOf = ({ value, unit = '' }: Figure, size: number): number =>
  measureText(value, size) + (unit === '' ? 0 : size * BLANK_EM + measureText(unit, unitSizeOf(size)));

const heightOf = (lines: readonly string[], size: number): number => lines.length * size * LINE_HEIGHT;

const sizeOf = (figure: Figure, form: Form, { width, height }: Omit<Layout, 'sizes'>, nameSize: number): number => {
  const inner = width - 2 * PADDING;
  const most = height * MAX_VALUE_SHARE[form];
  if (form === 'below') {
    const named = heightOf(wrapText(figure.name, nameSize, inner), nameSize);
    return sizeIn(figure, inner, Math.min(most, (height - NAME_GAP - named) / VALUE_HEIGHT));
  }
  const nameWidth = Math.max(widestPart(figure.name, nameSize), inner / 3);
  const isHigh = heightOf(wrapText(figure.name, nameSize, nameWidth), nameSize) > height - NAME_GAP;
  return isHigh ? 0 : sizeIn(figure, inner - nameWidth - PADDING, most);
};

const smallest = ({ sizes }: Layout): number => Math.min(...sizes);

/** Names get larger as long as no value gets smaller than wanted. */
const layOut = (figures: readonly Figure[], columns: number, form: Form, { box, wanted }: Room): Layout => {
  const rows = Math.ceil(figures.length / columns);
  const width = (box.width - GAP * (columns - 1)) / columns;
  const height = (box.height - GAP * (rows - 1)) / rows;
  const place = { form, columns, width, height, nameSize: NAME_SIZE };
  const sizesBy = (nameSize: number) => figures.map((one) => sizeOf(one, form, place, nameSize));
  const largest = sizesBy(NAME_SIZE);
  const least = Math.min(wanted, ...largest);
  for (let nameSize = MAX_NAME_SIZE; nameSize > NAME_SIZE; nameSize -= 1) {
    const sizes = sizesBy(nameSize);
    const smallestSize = Math.min(...sizes);
    if (smallestSize >= least && smallestSize * MAX_NAME_SHARE >= nameSize) return { ...place, nameSize, sizes };
  }
  return { ...place, sizes: largest };
};

/** Multiplies the score of a layout whose figures are full. */
const FULL_BONUS = 10;
const FORMS: readonly Form[] = ['below', 'beside'];

/** True if each figure has the wanted size, or fills half of the width or height of its place. */
const areFull = (figures: readonly Figure[], { sizes, width, height }: Layout, wanted: number): boolean =>
  figures.every((figure, index) => {
    const size = sizes[index] as number;
    return size >= Math.min(wanted, height / 2) || widthOf(figure, size) >= width / 2;
  });

/** Layouts whose figures are full come first. */
const bestLayout = (figures: readonly Figure[], room: Room): Layout => {
  const score = (one: Layout): number => smallest(one) * (areFull(figures, one, room.wanted) ? FULL_BONUS : 1);
  return FORMS.flatMap((form) => figures.map((_, index) => layOut(figures, index + 1, form, room))).reduce(
    (best, one) => (score(one) > score(best) ? one : best),
  );
};

const countTogether = (figures: readonly Figure[], room: Room, least: number): number => {
  const places = Math.floor(room.box.width / MIN_PLACE_WIDTH) * Math.floor(room.box.height / MIN_PLACE_HEIGHT);
  for (let count = Math.min(figures.length, places); count > 1; count -= 1) {
    const turns = Array.from({ length: Math.ceil(figures.length / count) }, (_, turn) => turnOf(figures, count, turn));
    const isLegible = (shown: readonly Figure[]): boolean => {
      const layout = bestLayout(shown, room);
      return smallest(layout) >= least && areFull(shown, layout, room.wanted);
    };
    if (turns.every(({ shown }) => isLegible(shown))) return count;
  }
  return 1;
};

const drawName = (figure: Figure, { x, y, width, height }: Box, layout: Layout, color: string): string => {
  const lines = wrapText(figure.name, layout.nameSize, width);
  const top = layout.form === 'below' ? y : y + (height - heightOf(lines, layout.nameSize)) / 2;
  return drawLines(lines, { x, y: top, size: layout.nameSize, color });
};

const drawValue = (
  { value, unit = '' }: Figure,
  x: number,
  baseline: number,
  size: number,
  { theme }: PictureStyle,
) => {
  const unitSize = Math.round(unitSizeOf(size) * 10) / 10;
  const beside = ` <tspan font-size="${unitSize}" font-weight="400" fill="${theme.mutedText}">${escapeXml(unit)}</tspan></text>`;
  const text = svgText(value, x, baseline, { size, color: theme.text, isBold: true });
  return unit === '' ? text : text.replace(/<\/text>$/, beside);
};

/** Draws a figure in its place. The bounds of the SVG group are the bounds of the place. */
const drawFigure = (figure: Figure, given: number, place: Box, layout: Layout, style: PictureStyle): string => {
  const { theme } = style;
  const { x, y, width, height } = place;
  const size = Math.floor(given * 100) / 100;
  const inner = width - 2 * PADDING;
  const left = x + PADDING;
  const isBelow = layout.form === 'below';
  const valueX = isBelow ? left : x + width - PADDING - widthOf(figure, size);
  const nameWidth = isBelow ? inner : valueX - left - PADDING;
  const named = isBelow ? heightOf(wrapText(figure.name, layout.nameSize, nameWidth), layout.nameSize) : 0;
  const top = y + (height - named - size * VALUE_HEIGHT) / 2;
  const nameBox = { x: left, y: isBelow ? top : y, width: nameWidth, height };
  return [
    '<g data-figure="">',
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${theme.surface}"/>`,
    drawValue(figure, valueX, top + named + size * (isBelow ? 0.92 : 0.9), size, style),
    '</g>',
    `<rect x="${x}" y="${y + 8}" width="${BAR_WIDTH}" height="${Math.max(height - 16, 4)}" rx="1.5" fill="${escapeXml(figure.color ?? theme.series[0] ?? '')}"/>`,
    drawName(figure, nameBox, layout, theme.mutedText),
  ].join('');
};

/** Returns the place of a figure. The figures of the last row share its whole width. */
const placeIn = ({ columns, width, height, sizes }: Layout, index: number, box: Box): Box => {
  const row = Math.floor(index / columns);
  const inRow = Math.min(sizes.length - row * columns, columns);
  const stretched = (box.width + GAP) / inRow - GAP;
  const x = box.x + (index % columns) * (stretched + GAP);
  return { x, y: box.y + row * (height + GAP), width: inRow < columns ? stretched : width, height };
};

const GROWN_PLACE_HEIGHT = 46;

const growRoom = (figures: readonly Figure[], { box, wanted }: Room, least: number): Room => {
  const grownFor = (columns: number): Room => {
    const rows = Math.ceil(figures.length / columns);
    return { box: { ...box, height: Math.max(rows * (GROWN_PLACE_HEIGHT + GAP) - GAP, box.height) }, wanted };
  };
  for (let columns = figures.length; columns > 1; columns -= 1)
    if (smallest(layOut(figures, columns, 'below', grownFor(columns))) >= least) return grownFor(columns);
  return grownFor(1);
};

/**
 * Draws figures in one size, as large as they fit. If this size is too small, draws each figure as large as its own
 * place allows. Figures for which there is no room follow at the next turn, unless the drawing may grow.
 */
export const drawFigures = ({ tiles }: TilesPicture, given: Box, style: PictureStyle): Drawn => {
  const figures = tiles.map((one) => (one.name === style.component && tiles.length === 1 ? { ...one, name: '' } : one));
  const sizes = style.figures(style.tiles);
  const [least, wanted] = [sizes.least * style.unit, sizes.wanted * style.unit];
  if (figures.length === 0) return { svg: '', turns: 1, end: endOf(given) };
  const isGrowing = style.rest === 'scrolls';
  const room = isGrowing ? growRoom(figures, { box: given, wanted }, least) : { box: given, wanted };
  const together = isGrowing ? figures.length : countTogether(figures, room, least);
  const { shown, turns } = turnOf(figures, together, style.turn);
  const layout = bestLayout(shown, room);
  const common = Math.max(smallest(layout), wanted);
  const { box } = room;
  const svg = shown
    .map((figure, index) =>
      drawFigure(figure, Math.min(layout.sizes[index] as number, common), placeIn(layout, index, box), layout, style),
    )
    .join('');
  return { svg, turns, isTooLarge: smallest(layout) < least, end: endOf(box) };
};
