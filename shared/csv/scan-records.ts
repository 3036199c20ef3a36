import {
  blankLength,
  CARRIAGE_RETURN,
  DELIMITER,
  isBlankRange,
  LF,
  LINE_FEED,
  NUL,
  ORDINARY,
  QUOTE,
} from './byte-kinds.ts';
import {
  loneCarriageReturn,
  MAX_RECORD_BYTES,
  nulByte,
  openQuote,
  recordTooLong,
  textAfterQuote,
} from './csv-fault.ts';
import type { CsvRecord } from './csv-record.ts';
import {
  AFTER_QUOTE,
  appendChunk,
  COMMENT,
  createScanState,
  endCell,
  endRecord,
  LINE_START,
  openCell,
  PLAIN,
  QUOTED,
  type ScanState,
  skipComment,
} from './scan-state.ts';

const isDelimiter = ({ delimiter, place, at }: ScanState): boolean => {
  const { length } = delimiter;
  for (let index = 0; index < length; index += 1) if (place.bytes[at + index] !== delimiter[index]) return false;
  return true;
};

/**
 * True if a line feed follows the CR at `at`. False if the next byte has not arrived yet.
 * @throws WallfeedError SOURCE_INVALID if another byte or the end of the file follows.
 */
const hasLineFeed = ({ place, at, lineNow }: ScanState, isLast: boolean): boolean => {
  const isMissing = at + 1 === place.limit;
  if (isMissing && !isLast) return false;
  if (isMissing || place.bytes[at + 1] !== LF) throw loneCarriageReturn(lineNow);
  return true;
};

/**
 * Handles a quote outside of a quoted cell: it begins a quoted cell if only blanks precede it. Otherwise it is text.
 */
const scanQuote = (state: ScanState): void => {
  if (isBlankRange(state.place.bytes, state.cellStart, state.at)) {
    state.part = QUOTED;
    state.quoteLine = state.lineNow;
  }
  state.at += 1;
};

/** Handles a delimiter, line break, quote or NUL outside of quoted cells. Returns false to wait for more bytes. */
const scanMark = (state: ScanState, kind: number, isLast: boolean): boolean => {
  const { at, place } = state;
  if (kind === DELIMITER && isDelimiter(state)) {
    endCell(state, at);
    openCell(state, at + place.gap);
  } else if (kind === LINE_FEED) endRecord(state, at, at + 1);
  else if (kind === CARRIAGE_RETURN) {
    if (!hasLineFeed(state, isLast)) return false;
    endRecord(state, at, at + 2);
  } else if (kind === NUL) throw nulByte(state.lineNow);
  else if (place.bytes[at] === QUOTE) scanQuote(state);
  else state.at += 1;
  return true;
};

/**
 * Keeps its state in local variables, because a scan spends nearly all of its time in this loop. The inner loop is not
 * a function of its own, because V8 would then optimize that function during a file of 1 000 rows, and optimizing takes
 * longer than reading such a file.
 */
const scanPlain = (state: ScanState, isLast: boolean): boolean => {
  const { kinds, place } = state;
  while (!state.isEnough) {
    const { bytes, ends, limit, gap } = place;
    const room = gap === 1 ? ends.length : 0;
    let next = state.at;
    let count = state.cells;
    let kind = ORDINARY;
    for (; next < limit; next += 1) {
      kind = kinds[bytes[next] as number] as number;
      if (kind === ORDINARY) continue;
      if (kind !== DELIMITER || count >= room) break;
      ends[count] = next;
      count += 1;
    }
    if (count > state.cells) state.cellStart = (ends[count - 1] as number) + 1;
    state.cells = count;
    state.at = next;
    if (next === limit || !scanMark(state, kind, isLast)) return false;
    if (state.part !== PLAIN) return true;
  }
  return false;
};

