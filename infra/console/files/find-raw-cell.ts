import { DELIMITERS } from '../../../shared/csv/choose-delimiter.ts';
import type { Detail } from '../../../shared/errors/wallfeed-error.ts';
import type { Span } from '../../dashboard/locate-json.ts';

const offsetOfLine = (text: string, line: number): number | undefined => {
  let offset = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', offset);
    if (end === -1) return undefined;
    offset = end + 1;
  }
  return offset;
};

/** Returns the delimiter that gives the header the most cells. */
const delimiterOf = (text: string): string => {
  const [header = ''] = text.split('\n', 1);
  const count = (delimiter: string): number => header.split(delimiter).length;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] as string;
};

/** Returns the length of the valid cell at the beginning of a text: in quotes, or up to the delimiter. */
const lengthOfCell = (text: string, delimiter: string): number => {
  const quoted = /^"(?:[^"]|"")*"/.exec(text)?.[0];
  const end = text.indexOf(delimiter, quoted?.length ?? 0);
  return end === -1 ? text.length : end;
};

/** Returns the length of a cell with invalid quotes: up to the delimiter after its last quote, or to the end of the line. */
const lengthOfFaulty = (text: string, delimiter: string): number => {
  const closing = text.indexOf('"', 1);
  const end = closing === -1 ? -1 : text.indexOf(delimiter, closing);
  return end === -1 ? text.length : end;
};

/**
 * Finds a cell in a text that is not valid CSV, by the line and column of an error. Returns the whole line if the cell
 * is not on this line.
 */
export const findRawCell = (
  text: string,
  { line = 1, column = 1 }: Pick<Detail, 'line' | 'column'>,
  delimiter = delimiterOf(text),
): Span | undefined => {
  const start = offsetOfLine(text, line);
  if (start === undefined) return undefined;
  const [content = ''] = text.slice(start).split(/\r?\n/, 1);
  let offset = 0;
  for (let at = 1; at < column; at += 1) {
    offset += lengthOfCell(content.slice(offset), delimiter) + delimiter.length;
    if (offset > content.length) return { offset: start, length: content.length };
  }
  return { offset: start + offset, length: lengthOfFaulty(content.slice(offset), delimiter) };
};
