import { isAscii } from 'node:buffer';
import { cleanText } from '../tabular/clean-text.ts';
import { BACKSLASH, CR, LF, SPACE, TAB } from './byte-kinds.ts';

/** Native functions find these facts as fast as a loop scans a few records. */
export interface ChunkText {
  /** Latin-1, so that an index of the text is also an index of the bytes. */
  readonly text: string;
  /** True if `text` is the decoded text. */
  readonly isAscii: boolean;
  /** True if JSON escapes only quotes, line breaks and tabs. */
  readonly isBare: boolean;
  /** Index of the first quote behind the records that were already read. */
  nextQuote: number;
  /** Lines from the first one that a caller needed. */
  lines?: LineCursor;
}

/** Lines must be read in ascending order. */
interface LineCursor {
  readonly text: string;
  /** The line that was read last. */
  line: number;
  at: number;
}

/** Line breaks and tabs do not match, because they separate cells. */
const ESCAPED = /[^\t\n\r -[\]-~\u0080-\u00ff]/;

const QUOTE_TEXT = '"';

const findQuote = (text: string, from: number): number => {
  const found = text.indexOf(QUOTE_TEXT, from);
  return found === -1 ? Number.POSITIVE_INFINITY : found;
};

export const readChunk = (bytes: Buffer, limit: number): ChunkText => {
  const text = bytes.toString('latin1', 0, limit);
  return {
    text,
    isAscii: isAscii(bytes.subarray(0, limit)),
    isBare: !ESCAPED.test(text),
    nextQuote: findQuote(text, 0),
  };
};

/** True if there is a quote between two indexes. Called with ascending indexes, so that no text is searched twice. */
export const hasQuotes = (chunk: ChunkText, from: number, to: number): boolean => {
  if (chunk.nextQuote < from) chunk.nextQuote = findQuote(chunk.text, from);
  return chunk.nextQuote < to;
};

/**
 * Decodes the bytes once for all lines, because a call of the decoder is slow.
 * @param line number of the line; `start` is the index of its first byte.
 */
export const readLine = (
  chunk: ChunkText,
  { bytes, start, limit }: { readonly bytes: Buffer; readonly start: number; readonly limit: number },
  line: number,
): string => {
  chunk.lines ??= { text: cleanText(bytes.toString('utf8', start, limit)), line, at: 0 };
  const { lines } = chunk;
  for (; lines.line < line; lines.line += 1) lines.at = lines.text.indexOf('\n', lines.at) + 1;
  const end = lines.text.indexOf('\n', lines.at);
  return lines.text.slice(lines.at, end === -1 ? undefined : end);
};

/** An escape such as \u0001. */
const ESCAPED_BYTES = 6;

/** Counts bytes after JSON has escaped them. Quotes are not counted as escaped. */
export const countJsonBytes = (bytes: Buffer, from: number, to: number): number => {
  let count = to - from;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH) count += 1;
    else if (byte < SPACE && byte !== LF && byte !== CR && byte !== TAB) count += ESCAPED_BYTES - 1;
  }
  return count;
};
