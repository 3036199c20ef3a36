import { blankLength, isBlankRange } from './blank-bytes.ts';
import { CARRIAGE_RETURN, CR, DELIMITER, kindsOf, LF, LINE_FEED, NUL, ORDINARY, QUOTE } from './byte-kinds.ts';
import {
  loneCarriageReturn,
  MAX_RECORD_BYTES,
  MAX_RECORD_CELLS,
  nulByte,
  openQuote,
  recordTooLong,
  textAfterQuote,
  tooManyCells,
} from './csv-fault.ts';
import type { CsvRecord } from './csv-record.ts';
import { createRecordView } from './record-view.ts';

export interface ScannerOptions {
  readonly delimiter: string;
  /** Number of the first line, from 1. */
  readonly firstLine: number;
  /** Receives each record but blank lines. Returns false to stop. */
  readonly onRecord: (record: CsvRecord) => boolean;
}

/** Finds the records in the chunks of one file. */
export interface RecordScanner {
  /**
   * Scans the next chunk of valid UTF-8, which may end anywhere between two characters. Returns false if no further chunk
   * is needed.
   * @throws WallfeedError SOURCE_INVALID (quotes, NUL, a lone CR), SOURCE_TOO_LARGE (a record), with the line.
   */
  push(chunk: Buffer): boolean;
  /** Scans the last line if it has no line break. */
  end(): void;
}

/** States of the scanner inside a cell. */
const PLAIN = 0;
const QUOTED = 1;
const AFTER_QUOTE = 2;

const NOTHING = Buffer.alloc(0);

