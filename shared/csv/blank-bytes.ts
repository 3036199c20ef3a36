import { SPACE, TAB } from './byte-kinds.ts';
import { characterBytes } from './character-bytes.ts';

const VERTICAL_TAB = 0x0b;
const FORM_FEED = 0x0c;
const MAX_ASCII = 0x7f;

/** True for an ASCII blank that may occur inside a line. */
const isAsciiBlank = (byte: number): boolean =>
  byte === SPACE || byte === TAB || byte === VERTICAL_TAB || byte === FORM_FEED;

/** First bytes, in UTF-8, of the blanks that are not ASCII: U+00A0, U+1680, U+2000 to U+205F, U+3000 and U+FEFF. */
const LEADS_OF_BLANKS: readonly number[] = [0xc2, 0xe1, 0xe2, 0xe3, 0xef];

/**
 * Returns the length in bytes of the blank character at an index of valid UTF-8, or 0 for any other character. Blanks
 * are the characters that `String.prototype.trim` removes, except the line breaks of ASCII.
 */
export const blankLength = (bytes: Buffer, at: number): number => {
  const byte = bytes[at] as number;
  if (byte <= MAX_ASCII) return isAsciiBlank(byte) ? 1 : 0;
  if (!LEADS_OF_BLANKS.includes(byte)) return 0;
  const length = characterBytes(byte);
  return bytes.toString('utf8', at, at + length).trim() === '' ? length : 0;
};

/** True if there are only blanks between two indexes. */
export const isBlankRange = (bytes: Buffer, from: number, to: number): boolean => {
  for (let at = from; at < to; ) {
    const length = blankLength(bytes, at);
    if (length === 0) return false;
    at += length;
  }
  return true;
};
