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

/** Measures the width of a text in em. */
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

/** Matches the parts of a text that stay on one line: a wide character, or a word with the blank after it. */
const PARTS = /[\u2e80-\uffef][\uff0c\u3002\uff1a\uff1b\u3001\uff09\uff01\uff1f]?|[^\s\u2e80-\uffef]+\s*|\s+/gu;

/** Returns the width of the widest word of a text, which no line break splits. */
export const widestPart = (text: string, fontSize: number): number =>
  Math.max(0, ...(text.match(PARTS) ?? []).map((part) => measureText(part.trimEnd(), fontSize)));

/** Tolerance for comparing widths, because sums of widths are not exact. */
const TOLERANCE_PX = 0.01;

/** Breaks a text into lines. A word that is wider than a line is broken too. */
export const wrapText = (text: string, fontSize: number, width: number): readonly string[] => {
  const fits = (line: string): boolean => measureText(line.trimEnd(), fontSize) <= width + TOLERANCE_PX;
  const parts = (text.match(PARTS) ?? []).flatMap((part) => (fits(part) ? [part] : [...part]));
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? ''}${part}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines.map((line) => line.trim()).filter(Boolean);
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
