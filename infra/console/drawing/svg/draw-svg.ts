import {
  type FramePicture,
  isEmptyPicture,
  type Picture,
  type SeveralPictures,
} from '../../../../schemas/common/charts/picture.ts';
import { type Box, FONT, type Size, type Theme, TILE_SIZE, themes } from '../theme.ts';
import { drawChart } from './compact-svg.ts';
import { drawTable } from './draw-table.ts';
import { drawTiles } from './draw-tiles.ts';
import { escapeXml, fitText, svgText } from './text.ts';

const BAR_HEIGHT = 28;

/** Draws a browser's window with the address of the framed page. */
const drawFrame = ({ url }: FramePicture, { x, y, width, height }: Box, theme: Theme): string => {
  const { line, surface, mutedText, text } = theme;
  const dots = [0, 1, 2].map(
    (dot) => `<circle cx="${x + 14 + dot * 12}" cy="${y + BAR_HEIGHT / 2}" r="3.5" fill="${line}"/>`,
  );
  return [
    `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="6" fill="none" stroke="${line}"/>`,
    `<rect x="${x + 1}" y="${y + 1}" width="${width - 2}" height="${BAR_HEIGHT}" rx="5" fill="${surface}"/>`,
    ...dots,
    svgText(fitText(url, 12, width - 80), x + 56, y + BAR_HEIGHT / 2 + 4, { size: 12, color: text }),
    svgText('The page at this address is shown here', x + width / 2, y + height / 2 + 14, {
      size: 12,
      color: mutedText,
      align: 'center',
    }),
  ].join('');
};

const PADDING = 10;
const GAP = 10;
const TITLE_HEIGHT = 20;

const drawTitled = ({ title, picture }: SeveralPictures['pictures'][number], box: Box, theme: Theme): string => {
  if (title === '') return drawInside(picture, box, theme);
  const { x, y, width, height } = box;
  const heading = svgText(fitText(title, 12, width), x, y + 13, { size: 12, color: theme.text, isBold: true });
  return heading + drawInside(picture, { x, y: y + TITLE_HEIGHT, width, height: height - TITLE_HEIGHT }, theme);
};

/**
 * Minimum height of a legible part. If the parts would be lower, the last parts are left out, and their number is
 * shown.
 */
const MIN_PART_HEIGHT = 64;
const MIN_PART_WIDTH = 150;
const NOTE_HEIGHT = 18;

/** Shares out a length in relation to the weights of the pictures. */
const shareOut = (pictures: SeveralPictures['pictures'], length: number) => {
  const total = pictures.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const free = length - GAP * (pictures.length - 1);
  let start = 0;
  return pictures.map((one) => {
    const part = { one, start, length: Math.floor(((one.weight ?? 1) / total) * free) };
    start += part.length + GAP;
    return part;
  });
};

const drawColumn = (pictures: SeveralPictures['pictures'], box: Box, theme: Theme): string =>
  shareOut(pictures, box.height)
    .map(({ one, start, length }) => drawTitled(one, { ...box, y: box.y + start, height: length }, theme))
    .join('');

const drawRow = (pictures: SeveralPictures['pictures'], box: Box, theme: Theme): string =>
  shareOut(pictures, box.width)
    .map(({ one, start, length }) => drawTitled(one, { ...box, x: box.x + start, width: length }, theme))
    .join('');

/** Lays out pictures in rows, with as many side by side as there is room for. */
const drawRows = (pictures: SeveralPictures['pictures'], box: Box, theme: Theme): string => {
  const columns = Math.max(Math.floor((box.width + GAP) / (MIN_PART_WIDTH + GAP)), 1);
  if (pictures.length <= columns) return drawRow(pictures, box, theme);
  const rows = Math.ceil(pictures.length / columns);
  const height = Math.floor((box.height - GAP * (rows - 1)) / rows);
  const width = Math.floor((box.width - GAP * (columns - 1)) / columns);
  return pictures
    .map((one, index) => {
      const x = box.x + (index % columns) * (width + GAP);
      const y = box.y + Math.floor(index / columns) * (height + GAP);
      return drawTitled(one, { x, y, width, height }, theme);
    })
    .join('');
};

const drawSeveral = ({ direction, pictures }: SeveralPictures, box: Box, theme: Theme): string => {
  if (direction === 'row') return drawRows(pictures, box, theme);
  const isList = pictures.every(({ title }) => title !== '');
  const most = isList ? Math.max(Math.floor(box.height / (MIN_PART_HEIGHT + GAP)), 1) : pictures.length;
  if (pictures.length <= most) return drawColumn(pictures, box, theme);
  const style = { size: 11, color: theme.mutedText };
  const note = svgText(`and ${pictures.length - most} more`, box.x, box.y + box.height - 4, style);
  return drawColumn(pictures.slice(0, most), { ...box, height: box.height - NOTE_HEIGHT }, theme) + note;
};

const drawInside = (picture: Picture, box: Box, theme: Theme): string => {
  switch (picture.kind) {
    case 'chart':
      return drawChart(picture, box, theme);
    case 'tiles':
      return drawTiles(picture, box, theme);
    case 'table':
      return drawTable(picture, box, theme);
    case 'frame':
      return drawFrame(picture, box, theme);
    case 'several':
      return drawSeveral(picture, box, theme);
  }
};

/** Returns the padding around a picture. Charts have their margins in their option. */
const paddingOf = ({ kind }: Picture): number => (kind === 'chart' ? 0 : PADDING);

const drawEmpty = ({ width, height }: Size, theme: Theme): string =>
  svgText('No data', width / 2, height / 2 + 4, { size: 13, color: theme.mutedText, align: 'center' });

export interface SvgOptions {
  readonly size?: Size;
  readonly theme?: Theme;
  /** The text that screen readers read instead of the picture. */
  readonly title?: string;
}

/** Draws a picture as an SVG document with rounded corners. The same picture gives the same text. */
export const drawSvg = (
  picture: Picture,
  { size = TILE_SIZE, theme = themes.dark, title = '' }: SvgOptions = {},
): string => {
  const { width, height } = size;
  const padding = paddingOf(picture);
  const box = { x: padding, y: padding, width: width - 2 * padding, height: height - 2 * padding };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${escapeXml(FONT)}">`,
    title === '' ? '' : `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${theme.ground}"/>`,
    isEmptyPicture(picture) ? drawEmpty(size, theme) : drawInside(picture, box, theme),
    '</svg>\n',
  ].join('');
};