/** Creates a scanner of RFC 4180. A quote inside a cell that does not begin with one is text. */
export const createScanner = ({ delimiter, firstLine, onRecord }: ScannerOptions): RecordScanner => {
  const mark = Buffer.from(delimiter);
  const gap = mark.length;
  const kinds = kindsOf(mark[0] as number);
  const record = createRecordView(delimiter);
  const place = record.at;

  /** The bytes of the unfinished record, followed by those that are not scanned yet. */
  let bytes: Buffer = NOTHING;
  /** A buffer that is reused for an unfinished record and the next chunk. */
  let room: Buffer = bytes;
  let end = 0;
  let at = 0;
  let start = 0;
  let cellStart = 0;
  let cells = 0;
  let state = PLAIN;
  let line = firstLine;
  /** Line of the byte at `at`; later than `line` after a line break inside a quoted cell. */
  let lineNow = firstLine;
  let quoteLine = firstLine;
  let isEnough = false;

  const isDelimiterAt = (index: number): boolean => {
    for (let offset = 0; offset < gap; offset += 1) if (bytes[index + offset] !== mark[offset]) return false;
    return true;
  };

  const endCell = (to: number): void => {
    if (cells === place.ends.length) {
      if (cells >= MAX_RECORD_CELLS) throw tooManyCells(line);
      const longer = new Int32Array(cells * 2);
      longer.set(place.ends);
      place.ends = longer;
    }
    place.ends[cells] = to;
    cells += 1;
  };

  /** Passes on the record that ends at `to`, unless it is a blank line. `next` is the index after its line break. */
  const endRecord = (to: number, next: number): void => {
    endCell(to);
    place.bytes = bytes;
    place.start = start;
    record.length = cells;
    record.line = line;
    if (cells > 1 || !record.isBlank(0)) isEnough = !onRecord(record);
    cells = 0;
    lineNow += 1;
    line = lineNow;
    state = PLAIN;
    start = cellStart = at = next;
  };

  const openCell = (next: number): void => {
    state = PLAIN;
    cellStart = at = next;
  };

  /** Handles a byte outside of quotes that is not ordinary. Returns false to wait for more bytes. */
  const scanMark = (kind: number, isLast: boolean): boolean => {
    if (kind === DELIMITER && isDelimiterAt(at)) {
      endCell(at);
      openCell(at + gap);
    } else if (kind === LINE_FEED) endRecord(at, at + 1);
    else if (kind === CARRIAGE_RETURN) {
      if (at + 1 === end && !isLast) return false;
      if (bytes[at + 1] !== LF || at + 1 === end) throw loneCarriageReturn(lineNow);
      endRecord(at, at + 2);
    } else if (kind === NUL) throw nulByte(lineNow);
    else if (bytes[at] === QUOTE && isBlankRange(bytes, cellStart, at)) {
      state = QUOTED;
      quoteLine = lineNow;
      at += 1;
    } else at += 1;
    return true;
  };

  /**
   * Scans bytes outside of quotes. Keeps its state in local variables, because a scan spends nearly all of its time in
   * this loop.
   */
  const scanPlain = (isLast: boolean): boolean => {
    while (!isEnough) {
      const source = bytes;
      const { ends } = place;
      const limit = end;
      const room = gap === 1 ? ends.length : 0;
      let next = at;
      let count = cells;
      let kind = ORDINARY;
      for (; next < limit; next += 1) {
        kind = kinds[source[next] as number] as number;
        if (kind === ORDINARY) continue;
        if (kind !== DELIMITER || count >= room) break;
        ends[count] = next;
        count += 1;
      }
      if (count > cells) cellStart = (ends[count - 1] as number) + 1;
      cells = count;
      at = next;
      if (next === limit || !scanMark(kind, isLast)) return false;
      if (state !== PLAIN) return true;
    }
    return false;
  };

  const scanQuoted = (isLast: boolean): boolean => {
    while (at < end) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) {
        if (at + 1 === end && !isLast) return false;
        if (at + 1 < end && bytes[at + 1] === QUOTE) at += 2;
        else {
          state = AFTER_QUOTE;
          at += 1;
          return true;
        }
      } else {
        if (byte === LF) lineNow += 1;
        else if (byte === 0) throw nulByte(lineNow);
        else if (byte === CR) {
          if (at + 1 === end && !isLast) return false;
          if (bytes[at + 1] !== LF || at + 1 === end) throw loneCarriageReturn(lineNow);
        }
        at += 1;
      }
    }
    return false;
  };

  /** Skips blanks between a closing quote and the end of its cell. */
  const scanAfterQuote = (isLast: boolean): boolean => {
    while (at < end) {
      const kind = kinds[bytes[at] as number] as number;
      const isMark = kind === LINE_FEED || kind === CARRIAGE_RETURN || kind === NUL;
      if (isMark || (kind === DELIMITER && isDelimiterAt(at))) return scanMark(kind, isLast);
      const length = blankLength(bytes, at);
      if (length === 0) throw textAfterQuote({ line: quoteLine, column: cells });
      at += length;
    }
    return false;
  };

  const scanners = [scanPlain, scanQuoted, scanAfterQuote];

  const scan = (isLast: boolean): void => {
    while (!isEnough && scanners[state]?.(isLast)) {}
  };

  /** Moves the unfinished record to the beginning of `room`, so that `more` bytes fit behind it. */
  const moveToRoom = (more: number): void => {
    const kept = end - start;
    const from = bytes;
    if ((kept + more) * 2 > room.length) room = Buffer.allocUnsafeSlow((kept + more) * 4);
    if (from === room) room.copyWithin(0, start, end);
    else from.copy(room, 0, start, end);
    for (let cell = 0; cell < cells; cell += 1) place.ends[cell] = (place.ends[cell] as number) - start;
    bytes = room;
    cellStart -= start;
    at -= start;
    end = kept;
    start = 0;
  };

  /** Appends a chunk to the unfinished record. If there is no such record, the chunk is scanned without a copy. */
  const append = (chunk: Buffer): void => {
    place.chunk = undefined;
    if (start === end) {
      bytes = chunk;
      start = cellStart = at = 0;
      end = chunk.length;
      return;
    }
    if (bytes !== room || end + chunk.length > room.length) moveToRoom(chunk.length);
    end += chunk.copy(room, end);
  };

  return {
    push: (chunk) => {
      append(chunk);
      place.limit = end;
      scan(false);
      if (end - start > MAX_RECORD_BYTES)
        throw state === QUOTED ? openQuote({ line: quoteLine, column: cells }) : recordTooLong(line);
      return !isEnough;
    },
    end: () => {
      if (isEnough || start === end) return;
      scan(true);
      if (isEnough || start === end) return;
      if (state === QUOTED) throw openQuote({ line: quoteLine, column: cells });
      endRecord(end, end);
    },
  };
};
