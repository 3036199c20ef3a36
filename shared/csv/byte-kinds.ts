import { characterBytes } from './encodings.ts';

export const ORDINARY = 0;
/** Only the delimiter's first byte has this kind. */
export const DELIMITER = 1;
const QUOTE_MARK = 2;
export const LINE_FEED = 3;
export const CARRIAGE_RETURN = 4;
export const NUL = 5;

export const QUOTE = 0x22;
export const LF = 0x0a;
export const CR = 0x0d;
export const TAB = 0x09;
export const SPACE = 0x20;
export const BACKSLASH = 0x5c;

const createKinds = (delimiter: number): Uint8Array => {
  const kinds = new Uint8Array(256);
  kinds[QUOTE] = QUOTE_MARK;
  kinds[LF] = LINE_FEED;
  kinds[CR] = CARRIAGE_RETURN;
  kinds[0] = NUL;
  kinds[delimiter] = DELIMITER;
  return kinds;
};

const kindsByDelimiter: (Uint8Array | undefined)[] = [];

/** Returns the kind of each byte value, for a delimiter that begins with the given byte. */
export const kindsOf = (delimiter: number): Uint8Array => {
  const known = kindsByDelimiter[delimiter];
  if (known) return known;
  const kinds = createKinds(delimiter);
  kindsByDelimiter[delimiter] = kinds;
  return kinds;
};

const VERTICAL_TAB = 0x0b;
const FORM_FEED = 0x0c;
const MAX_ASCII = 0x7f;

const isAsciiBlank = (byte: number): boolean =>
  byte === SPACE || byte === TAB || byte === VERTICAL_TAB || byte === FORM_FEED;

/** Lead bytes, in UTF-8, of the blanks that are not ASCII: U+00A0, U+1680, U+2000 to U+205F, U+3000 and U+FEFF. */
export const LEADS_OF_BLANKS: readonly number[] = [0xc2, 0xe1, 0xe2, 0xe3, 0xef];

/**
 * Returns the length in bytes, or 0 for any other character. Blanks are the characters that `String.prototype.trim`
 * removes, except the line breaks of ASCII.
 */
export const blankLength = (bytes: Buffer, at: number): number => {
  const byte = bytes[at] as number;
  if (byte <= MAX_ASCII) return isAsciiBlank(byte) ? 1 : 0;
  if (!LEADS_OF_BLANKS.includes(byte)) return 0;
  const length = characterBytes(byte);
  return bytes.toString('utf8', at, at + length).trim() === '' ? length : 0;
};

export const isBlankRange = (bytes: Buffer, from: number, to: number): boolean => {
  for (let at = from; at < to; ) {
    const length = blankLength(bytes, at);
    if (length === 0) return false;
    at += length;
  }
  return true;
};
