import { CR, LF, SPACE } from './byte-kinds.ts';

const SEPARATOR_LINE = /^"?sep=([^\r\n])"?\r?(?:\n|$)/i;
const SEPARATOR_LINE_BYTES = 12;
/** Longer lines of spaces are not skipped. */
const MAX_SPACES = 1_000;

/** The file from the first line that belongs to its table. */
export interface FileBeginning {
  /** Delimiter of a line such as `sep=;`. */
  readonly separator: string | undefined;
  readonly line: number;
  readonly text: Buffer;
}

export interface BeginningFinder {
  /**
   * Returns undefined until the beginning is found or the file ends. After that, returns a longer beginning each time
   * that its size has doubled.
   */
  add(chunk: Buffer, isLast: boolean): FileBeginning | undefined;
}

const NOTHING = Buffer.alloc(0);

interface FinderState {
  text: Buffer;
  line: number;
  separator: string | undefined;
  isSeparatorKnown: boolean;
  /** Lines that begin with these bytes are skipped. */
  readonly comments: Buffer | undefined;
}

/** Returns false to wait for more bytes. */
const readSeparator = (finder: FinderState, isLast: boolean): boolean => {
  const { text } = finder;
  if (text.length < SEPARATOR_LINE_BYTES && !text.includes(LF) && !isLast) return false;
  const found = SEPARATOR_LINE.exec(text.toString('latin1', 0, SEPARATOR_LINE_BYTES));
  if (found) {
    finder.separator = found[1];
    finder.text = text.subarray(found[0].length);
    finder.line += 1;
  }
  finder.isSeparatorKnown = true;
  return true;
};

/** Returns false to wait for more bytes. */
const skipLines = (finder: FinderState, headerLine: number): boolean => {
  while (finder.line < headerLine) {
    const end = finder.text.indexOf(LF);
    if (end === -1) {
      finder.text = NOTHING;
      return false;
    }
    finder.text = finder.text.subarray(end + 1);
    finder.line += 1;
  }
  return true;
};

/** Returns false until the beginning of another line has arrived. */
const skipBlankLines = (finder: FinderState): boolean => {
  const { text } = finder;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === LF) {
      start = at + 1;
      finder.line += 1;
    } else if (byte !== SPACE && (byte !== CR || text[at + 1] !== LF)) {
      finder.text = text.subarray(start);
      return true;
    }
  }
  finder.text = text.subarray(start);
  return finder.text.length > MAX_SPACES;
};

/** Returns false to wait for more bytes. */
const skipToHeader = (finder: FinderState): boolean => {
  const { comments } = finder;
  while (skipBlankLines(finder)) {
    const { text } = finder;
    if (!comments || text.length === 0) return true;
    const start = text.subarray(0, comments.length);
    if (!comments.subarray(0, start.length).equals(start)) return true;
    const end = text.indexOf(LF);
    if (end === -1) return false;
    finder.text = text.subarray(end + 1);
    finder.line += 1;
  }
  return false;
};

const search = (finder: FinderState, headerLine: number, chunk: Buffer, isLast: boolean): FileBeginning | undefined => {
  finder.text = finder.text.length === 0 ? chunk : Buffer.concat([finder.text, chunk]);
  if (!finder.isSeparatorKnown && !readSeparator(finder, isLast)) return undefined;
  const isFound = skipLines(finder, headerLine) && skipToHeader(finder);
  const { separator, line, text } = finder;
  return isFound || isLast ? { separator, line, text } : undefined;
};

interface Growth {
  beginning: FileBeginning;
  waiting: Buffer[];
  waitingBytes: number;
}

/** Appends the chunks once they are as long as the beginning itself. */
const grow = (growth: Growth, chunk: Buffer, isLast: boolean): FileBeginning | undefined => {
  const { beginning, waiting } = growth;
  waiting.push(chunk);
  growth.waitingBytes += chunk.length;
  if (!isLast && growth.waitingBytes < beginning.text.length) return undefined;
  growth.beginning = { ...beginning, text: Buffer.concat([beginning.text, ...waiting]) };
  growth.waiting = [];
  growth.waitingBytes = 0;
  return growth.beginning;
};

/**
 * @param headerLine number of the header's line, from 1.
 * @param comments the text at the beginning of lines that are skipped.
 */
export const createBeginningFinder = (headerLine: number, comments?: string): BeginningFinder => {
  const finder: FinderState = {
    text: NOTHING,
    line: 1,
    separator: undefined,
    isSeparatorKnown: false,
    comments: comments === undefined ? undefined : Buffer.from(comments),
  };
  let growth: Growth | undefined;
  return {
    add: (chunk, isLast) => {
      if (growth) return grow(growth, chunk, isLast);
      const beginning = search(finder, headerLine, chunk, isLast);
      if (beginning) growth = { beginning, waiting: [], waitingBytes: 0 };
      return beginning;
    },
  };
};
