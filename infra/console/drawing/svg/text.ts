import type { TextAlign } from '../../../../schemas/common/charts/picture.ts';

/** Drops the characters that XML forbids. */
export const dropForbidden = (text: string): string =>
  text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');

/** Escapes a text for XML. */
export const escapeXml = (text: string): string =>
  dropForbidden(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Widths of characters in em, which is the font size. */
const WIDE_EM = 1;
const CAPITAL_EM = 0.66;
const NARROW_EM = 0.3;
const USUAL_EM = 0.54;

const widthOf = (character: string): number => {
  if ((character.codePointAt(0) ?? 0) > 0x2e80) return WIDE_EM;
  if (/[A-Z%@#&mwMW]/.test(character)) return CAPITAL_EM;
  return /[ijl.,:;'|!()]/.test(character) ? NARROW_EM : USUAL_EM;
};

/** Estimates the width of a text in pixels. */
export const measureText = (text: string, fontSize: number): number => {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width * fontSize;
};

/** Cuts a text that is wider than `width` pixels, and marks the cut with an ellipsis. */
export const fitText = (text: string, fontSize: number, width: number): string => {
  if (measureText(text, fontSize) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && measureText(`${characters.join('')}…`, fontSize) > width) characters.pop();
  return `${characters.join('').trimEnd()}…`;
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
