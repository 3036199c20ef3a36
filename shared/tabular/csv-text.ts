import { describeDetail } from '../errors/describe-detail.ts';
import { type Detail, WallfeedError } from '../errors/wallfeed-error.ts';

export const csvInvalid = (detail: Detail): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', `The file cannot be read as CSV: ${describeDetail(detail)}.`, [detail]);

/** How many line breaks stand between two places of a text. */
const countBreaks = (text: string, from: number, to: number): number => {
  let breaks = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) breaks++;
  return breaks;
};

/** The lines of places in a text, which ascend. */
export const linesAt = (text: string, places: readonly number[]): readonly number[] => {
  let line = 1;
  let counted = 0;
  return places.map((place) => {
    line += countBreaks(text, counted, place);
    counted = place;
    return line;
  });
};

/** The line of a place in a text. */
export const lineAt = (text: string, place: number): number => 1 + countBreaks(text, 0, place);

const LONE_RETURN = /\r(?!\n)/;

/**
 * NUL and a lone CR are signs of another format or a broken transfer, never of a table.
 * @throws WallfeedError SOURCE_INVALID
 */
export const refuseControls = (text: string): void => {
  const nul = text.indexOf('\0');
  if (nul !== -1) {
    const hint = 'is it UTF-16 without a byte order mark, or a workbook? Export it as CSV, or name its encoding';
    throw csvInvalid({ line: lineAt(text, nul), message: 'there is a NUL byte', hint });
  }
  const lone = text.includes('\r') ? text.search(LONE_RETURN) : -1;
  if (lone === -1) return;
  const message = 'there is a carriage return without a line feed';
  throw csvInvalid({ line: lineAt(text, lone), message, hint: 'end lines with LF or CRLF' });
};

const TAIL = ' ,;\t\r\n';

/** Cuts what follows the last line that holds more than blanks and delimiters: rows that office software leaves behind. */
export const withoutBlankTail = (text: string): string => {
  let end = text.length;
  while (end > 0 && TAIL.includes(text.charAt(end - 1))) end--;
  const next = text.indexOf('\n', end);
  return next === -1 ? text : text.slice(0, next + 1);
};

const SEPARATOR_LINE = /^"?sep=([^\r\n])"?\r?(?:\n|$)/i;

/** A first line `sep=;` names the delimiter and is not part of the table, which begins after it. */
export const readSeparatorLine = (text: string): { readonly from: number; readonly separator?: string } => {
  const found = SEPARATOR_LINE.exec(text);
  return found?.[1] ? { from: found[0].length, separator: found[1] } : { from: 0 };
};
