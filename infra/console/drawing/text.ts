import type { TextAlign } from '../../../schemas/common/charts/picture.ts';
import { FONT, type Size } from './theme.ts';

/** Drops the characters that XML forbids. */
export const dropForbidden = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');

export const escapeXml = (text: string): string =>
  dropForbidden(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** In em, which is the font size. */
const WIDE_EM = 1;
const CAPITAL_EM = 0.68;
const NARROW_EM = 0.31;
const USUAL_EM = 0.57;

const widthOf = (character: string): number => {
  if ((character.codePointAt(0) ?? 0) > 0x2e80) return WIDE_EM;
  if (/[A-Z%@#&mwMW]/.test(character)) return CAPITAL_EM;
  return /[ijl.,:;'|!()]/.test(character) ? NARROW_EM : USUAL_EM;
};

type MeasureEm = (text: string) => number;

let measureEm: MeasureEm = (text) => {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
};

/** Measures all later texts by the fonts of a page, instead of estimating their width. */
export const measureTextsBy = (measure: MeasureEm): void => {
  measureEm = measure;
};

/** Returns the width of a text in pixels: an estimate, unless a page measures its own texts. */
export const measureText = (text: string, fontSize: number): number => measureEm(text) * fontSize;

/** Matches the parts of a text that stay on one line: a wide character, or a word with its currency and the blank after it. */
const PARTS =
  /[\u2e80-\uffef][\uff0c\u3002\uff1a\uff1b\u3001\uff09\uff01\uff1f]?|(?:\p{Sc}\s)?[^\s\u2e80-\uffef]+(?:\s[\p{Sc}%])?\s*|\s+/gu;

/** Returns the width of the widest word of a text, which no line break splits. */
export const widestPart = (text: string, fontSize: number): number =>
  Math.max(0, ...(text.match(PARTS) ?? []).map((part) => measureText(part.trimEnd(), fontSize)));

/** Tolerance for comparing widths, because sums of widths are not exact. */
const TOLERANCE_PX = 0.01;

const NUMBER = /^[\p{Sc}\s\d.,:%+-]+$/u;

/** Breaks a text into lines. A word that is wider than a line is broken too, but no number. */
export const wrapText = (text: string, fontSize: number, width: number): readonly string[] => {
  const fits = (line: string): boolean => measureText(line.trimEnd(), fontSize) <= width + TOLERANCE_PX;
  const parts = (text.match(PARTS) ?? []).flatMap((part) => (fits(part) || NUMBER.test(part) ? [part] : [...part]));
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? ''}${part}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.map((line) => line.trim()).filter(Boolean);
};

const ANCHORS: Readonly<Record<TextAlign, string>> = {
  left: '',
  center: ' text-anchor="middle"',
  right: ' text-anchor="end"',
};

export interface TextStyle {
  readonly size: number;
  readonly color: string;
  readonly align?: TextAlign;
  readonly isBold?: boolean;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Writes a text whose baseline is at `y`. */
export const svgText = (
  text: string,
  x: number,
  y: number,
  { size, color, align = 'left', isBold }: TextStyle,
): string =>
  text === ''
    ? ''
    : `<text x="${round(x)}" y="${round(y)}" font-size="${size}" fill="${escapeXml(color)}"${ANCHORS[align]}${isBold ? ' font-weight="600"' : ''}>${escapeXml(text)}</text>`;

export const LINE_HEIGHT = 1.25;

export const drawLines = (
  lines: readonly string[],
  { x, y, ...style }: TextStyle & { readonly x: number; readonly y: number },
): string =>
  lines.map((line, index) => svgText(line, x, y + style.size * (index * LINE_HEIGHT + 0.95), style)).join('');

/** ECharts writes no size for some texts. */
const DEFAULT_FONT_PX = 12;

/** Shows `view` in a given size. */
export const svgElement = (view: Size, { width, height }: Size, attributes: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${view.width} ${view.height}" width="${width}" height="${height}" font-family="${escapeXml(FONT)}" font-size="${DEFAULT_FONT_PX}" ${attributes}>${inside}</svg>`;
