import { MAX_RECORD_BYTES, openQuote, recordTooLong } from './csv-fault.ts';
import type { CsvRecord } from './csv-record.ts';
import { scanCells } from './scan-cells.ts';
import { appendChunk, createScanState, endRecord, QUOTED, type ScanState } from './scan-state.ts';

export interface ScannerOptions {
  readonly delimiter: string;
  /** Number of the first line, from 1. */
  readonly firstLine: number;
  /** Receives each record except blank lines. Returns false to stop the scan. */
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

const isWhole = ({ place }: ScanState): boolean => place.start === place.limit;

const openQuoteOf = ({ quoteLine, cells }: ScanState) => openQuote({ line: quoteLine, column: cells });

/** Creates a scanner of RFC 4180. Inside a cell that does not begin with a quote, a quote is text. */
export const createScanner = ({ delimiter, firstLine, onRecord }: ScannerOptions): RecordScanner => {
  const state = createScanState(delimiter, firstLine, onRecord);
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
