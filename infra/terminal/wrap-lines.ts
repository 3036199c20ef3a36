import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';

/** Width of printed text in characters. */
export const WIDTH_CHARS = 100;

/** Wraps text to lines of a width. A word that is longer than the width gets a line of its own. */
export const wrapLines = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || stringWidth(last) + 1 + stringWidth(word) > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
};

/** Cuts text into parts that fit a width. The parts have no colours. */
const cutText = (text: string, width: number): readonly string[] => {
  const parts = [''];
  for (const character of stripVTControlCharacters(text)) {
    if (stringWidth(`${parts.at(-1)}${character}`) > width) parts.push('');
    parts[parts.length - 1] += character;
  }
  return parts;
};

/** Wraps text to lines of a width. A word that is longer than the width is continued on the next line. */
export const fitLines = (text: string, width: number): readonly string[] =>
  wrapLines(text, width).flatMap((line) => (stringWidth(line) > width ? cutText(line, width) : [line]));

/** Wraps text, and indents all lines but the first by `indent` blanks. */
export const wrapHanging = (text: string, indent: number): string => {
  const [first = '', ...rest] = wrapLines(text, WIDTH_CHARS - indent);
  return [first, ...rest.map((line) => `${' '.repeat(indent)}${line}`)].join('\n');
};
