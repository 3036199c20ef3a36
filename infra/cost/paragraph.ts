import { formatTable } from '../terminal/format-table.ts';

const WIDTH_CHARS = 110;

/** Wraps text for a terminal and indents it by two spaces. */
export const wrapText = (text: string): string => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH_CHARS) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
};

/** Returns a section: a blank line, a heading and its lines. */
export const section = (title: string, lines: readonly string[]): readonly string[] => ['', title, ...lines];

/** Lists pairs of names and values, one on each line. */
export const listPairs = (pairs: readonly (readonly [string, string])[]): string =>
  formatTable(pairs.map((pair) => ['', ...pair]));
