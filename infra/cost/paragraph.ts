import { formatTable } from '../terminal/format-table.ts';

const WIDTH_CHARS = 110;

/** Breaks text into lines that fit a terminal, each with two blanks before it. */
export const wrapText = (text: string): string => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH_CHARS) lines.push(`  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
};

/** A heading with what stands below it, after a blank line. */
export const section = (title: string, lines: readonly string[]): readonly string[] => ['', title, ...lines];

/** Things and what they are, one a line. */
export const listPairs = (pairs: readonly (readonly [string, string])[]): string =>
  formatTable(pairs.map((pair) => ['', ...pair]));
