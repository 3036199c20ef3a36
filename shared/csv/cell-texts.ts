/** Maximum size of a text that is remembered. A repeated cell is then decoded only once. */
const MAX_KNOWN_BYTES = 32;
/** Number of texts that are remembered; a power of two. A text replaces another one with the same hash. */
const KNOWN_TEXTS = 1024;

const HASH_FACTOR = 31;
const MAX_ASCII = 0x7f;
const QUOTE_TEXT = '"';

/** Removes the blanks around a cell, or the quotes of a quoted cell. */
export const unquote = (raw: string): string => {
  const cell = raw.trim();
  return cell.startsWith(QUOTE_TEXT) ? cell.slice(1, -1).replaceAll('""', QUOTE_TEXT) : cell;
};

/** The remembered texts. All files share them, because creating such a table takes longer than reading a small file. */
const knownBytes = new Uint8Array(KNOWN_TEXTS * MAX_KNOWN_BYTES);
const knownLengths = new Uint8Array(KNOWN_TEXTS);
const knownTexts = new Array<string>(KNOWN_TEXTS).fill('');

const isKnown = (place: number, bytes: Buffer, from: number, length: number): boolean => {
  if (knownLengths[place] !== length) return false;
  const start = place * MAX_KNOWN_BYTES;
  for (let index = 0; index < length; index += 1) {
    if (knownBytes[start + index] !== bytes[from + index]) return false;
  }
  return true;
};

const learn = (place: number, bytes: Buffer, from: number, to: number, text: string): void => {
  knownLengths[place] = to - from;
  knownTexts[place] = text;
  const start = place * MAX_KNOWN_BYTES;
  for (let at = from; at < to; at += 1) knownBytes[start + at - from] = bytes[at] as number;
};

/**
 * Returns the text of the cell between two indexes of valid UTF-8. Repeated cells return the same string, which saves
 * memory. Rows are then also grouped faster, because V8 already knows the hash of the string.
 */
export const cellText = (bytes: Buffer, from: number, to: number): string => {
  const length = to - from;
  if (length <= 0) return '';
  if (length > MAX_KNOWN_BYTES) return unquote(bytes.toString('utf8', from, to));
  let hash = length;
  let seen = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number;
    hash = (Math.imul(hash, HASH_FACTOR) + byte) | 0;
    seen |= byte;
  }
  const place = (hash ^ (hash >>> 10)) & (KNOWN_TEXTS - 1);
  if (isKnown(place, bytes, from, length)) return knownTexts[place] as string;
  const text = unquote(seen > MAX_ASCII ? bytes.toString('utf8', from, to) : bytes.toString('latin1', from, to));
  learn(place, bytes, from, to, text);
  return text;
};
