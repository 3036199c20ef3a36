import { createRequire } from 'node:module';
import { stripVTControlCharacters } from 'node:util';
import { language } from '../language/language.ts';
import { escapeControls } from './print.ts';

export const WIDTH_CHARS = 100;

const load = createRequire(import.meta.url);

const PLAIN = /^[ -~]*$/;

/**
 * Returns the number of places that a text takes in the terminal. Most commands print only plain text, and need not load
 * the package, whose patterns take 50 ms to compile.
 */
export const widthOf = (text: string): number => {
  if (PLAIN.test(text)) return text.length;
  const { default: stringWidth }: typeof import('string-width') = load('string-width');
  return stringWidth(text);
};

/** Matches the places beside Chinese characters where a line may end: never before closing or after opening punctuation. */
const BREAK = /(?<![“（])(?![，。；：、？！”）])(?:(?<=[\p{Script=Han}，。；：、？！”）])|(?=[\p{Script=Han}“（]))/u;

/** Each word keeps the blank before it. In Chinese, each character is a word. */
const wordsOf = (text: string): readonly { readonly blank: string; readonly word: string }[] =>
  text.split(' ').flatMap((words, index) => {
    const parts = language() === 'zh' ? words.split(BREAK) : [words];
    return parts.map((word, part) => ({ blank: index > 0 && part === 0 ? ' ' : '', word }));
  });

/** Gives a word that is longer than the width a line of its own. */
export const wrapLines = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let lineWidth = 0;
  for (const { blank, word } of wordsOf(text)) {
    const wordWidth = widthOf(word);
    if (lines.length === 0 || lineWidth + blank.length + wordWidth > width) {
      lines.push(word);
      lineWidth = wordWidth;
    } else {
      lines[lines.length - 1] += `${blank}${word}`;
      lineWidth += blank.length + wordWidth;
    }
  }
  return lines;
};

export const cutText = (text: string, width: number): readonly string[] => {
  const parts = [''];
  for (const character of stripVTControlCharacters(text)) {
    if (widthOf(`${parts.at(-1)}${character}`) > width) parts.push('');
    parts[parts.length - 1] += character;
  }
  return parts;
};

/** Continues a word that is longer than the width on the next line. */
export const fitLines = (text: string, width: number): readonly string[] =>
  wrapLines(text, width).flatMap((line) => (widthOf(line) > width ? cutText(line, width) : [line]));

/** The units of large sizes, each a thousand times the next one. Whole numbers of them have no decimals. */
const LARGE_UNITS = [
  ['GB', 1e9],
  ['MB', 1e6],
] as const;

/** Counts 1,000 bytes as 1 KB. */
export const formatBytes = (bytes: number): string => {
  const [unit, size] = LARGE_UNITS.find(([, least]) => bytes >= least) ?? [];
  if (unit && size) return `${(bytes / size).toFixed(1).replace('.0', '')} ${unit}`;
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} KB`;
};

type Rows = readonly (readonly string[])[];

const GAP_CHARS = 2;

/** Writes characters that steer a terminal as `\x1b`, in all cells. */
export const escapeCells = (rows: Rows): Rows => rows.map((row) => row.map(escapeControls));

const widestOf = (cells: readonly string[]): number => Math.max(0, ...cells.map(widthOf));

const widthsOf = (rows: Rows): readonly number[] => {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, index) => widestOf(rows.map((row) => row[index] ?? '')));
};

/** Cells may have styles of the terminal. */
export const alignRows = (rows: Rows, right: readonly number[] = []): string => {
  const widths = widthsOf(rows);
  const pad = (cell: string, index: number): string => {
    const blanks = ' '.repeat((widths[index] ?? 0) - widthOf(cell));
    return right.includes(index) ? blanks + cell : cell + blanks;
  };
  return rows.map((row) => row.map(pad).join(' '.repeat(GAP_CHARS)).trimEnd()).join('\n');
};

/** Escapes characters that steer a terminal. Columns that are named by their index are aligned to the right. */
export const formatTable = (cells: Rows, right: readonly number[] = []): string => alignRows(escapeCells(cells), right);

const MIN_COLUMN_CHARS = 3;

/** Columns that are named in `whole` keep their width. */
const fitWidths = (widths: readonly number[], width: number, whole: readonly number[]): readonly number[] => {
  const room = width - GAP_CHARS * (widths.length - 1);
  let widest = Math.max(...widths);
  const shrunk = (): readonly number[] =>
    widths.map((one, index) => (whole.includes(index) ? one : Math.min(one, widest)));
  while (widest > MIN_COLUMN_CHARS && shrunk().reduce((sum, one) => sum + one, 0) > room) widest -= 1;
  return shrunk();
};

/** Makes several rows of a row with a long cell. Never wraps the columns in `whole`. Cells may have styles. */
export const wrapRows = (rows: Rows, width: number, whole: readonly number[] = []): readonly Rows[] => {
  const widths = fitWidths(widthsOf(rows), width, whole);
  return rows.map((row) => {
    const parts = row.map((cell, index) => (whole.includes(index) ? [cell] : fitLines(cell, widths[index] ?? 1)));
    const height = Math.max(1, ...parts.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) => parts.map((part) => part[line] ?? ''));
  });
};
