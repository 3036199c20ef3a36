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
  /**
   * Adds a chunk of text. Returns undefined until the beginning is found or the file ends. After that, returns a longer
   * beginning each time that its size has doubled.
   */
  add(chunk: Buffer, isLast: boolean): FileBeginning | undefined;
}

const NOTHING = Buffer.alloc(0);

interface FinderState {
  /** The bytes of the file from the line `line` on. */
  text: Buffer;
  line: number;
  separator: string | undefined;
  /** True once it is known whether the file has a `sep=` line. */
  isSeparatorKnown: boolean;
  /** The bytes at the beginning of lines that are skipped. */
  readonly comments: Buffer | undefined;
}

/** Reads a `sep=` line. Returns false to wait for more bytes. */
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

/** Skips the lines before the header. Returns false to wait for more bytes. */
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

/** Skips empty lines and lines of spaces. Returns false until the beginning of another line has arrived. */
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

/** Skips blank lines and comments. Returns false to wait for more bytes. */
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

/** A beginning that was found, and the chunks that follow it. */
interface Growth {
  beginning: FileBeginning;
  waiting: Buffer[];
  waitingBytes: number;
}

/** Collects the chunks, and appends them to the beginning once they are as long as the beginning itself. */
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
 * Creates a finder that reads a `sep=` line and skips lines before the header.
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