const scanQuoted = (state: ScanState, isLast: boolean): boolean => {
  const { bytes, limit } = state.place;
  while (state.at < limit) {
    const byte = bytes[state.at];
    if (byte === QUOTE) {
      const isMissing = state.at + 1 === limit;
      if (isMissing && !isLast) return false;
      if (isMissing || bytes[state.at + 1] !== QUOTE) {
        state.part = AFTER_QUOTE;
        state.at += 1;
        return true;
      }
      state.at += 2;
    } else {
      if (byte === LF) state.lineNow += 1;
      else if (byte === 0) throw nulByte(state.lineNow);
      state.at += 1;
    }
  }
  return false;
};

const scanAfterQuote = (state: ScanState, isLast: boolean): boolean => {
  const { kinds, place } = state;
  while (state.at < place.limit) {
    const kind = kinds[place.bytes[state.at] as number] as number;
    const isEnd = kind === LINE_FEED || kind === CARRIAGE_RETURN || kind === NUL;
    if (isEnd || (kind === DELIMITER && isDelimiter(state))) return scanMark(state, kind, isLast);
    const length = blankLength(place.bytes, state.at);
    if (length === 0) throw textAfterQuote({ line: state.quoteLine, column: state.cells });
    state.at += length;
  }
  return false;
};

const scanLineStart = (state: ScanState, isLast: boolean): boolean => {
  const { place, comments = place.bytes.subarray(0, 0) } = state;
  const start = place.bytes.subarray(place.start, Math.min(place.start + comments.length, place.limit));
  const isSame = comments.subarray(0, start.length).equals(start);
  if (isSame && start.length < comments.length && !isLast) return false;
  state.part = isSame && start.length === comments.length ? COMMENT : PLAIN;
  return true;
};

const scanComment = (state: ScanState): boolean => {
  const { bytes, limit } = state.place;
  const end = bytes.subarray(0, limit).indexOf(LF, state.at);
  skipComment(state, end === -1 ? limit : end + 1, end !== -1);
  return end !== -1;
};

/** Each returns false to wait for more bytes, or if no further record is needed. */
const SCANNERS = {
  [PLAIN]: scanPlain,
  [QUOTED]: scanQuoted,
  [AFTER_QUOTE]: scanAfterQuote,
  [LINE_START]: scanLineStart,
  [COMMENT]: scanComment,
};

/** Scans all bytes that have arrived. `isLast` says that no more bytes will arrive. */
const scanCells = (state: ScanState, isLast: boolean): void => {
  while (!state.isEnough && SCANNERS[state.part](state, isLast)) {}
};

export interface ScannerOptions {
  readonly delimiter: string;
  /** Lines count from 1. */
  readonly firstLine: number;
  /** Lines that begin with this text are skipped. */
  readonly comments?: string;
  /** Gets no blank lines. Returns false to stop the scan. */
  readonly onRecord: (record: CsvRecord) => boolean;
}

export interface RecordScanner {
  /**
   * The chunk is valid UTF-8, and may end between any two characters. Returns false if no further chunk is needed.
   * @throws WallfeedError SOURCE_INVALID (quotes, NUL, a lone CR), SOURCE_TOO_LARGE (a record), with the line.
   */
  push(chunk: Buffer): boolean;
  /** Scans the last line if it has no line break. */
  end(): void;
}

const isWhole = ({ place }: ScanState): boolean => place.start === place.limit;

const openQuoteOf = ({ quoteLine, cells }: ScanState) => openQuote({ line: quoteLine, column: cells });

/** Creates a scanner of RFC 4180. Inside a cell that does not begin with a quote, a quote is text. */
export const createScanner = ({ delimiter, firstLine, onRecord, comments }: ScannerOptions): RecordScanner => {
  const state = createScanState(delimiter, firstLine, onRecord, comments);
  const { place } = state;
  return {
    push: (chunk) => {
      appendChunk(state, chunk);
      scanCells(state, false);
      if (place.limit - place.start > MAX_RECORD_BYTES)
        throw state.part === QUOTED ? openQuoteOf(state) : recordTooLong(state.line);
      return !state.isEnough;
    },
    end: () => {
      if (state.isEnough || isWhole(state)) return;
      scanCells(state, true);
      if (state.isEnough || isWhole(state)) return;
      if (state.part === QUOTED) throw openQuoteOf(state);
      endRecord(state, place.limit, place.limit);
    },
  };
};
