import { describeDetail } from '../errors/describe-detail.ts';
import { type Detail, WallfeedError } from '../errors/wallfeed-error.ts';

const CR = 0x0d;
const LF = 0x0a;

export const csvInvalid = (detail: Detail, cause?: unknown): WallfeedError =>
  new WallfeedError('SOURCE_INVALID', `The file cannot be read as CSV: ${describeDetail(detail)}.`, [detail], {
    cause,
  });

const lineAt = (bytes: Buffer, index: number): number => {
  let line = 1;
  for (let at = bytes.indexOf(LF); at !== -1 && at < index; at = bytes.indexOf(LF, at + 1)) line++;
  return line;
};

/**
 * Refuses NUL and a CR without an LF: the file has another format, or its transfer failed.
 * @throws WallfeedError SOURCE_INVALID
 */
export const refuseControlBytes = (bytes: Buffer): void => {
  const nul = bytes.indexOf(0);
  if (nul !== -1) {
    const hint = 'is it UTF-16 without a byte order mark, or a workbook? Export it as CSV, or name its encoding';
    throw csvInvalid({ line: lineAt(bytes, nul), message: 'there is a NUL byte', hint });
  }
  for (let at = bytes.indexOf(CR); at !== -1; at = bytes.indexOf(CR, at + 1)) {
    if (bytes[at + 1] === LF) continue;
    const message = 'there is a carriage return without a line feed';
    throw csvInvalid({ line: lineAt(bytes, at), message, hint: 'end lines with LF or CRLF' });
  }
};

const FIRST_PRINTABLE = 0x20;
const TAB = 0x09;
const BACKSLASH = 0x5c;
/** Length of an escaped control character in JSON, such as \u0001. */
const ESCAPED_LENGTH = 6;

/** Counts the bytes that escaping adds when the file's text becomes JSON. */
export const escapeBytes = (bytes: Buffer): number => {
  let added = 0;
  for (const byte of bytes) {
    if (byte === BACKSLASH) added += 1;
    else if (byte < FIRST_PRINTABLE && byte !== LF && byte !== CR && byte !== TAB) added += ESCAPED_LENGTH - 1;
  }
  return added;
};

const TAIL = new Set([...' ,;\t\r\n'].map((one) => one.charCodeAt(0)));

/** Cuts off the blank rows at the end that office software may write: only spaces and delimiters. */
export const withoutBlankTail = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  while (end > 0 && TAIL.has(bytes[end - 1] ?? 0)) end--;
  const next = bytes.indexOf(LF, end);
  return next === -1 ? bytes : bytes.subarray(0, next + 1);
};

const SEPARATOR_LINE = /^"?sep=([^\r\n])"?\r?(?:\n|$)/i;
const SEPARATOR_LINE_LENGTH = 12;

/** Splits off a first line such as `sep=;`, which sets the delimiter and does not belong to the table. */
export const splitSeparatorLine = (bytes: Buffer): { readonly body: Buffer; readonly separator?: string } => {
  const found = SEPARATOR_LINE.exec(bytes.toString('latin1', 0, SEPARATOR_LINE_LENGTH));
  return found?.[1] ? { body: bytes.subarray(found[0].length), separator: found[1] } : { body: bytes };
};
