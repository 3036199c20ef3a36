import { cleanText, trimLine } from '../tabular/clean-text.ts';
import { isBlankRange, LEADS_OF_BLANKS, LF, QUOTE, SPACE } from './byte-kinds.ts';
import { compareBytes, containsMark, hasMark, parseCivilTime, parsePlain } from './cell-bytes.ts';
import { type ChunkText, countJsonBytes, hasQuotes, readChunk, readLine } from './chunk-text.ts';
import type { CsvRecord } from './csv-record.ts';

/** The text of a short cell is remembered, so that a repeated cell is decoded only once. */
const MAX_KNOWN_BYTES = 32;
/** A power of two. A text replaces another one with the same hash. */
const KNOWN_TEXTS = 1024;

const HASH_FACTOR = 31;
const QUOTE_TEXT = '"';

/** Removes the quotes of a quoted cell, and the blanks around its text. */
const unquote = (raw: string): string => {
  const cell = raw.trim();
  return cell.startsWith(QUOTE_TEXT) ? trimLine(cell.slice(1, -1).replaceAll('""', QUOTE_TEXT)) : cell;
};

/** Cleans a trimmed text, which may then have blanks around it again. */
const cleanTrimmed = (text: string): string => {
  const clean = cleanText(text);
  return clean === text ? text : trimLine(clean);
};

const decode = (bytes: Buffer, from: number, to: number): string =>
  cleanTrimmed(unquote(bytes.toString('utf8', from, to)));

/** All files share the remembered texts, because creating such a table takes longer than reading a small file. */
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
 * Returns the text of the cell between two indexes of valid UTF-8. Returns the same string for equal cells. That saves
 * memory and makes grouping faster, because V8 already knows the hash of the string.
 */
const cellText = (bytes: Buffer, from: number, to: number): string => {
  const length = to - from;
  if (length <= 0) return '';
  if (length > MAX_KNOWN_BYTES) return decode(bytes, from, to);
  let hash = length;
  let seen = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number;
    hash = (Math.imul(hash, HASH_FACTOR) + byte) | 0;
    seen |= byte;
  }
  const place = (hash ^ (hash >>> 10)) & (KNOWN_TEXTS - 1);
  if (isKnown(place, bytes, from, length)) return knownTexts[place] as string;
  const text = seen > MAX_ASCII ? decode(bytes, from, to) : unquote(bytes.toString('latin1', from, to));
  learn(place, bytes, from, to, text);
  return text;
};

export interface RecordBytes {
  bytes: Buffer;
  /** Index after the last byte of the file so far. */
  limit: number;
  /**
   * About all bytes up to `limit`. Undefined until a record needs these facts. The scanner resets it when more bytes
   * arrive.
   */
  chunk: ChunkText | undefined;
  /** True if there may be a point or a comma up to `limit`. Undefined as `chunk` is. */
  isMarked: boolean | undefined;
  start: number;
  /** Index after each cell. */
  ends: Int32Array;
  /** Length in bytes. */
  readonly gap: number;
}

export interface RecordView extends CsvRecord {
  readonly at: RecordBytes;
  length: number;
  line: number;
  size: number;
}

const MAX_ASCII = 0x7f;
const NOTHING = Buffer.alloc(0);
/** V8 allocates an array of this size quickly. */
const FIRST_CELLS = 16;

const trim = (cell: string): string => cell.trim();

const cutCells = (text: string, { start, ends, gap }: RecordBytes, length: number, clean: typeof trim): string[] => {
  const texts = new Array<string>(length);
  let from = start;
  for (let column = 0; column < length; column += 1) {
    const to = ends[column] as number;
    texts[column] = clean(text.slice(from, to));
    from = to + gap;
  }
  return texts;
};

const splitLine = (line: string, delimiter: string): string[] => {
  const texts = line.split(delimiter);
  for (let column = 0; column < texts.length; column += 1) texts[column] = (texts[column] as string).trim();
  return texts;
};

/** Creates the record that a scanner reuses for all records of its file. */
export const createRecordView = (delimiter: string): RecordView => {
  const gap = Buffer.byteLength(delimiter);
  const ends = new Int32Array(FIRST_CELLS);
  const at: RecordBytes = { bytes: NOTHING, limit: 0, chunk: undefined, isMarked: undefined, start: 0, ends, gap };
  const chunkOf = (): ChunkText => {
    at.chunk ??= readChunk(at.bytes, at.limit);
    return at.chunk;
  };
  const isMarked = (): boolean => {
    at.isMarked ??= containsMark(at.bytes, at.limit);
    return at.isMarked;
  };
  const startOf = (column: number): number => (column === 0 ? at.start : (at.ends[column - 1] as number) + gap);
  const endOf = (column: number): number => at.ends[column] as number;
  const view: RecordView = {
    at,
    length: 0,
    line: 1,
    size: 0,
    text: (column) => (column < view.length ? cellText(at.bytes, startOf(column), endOf(column)) : ''),
    texts: () => {
      const chunk = chunkOf();
      const end = endOf(view.length - 1);
      const isQuoted = hasQuotes(chunk, at.start, end);
      if (chunk.isAscii) return cutCells(chunk.text, at, view.length, isQuoted ? unquote : trim);
      return isQuoted
        ? Array.from({ length: view.length }, (_, column) => view.text(column))
        : splitLine(readLine(chunk, at, view.line), delimiter);
    },
    isBlank: (column) => {
      if (column >= view.length) return true;
      const from = startOf(column);
      const to = endOf(column);
      if (from === to) return true;
      const first = at.bytes[from] as number;
      if (first > SPACE && first !== QUOTE && !LEADS_OF_BLANKS.includes(first)) return false;
      return isBlankRange(at.bytes, from, to) || cellText(at.bytes, from, to) === '';
    },
    lineOf: (column) => {
      let line = view.line;
      for (let index = at.start; index < startOf(column); index += 1) if (at.bytes[index] === LF) line += 1;
      return line;
    },
    plainNumber: (column) => {
      if (column >= view.length) return Number.NaN;
      const from = startOf(column);
      const to = endOf(column);
      const isQuoted = at.bytes[from] === QUOTE && to - from > 2;
      return isQuoted ? parsePlain(at.bytes, from + 1, to - 1) : parsePlain(at.bytes, from, to);
    },
    plainTime: (column) =>
      column < view.length ? parseCivilTime(at.bytes, startOf(column), endOf(column)) : Number.NaN,
    hasMark: (column) => column < view.length && isMarked() && hasMark(at.bytes, startOf(column), endOf(column)),
    equals: (column, expected) => {
      if (column >= view.length) return expected.text === '';
      const isSame = compareBytes(at.bytes, startOf(column), endOf(column), expected.bytes);
      return isSame ?? view.text(column).trim() === expected.text;
    },
    jsonBytes: () => {
      const end = endOf(view.length - 1);
      return chunkOf().isBare ? end - at.start : countJsonBytes(at.bytes, at.start, end);
    },
  };
  return view;
};

export const createBlankRecord = () => {
  const record = {
    length: 0,
    line: 1,
    text: () => '',
    texts: () => new Array<string>(record.length).fill(''),
    isBlank: () => true,
    lineOf: () => record.line,
    plainNumber: () => Number.NaN,
    jsonBytes: () => 0,
  };
  return record;
};
