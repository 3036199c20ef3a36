import { formatTable } from '../terminal/format-table.ts';

/** Width of a report. */
export const WIDTH_CHARS = 100;

const INDENT = '  ';

/** Wraps text to lines of a width. A word that is longer stands alone. */
const linesOf = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
};

/** Wraps text for a terminal. Lines are indented by two spaces unless an indentation is given. */
export const wrapText = (text: string, indent = INDENT): string =>
  linesOf(text, WIDTH_CHARS - indent.length)
    .map((line) => `${indent}${line}`)
    .join('\n');

/** Returns a section: a blank line, a heading and its lines. */
export const section = (title: string, lines: readonly string[]): readonly string[] => ['', title, ...lines];

const GAP_CHARS = 2;

/** Lists pairs of names and values, each on a line of its own. A long value continues below its beginning. */
export const listPairs = (pairs: readonly (readonly [string, string])[]): string => {
  const names = Math.max(0, ...pairs.map(([name]) => name.length));
  const width = WIDTH_CHARS - INDENT.length - names - GAP_CHARS;
  const rows = pairs.flatMap(([name, value]) => linesOf(value, width).map((line, index) => [index ? '' : name, line]));
  return formatTable(rows.map((row) => ['', ...row]));
};
