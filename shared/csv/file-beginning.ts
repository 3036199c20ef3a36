import { CR, LF, SPACE } from './byte-kinds.ts';

const SEPARATOR_LINE = /^"?sep=([^\r\n])"?\r?(?:\n|$)/i;
const SEPARATOR_LINE_BYTES = 12;
/** Maximum length of a line of spaces that is skipped. */
const MAX_SPACES = 1_000;

/** The beginning of a file, from the first line that belongs to its table. */
export interface FileBeginning {
  /** The delimiter that a line such as `sep=;` sets. */
  readonly separator: string | undefined;
  /** Line number of the first line of `text`. */
  readonly line: number;
  readonly text: Buffer;
}

/** Finds the beginning of a table in the chunks of its file. */
export interface BeginningFinder {
  /** Adds a chunk of text. Returns undefined until the beginning of the table is found or the file ends. */
  add(chunk: Buffer, isLast: boolean): FileBeginning | undefined;
}

const NOTHING = Buffer.alloc(0);

/**
 * Creates a finder that reads a `sep=` line and skips lines before the header.
 * @param headerLine number of the header's line, from 1.
 */
export const createBeginningFinder = (headerLine: number): BeginningFinder => {
  let text: Buffer = NOTHING;
  let separator: string | undefined;
  let isSeparatorKnown = false;
  let line = 1;

  const readSeparator = (isLast: boolean): boolean => {
    if (text.length < SEPARATOR_LINE_BYTES && !text.includes(LF) && !isLast) return false;
    const found = SEPARATOR_LINE.exec(text.toString('latin1', 0, SEPARATOR_LINE_BYTES));
    if (found) {
      separator = found[1];
      text = text.subarray(found[0].length);
      line += 1;
    }
    isSeparatorKnown = true;
    return true;
  };

  const skipLines = (): boolean => {
    while (line < headerLine) {
      const end = text.indexOf(LF);
      if (end === -1) {
        text = NOTHING;
        return false;
      }
      text = text.subarray(end + 1);
      line += 1;
    }
    return true;
  };

  /** Skips empty lines and lines of spaces. Returns false if such a line may go on in the next chunk. */
  const skipBlankLines = (): boolean => {
    let next = 0;
    for (let at = 0; at < text.length; at += 1) {
      const byte = text[at];
      if (byte === LF) {
        next = at + 1;
        line += 1;
      } else if (byte !== SPACE && (byte !== CR || text[at + 1] !== LF)) {
        text = text.subarray(next);
        return true;
      }
    }
    text = text.subarray(next);
    return text.length > MAX_SPACES;
  };

  return {
    add: (chunk, isLast) => {
      text = text.length === 0 ? chunk : Buffer.concat([text, chunk]);
      if (!isSeparatorKnown && !readSeparator(isLast)) return undefined;
      return (skipLines() && skipBlankLines()) || isLast ? { separator, line, text } : undefined;
    },
  };
};
