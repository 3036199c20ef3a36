import { isEmptyPicture, type Picture } from '../../../../schemas/common/charts/picture.ts';
import { pictureStyles } from '../picture-style.ts';
import { escapeXml, svgElement, svgText } from '../text.ts';
import { type Size, type Theme, TILE_SIZE, themes } from '../theme.ts';
import { drawPicture } from './draw-picture.ts';

const PADDING = 10;
const NOTE_HEIGHT = 18;

export interface DocumentOptions {
  readonly size?: Size;
  readonly theme?: Theme;
  /** Read by screen readers instead of the picture. */
  readonly title?: string;
}

/** Adds a note if there are more parts. */
const drawInside = (picture: Picture, { width, height }: Size, theme: Theme): string => {
  const note = { size: 11, color: theme.mutedText, align: 'center' } as const;
  if (isEmptyPicture(picture)) return svgText('No data', width / 2, height / 2 + 4, { ...note, size: 13 });
  // Charts have their margins in their option.
  const padding = picture.kind === 'chart' ? 0 : PADDING;
  const box = { x: padding, y: padding, width: width - 2 * padding, height: height - 2 * padding };
  const moreColumns = (count: number) => `${count} more columns`;
  const style = { ...pictureStyles.file, theme, component: '', prefix: '', turn: 0, unit: 1, tiles: 1, moreColumns };
  const whole = drawPicture(picture, box, style);
  if (whole.turns === 1) return whole.svg;
  const { svg, turns } = drawPicture(picture, { ...box, height: box.height - NOTE_HEIGHT }, style);
  return svg + svgText(`The first of ${turns} parts is drawn`, width / 2, height - 6, note);
};

/** Draws a picture as an SVG document with rounded corners. The same picture gives the same text. */
export const drawDocument = (
  picture: Picture,
  { size = TILE_SIZE, theme = themes.dark, title = '' }: DocumentOptions = {},
): string => {
  const ground = `<rect width="${size.width}" height="${size.height}" rx="8" fill="${theme.ground}"/>`;
  const named = title === '' ? '' : `<title>${escapeXml(title)}</title>`;
  return `${svgElement(size, size, 'role="img"', named + ground + drawInside(picture, size, theme))}\n`;
};
