import { forReader } from '../../language/language.ts';
import { cutText, formatTable, WIDTH_CHARS, widthOf, wrapLines } from '../../terminal/format-table.ts';

const INDENT = '  ';

export const wrapText = (text: string, indent = INDENT): string =>
  wrapLines(forReader(text), WIDTH_CHARS - indent.length)
    .map((line) => `${indent}${line}`)
    .join('\n');

export const fitLine = (line: string): string =>
  widthOf(line) > WIDTH_CHARS ? `${cutText(line, WIDTH_CHARS - 1)[0]}…` : line;

export const section = (title: string, lines: readonly string[]): readonly string[] => ['', forReader(title), ...lines];

const GAP_CHARS = 2;

/** Lists pairs of names and values, each on a line of its own. A long value continues below its beginning. */
export const listPairs = (pairs: readonly (readonly [string, string])[]): string => {
  const shown = pairs.map((pair) => pair.map(forReader));
  const names = Math.max(0, ...shown.map(([name = '']) => widthOf(name)));
  const width = WIDTH_CHARS - INDENT.length - names - GAP_CHARS;
  const rows = shown.flatMap(([name = '', value = '']) =>
    wrapLines(value, width).map((line, index) => [index ? '' : name, line]),
  );
  return formatTable(rows.map((row) => ['', ...row]));
};
