/** Kinds of bytes in a CSV file, for the scanner. */
export const ORDINARY = 0;
/** The kind of the delimiter's first byte. */
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
