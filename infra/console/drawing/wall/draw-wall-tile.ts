import { isEmptyPicture, type Picture } from '../../../../schemas/common/charts/picture.ts';
import { drawPicture } from '../picture/draw-picture.ts';
import { MIN_FONT_PX, type PictureStyle, pictureStyles } from '../picture-style.ts';
import { drawLines, escapeXml, LINE_HEIGHT, measureText, svgElement, svgText, wrapText } from '../text.ts';
import type { Box, Size } from '../theme.ts';
import type { WallTheme } from './wall-style.ts';

export interface WallTile {
  readonly slug: string;
  readonly component: string;
  readonly title: string;
  readonly note?: string | undefined;
  readonly trouble?: Trouble | undefined;
  /** In place of the picture, such as the error and its place. */
  readonly sentences: readonly string[];
  readonly picture?: Picture | undefined;
}

export interface Trouble {
  readonly kind: 'failed' | 'stale';
  readonly text: string;
}

export interface WallTileStyle extends Pick<PictureStyle, 'turn' | 'tiles' | 'moreColumns'> {
  readonly theme: WallTheme;
  /** Pixels. */
  readonly unit: number;
}

/** `room` is the place of what is not drawn as SVG. */
export interface DrawnTile {
  readonly svg: string;
  readonly room: Box;
  readonly turns: number;
}

/** On pages with at most `tiles` tiles. */
const TITLE_UNITS = [
  { tiles: 1, units: 2 },
  { tiles: 4, units: 1.6 },
  { tiles: 9, units: 1.3 },
];
const MIN_TITLE_UNITS = 1.15;

const titleUnits = (tiles: number): number => TITLE_UNITS.find((one) => tiles <= one.tiles)?.units ?? MIN_TITLE_UNITS;

const MIN_TEXT_UNITS = 0.92;
const TROUBLE_UNITS = 2.5;
const NOTE_UNITS = 1.1;
const FRAME_UNITS = 0.35;
/** Pictures are designed up to this size. In larger tiles, everything is drawn larger. */
const LARGEST: Size = { width: 520, height: 310 };
const PADDING = 9;
const TURN_WIDTH = 40;

export const enlargementOf = ({ width, height }: Size, unit: number): number =>
  Math.max((MIN_TEXT_UNITS * unit) / MIN_FONT_PX, Math.min(width / LARGEST.width, height / LARGEST.height));

const SIGNS: Readonly<Record<Trouble['kind'], string>> = {
  failed: 'M10 1a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM6.5 6.5l7 7m0-7l-7 7',
  stale: 'M10 2l9 16h-18zM10 8v5m0 2v1.4',
};

const drawTrouble = ({ kind, text }: Trouble, box: Box, size: number, theme: WallTheme): string => {
  const color = theme[kind];
  const scale = size / 20;
  const sign = `<path d="${SIGNS[kind]}" transform="translate(${box.x} ${box.y}) scale(${scale})" fill="none" stroke="${color}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>`;
  const style = { x: box.x + size * 1.3, y: box.y, size, color, isBold: true };
  return sign + drawLines([text], style);
};

const troubleSize = (text: string, width: number, wanted: number): number =>
  Math.max(Math.min(wanted, width / (measureText(text, 1) + 1.4)), MIN_FONT_PX);

const SENTENCE_SIZE = 17;

interface SentenceStyle {
  readonly color: string;
  readonly most: number;
}

/** As large as they fit. The last sentences are left out where not all fit. */
const drawSentences = (sentences: readonly string[], { x, y, width, height }: Box, style: SentenceStyle): string => {
  const { color, most } = style;
  for (let size = most; size >= MIN_FONT_PX; size -= 1) {
    const lines = sentences.flatMap((one) => wrapText(one, size, width));
    if (lines.length * size * LINE_HEIGHT <= height) {
      const top = y + (height - lines.length * size * LINE_HEIGHT) / 2;
      return drawLines(lines, { x, y: top, size, color });
    }
  }
  return sentences.length > 1 ? drawSentences(sentences.slice(0, -1), { x, y, width, height }, style) : '';
};

const drawFrame = ({ width, height }: Size, theme: WallTheme, trouble: Trouble | undefined, line: number): string => {
  const thickness = trouble ? line : 1;
  const half = thickness / 2;
  return `<rect x="${half}" y="${half}" width="${width - thickness}" height="${height - thickness}" rx="7" fill="${theme.ground}" stroke="${trouble ? theme[trouble.kind] : theme.line}" stroke-width="${thickness}"/>`;
};

export const drawWallTile = (tile: WallTile, size: Size, given: WallTileStyle): DrawnTile => {
  const { theme, unit, turn, tiles } = given;
  const { slug, component, title, note, trouble, sentences, picture } = tile;
  const factor = enlargementOf(size, unit);
  const [width, height] = [size.width / factor, size.height / factor];
  const inner = width - 2 * PADDING;
  const titleSize = (titleUnits(tiles) * unit) / factor;
  const heading = wrapText(title, titleSize, inner - TURN_WIDTH);
  let y = PADDING - 1;
  const parts = [drawFrame({ width, height }, theme, trouble, (FRAME_UNITS * unit) / factor)];
  parts.push(drawLines(heading, { x: PADDING, y, size: titleSize, color: theme.text, isBold: true }));
  y += heading.length * titleSize * LINE_HEIGHT + 4;
  if (note) {
    const noteSize = Math.max((NOTE_UNITS * unit) / factor, MIN_FONT_PX);
    parts.push(drawLines([note], { x: PADDING, y, size: noteSize, color: theme.mutedText }));
    y += noteSize * LINE_HEIGHT + 4;
  }
  if (trouble) {
    const signSize = troubleSize(trouble.text, inner, (TROUBLE_UNITS * unit) / factor);
    parts.push(drawTrouble(trouble, { x: PADDING, y, width: inner, height: signSize }, signSize, theme));
    y += signSize * LINE_HEIGHT + 4;
  }
  const room = { x: PADDING, y, width: inner, height: Math.max(height - y - PADDING, 20) };
  let turns = 1;
  if (picture && !isEmptyPicture(picture)) {
    const style = { ...pictureStyles.wall, ...given, component, prefix: `${slug}-`, unit: unit / factor };
    const drawn = drawPicture(picture, room, style);
    turns = drawn.turns;
    parts.push(drawn.svg);
    const counted = { size: MIN_FONT_PX, color: theme.mutedText, align: 'right' } as const;
    if (turns > 1) parts.push(svgText(`${(turn % turns) + 1}/${turns}`, width - PADDING, PADDING + 11, counted));
  } else {
    const most = trouble ? Math.max((TROUBLE_UNITS * unit) / factor, SENTENCE_SIZE) : SENTENCE_SIZE;
    parts.push(drawSentences(sentences, room, { color: trouble ? theme.text : theme.mutedText, most }));
  }
  const label = [title, note, trouble?.text, ...(picture ? [] : sentences)].filter(Boolean).join(', ');
  return {
    svg: svgElement(
      { width, height },
      size,
      `class="drawn" role="img" aria-label="${escapeXml(label)}"`,
      parts.join(''),
    ),
    room: { x: room.x * factor, y: room.y * factor, width: room.width * factor, height: room.height * factor },
    turns,
  };
};
