import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { language } from '../language/language.ts';

/** Width of printed text in characters. */
export const WIDTH_CHARS = 100;

/** Matches the places beside Chinese characters where a line may end: never before closing or after opening punctuation. */
const BREAK = /(?<![“（])(?![，。；：、？！”）])(?:(?<=[\p{Script=Han}，。；：、？！”）])|(?=[\p{Script=Han}“（]))/u;

/** Splits text into words, each with the blank before it. In Chinese, each character is a word. */
const wordsOf = (text: string): readonly { readonly blank: string; readonly word: string }[] =>
  text.split(' ').flatMap((words, index) => {
    const parts = language() === 'zh' ? words.split(BREAK) : [words];
    return parts.map((word, part) => ({ blank: index > 0 && part === 0 ? ' ' : '', word }));
  });

/** Wraps text to lines of a width. A word that is longer than the width gets a line of its own. */
export const wrapLines = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let lineWidth = 0;
  for (const { blank, word } of wordsOf(text)) {
    const wordWidth = stringWidth(word);
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

/** Cuts text into parts that fit a width. The parts have no colours. */
export const cutText = (text: string, width: number): readonly string[] => {
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
