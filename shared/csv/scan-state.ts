import { kindsOf } from './byte-kinds.ts';
import { MAX_RECORD_CELLS, tooManyCells } from './csv-fault.ts';
import type { CsvRecord } from './csv-record.ts';
import { createRecordView, type RecordBytes, type RecordView } from './record-view.ts';

export const PLAIN = 0;
export const QUOTED = 1;
export const AFTER_QUOTE = 2;
/** The line may be a comment. */
export const LINE_START = 3;
export const COMMENT = 4;

/** The state of a scanner between two bytes of its file. */
export interface ScanState {
  readonly delimiter: Buffer;
  /** Lines that begin with these bytes are skipped. */
  readonly comments: Buffer | undefined;
  /** Kinds by byte value, for this delimiter. */
  readonly kinds: Uint8Array;
  /** Gets no blank lines. Returns false to stop the scan. */
  readonly onRecord: (record: CsvRecord) => boolean;
  readonly record: RecordView;
  /** The unfinished record, followed by bytes that are not scanned yet. */
  readonly place: RecordBytes;
  /** Reused for an unfinished record and the next chunk. */
  room: Buffer;
  /** Index of the next byte to scan. */
  at: number;
  cellStart: number;
  cells: number;
  part: typeof PLAIN | typeof QUOTED | typeof AFTER_QUOTE | typeof LINE_START | typeof COMMENT;
  /** Line on which the record begins. */
  line: number;
  /** Line of the byte at `at`. Later than `line` after a line break in a quoted cell. */
  lineNow: number;
  /** Line on which the last quoted cell begins. */
  quoteLine: number;
  isEnough: boolean;
}

/**
 * @param firstLine number of the line of the first byte, from 1.
 * @param comments the text at the beginning of lines that are skipped.
 */
export const createScanState = (
  delimiter: string,
  firstLine: number,
  onRecord: (record: CsvRecord) => boolean,
  comments: string | undefined,
): ScanState => {
  const bytes = Buffer.from(delimiter);
  const record = createRecordView(delimiter);
  return {
    delimiter: bytes,
    comments: comments === undefined ? undefined : Buffer.from(comments),
    kinds: kindsOf(bytes[0] as number),
    onRecord,
    record,
    place: record.at,
    room: record.at.bytes,
    at: 0,
    cellStart: 0,
    cells: 0,
    part: comments === undefined ? PLAIN : LINE_START,
    line: firstLine,
    lineNow: firstLine,
    quoteLine: firstLine,
    isEnough: false,
  };
};

const makeRoomForCells = ({ place, cells, line }: ScanState): void => {
  if (cells >= MAX_RECORD_CELLS) throw tooManyCells(line);
  const longer = new Int32Array(cells * 2);
  longer.set(place.ends);
  place.ends = longer;
};

/** Ends a cell before the byte at `to`. */
export const endCell = (state: ScanState, to: number): void => {
  const { place, cells } = state;
  if (cells === place.ends.length) makeRoomForCells(state);
  place.ends[cells] = to;
  state.cells = cells + 1;
};

export const openCell = (state: ScanState, start: number): void => {
  state.part = PLAIN;
  state.cellStart = start;
  state.at = start;
};

/** Skips a blank line. `next` is the index after the line break. */
export const endRecord = (state: ScanState, to: number, next: number): void => {
  const { record, place, onRecord } = state;
  endCell(state, to);
  record.length = state.cells;
  record.line = state.line;
  record.size = to - place.start;
  if (record.length > 1 || !record.isBlank(0)) state.isEnough = !onRecord(record);
  state.cells = 0;
  state.lineNow += 1;
  state.line = state.lineNow;
  place.start = next;
  openCell(state, next);
  if (state.comments) state.part = LINE_START;
};

/** Skips up to the index `next`. `isWhole` is true if a line break ends the comment there. */
export const skipComment = (state: ScanState, next: number, isWhole: boolean): void => {
  state.place.start = next;
  openCell(state, next);
  state.part = isWhole ? LINE_START : COMMENT;
  if (!isWhole) return;
  state.lineNow += 1;
  state.line = state.lineNow;
};

/** Makes room for `more` bytes behind the record. */
const moveToRoom = (state: ScanState, more: number): void => {
  const { place, cells } = state;
  const { bytes, start, limit, ends } = place;
  const kept = limit - start;
  if ((kept + more) * 2 > state.room.length) state.room = Buffer.allocUnsafeSlow((kept + more) * 4);
  bytes.copy(state.room, 0, start, limit);
  for (let cell = 0; cell < cells; cell += 1) ends[cell] = (ends[cell] as number) - start;
  place.bytes = state.room;
  place.start = 0;
  place.limit = kept;
  state.cellStart -= start;
  state.at -= start;
};

/** Appends a chunk to the unfinished record. If there is no such record, the chunk is scanned without a copy. */
export const appendChunk = (state: ScanState, chunk: Buffer): void => {
  const { place, room } = state;
  place.chunk = undefined;
  place.isMarked = undefined;
  if (place.start === place.limit) {
    place.bytes = chunk;
    place.start = 0;
    place.limit = chunk.length;
    const { part } = state;
    openCell(state, 0);
    state.part = part;
    return;
  }
  if (place.bytes !== room || place.limit + chunk.length > room.length) moveToRoom(state, chunk.length);
  place.limit += chunk.copy(state.room, place.limit);
};
