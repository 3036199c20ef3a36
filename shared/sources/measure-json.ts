/** Lists and maps inside of each other. Deeper values would overflow the stack of what reads them. */
export const MAX_DEPTH = 500;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** The first value that is nested too deep. */
export interface DeepPlace {
  readonly line: number;
  readonly column: number;
}

interface JsonSize {
  /** Counted by the punctuation outside of texts. */
  readonly values: number;
  readonly deep: DeepPlace | undefined;
}

const endOfText = (bytes: Buffer, start: number): number => {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
};

const placeAt = (bytes: Buffer, at: number): DeepPlace => {
  const before = bytes.toString('utf8', 0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

/**
 * Counts the values of a JSON text in UTF-8, and finds the first value that is nested too deep. The text may be
 * invalid.
 * @param isLines true if each line has a document of its own.
 */
export const measureJson = (bytes: Buffer, isLines: boolean): JsonSize => {
  let values = 1;
  let depth = 0;
  let deepest: number | undefined;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      values += 1;
      depth += 1;
      if (depth > MAX_DEPTH) deepest ??= at;
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth -= 1;
    else if (isLines && byte === LINE_FEED) depth = 0;
  }
  return { values, deep: deepest === undefined ? undefined : placeAt(bytes, deepest) };
};
