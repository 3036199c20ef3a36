import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { createAttemptBudgets } from './attempt-budgets.ts';
import { chooseDelimiters } from './choose-delimiter.ts';
import { MAX_RECORD_BYTES } from './csv-fault.ts';
import type { CsvFormat } from './csv-format.ts';
import type { CsvRecord, RecordReader } from './csv-record.ts';
import { createChunkDecoder } from './decode-chunks.ts';
import { createBeginningFinder, type FileBeginning } from './file-beginning.ts';
import { type Attempt, raceAttempts } from './race-attempts.ts';
import { createRowFilter } from './row-filter.ts';
import { createScanner } from './scan-records.ts';

/** A file that was read to its end, or as far as its reader needed it. */
export interface ScannedFile<Result> {
  readonly content: Result;
  /**
   * True if the file was read as GB18030 although neither the dashboard file nor the file itself names this encoding.
   */
  readonly isGuessed: boolean;
}

/** Reads one file as its chunks arrive. */
export interface CsvScan<Result> {
  /**
   * Takes the next chunk of the file; returns false if no further chunk is needed.
   * @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE, SOURCE_TIMEOUT, TABLE_*; GuessedWrong.
   */
  push(chunk: Uint8Array): boolean;
  /** Returns the reader's result for the file; throws as `push` does. */
  end(): ScannedFile<Result>;
}

/** Number of bytes that are scanned between two checks of the clock. */
const BYTES_BETWEEN_LOOKS = 64 * 1024;

export interface ScanOptions {
  readonly budget?: Budget;
  /** True to read the file as GB18030, after an earlier scan threw GuessedWrong. */
  readonly isGuessed?: boolean;
}

/**
 * Creates a function that collects the beginning of a file until a delimiter can be chosen, and then starts to read the
 * file.
 */
const createStarter = <Result>(format: CsvFormat, reader: RecordReader<Result>, budget: Budget) => {
  const hasHeader = format.header !== 'none';
  const finder = createBeginningFinder(typeof format.header === 'number' ? format.header : 1);
  const budgetOf = createAttemptBudgets(budget);
  let beginning: FileBeginning | undefined;
  /** Chunks that are not yet joined to the beginning. */
  let waiting: Buffer[] = [];
  let waitingBytes = 0;

  const attemptBy = (delimiter: string, named: string | undefined, firstLine: number): Attempt<Result> => {
    const consumer = reader.create(budgetOf());
    const fileOf = ({ length }: CsvRecord) => ({ delimiter: named ?? (length > 1 ? delimiter : undefined) });
    const onRecord = createRowFilter(consumer, hasHeader, fileOf);
    const scanner = createScanner({ delimiter, firstLine, onRecord });
    return {
      push: scanner.push,
      end: () => {
        scanner.end();
        return consumer.finish();
      },
    };
  };

  /** Returns the beginning once it is found, and again each time that its size has doubled. */
  const grow = (chunk: Buffer, isLast: boolean): FileBeginning | undefined => {
    if (!beginning) {
      beginning = finder.add(chunk, isLast);
      return beginning;
    }
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (!isLast && waitingBytes < beginning.text.length) return undefined;
    beginning = { ...beginning, text: Buffer.concat([beginning.text, ...waiting]) };
    waiting = [];
    waitingBytes = 0;
    return beginning;
  };

  /** Returns the unread text and the attempt that reads it; undefined if more text is needed. */
  return (chunk: Buffer, isLast: boolean): { readonly text: Buffer; readonly attempt: Attempt<Result> } | undefined => {
    const grown = grow(chunk, isLast);
    if (!grown) return undefined;
    const { text, line, separator } = grown;
    const named = separator ?? format.delimiter;
    const isWhole = isLast || text.length > MAX_RECORD_BYTES;
    const delimiters = named === undefined ? chooseDelimiters(text, isWhole, reader.fits) : [named];
    return delimiters && { text, attempt: raceAttempts(delimiters.map((one) => attemptBy(one, named, line))) };
  };
};

/**
 * Reads a file in constant memory, apart from the result of its reader. Accepts RFC 4180 and the variants of office
 * software: all usual encodings and delimiters, a `sep=` line, lines before the header, blank lines, and blank rows at
 * the end.
 */
export const createCsvScan = <Result>(
  format: CsvFormat,
  reader: RecordReader<Result>,
  { budget = UNLIMITED, isGuessed }: ScanOptions = {},
): CsvScan<Result> => {
  const decoder = createChunkDecoder({ encoding: format.encoding, isGuessed });
  const start = createStarter(format, reader, budget);
  let attempt: Attempt<Result> | undefined;
  let isEnough = false;
  /** An error that is only thrown if a wrong encoding cannot be its cause. */
  let failure: { readonly error: unknown } | undefined;

  const read = (text: Buffer, isLast: boolean): void => {
    if (attempt) {
      if (text.length > 0) isEnough = !attempt.push(text);
      return;
    }
    const started = start(text, isLast);
    attempt = started?.attempt;
    if (started) isEnough = !started.attempt.push(started.text);
  };

  const take = (chunk: Buffer): boolean => {
    const text = decoder.decode(chunk);
    try {
      if (!isEnough && !failure) read(text, false);
    } catch (error) {
      failure = { error };
    }
    if (decoder.isAmbiguous()) return true;
    if (failure) throw failure.error;
    return !isEnough;
  };

  const finish = (): Result => {
    const rest = decoder.end();
    if (failure) throw failure.error;
    if (!isEnough) read(rest, true);
    return (attempt as Attempt<Result>).end();
  };

  return {
    push: (chunk) => {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      for (let at = 0; at < bytes.length; at += BYTES_BETWEEN_LOOKS) {
        budget.checkTime();
        if (!budget.scan(() => take(bytes.subarray(at, at + BYTES_BETWEEN_LOOKS)))) return false;
      }
      return true;
    },
    end: () => {
      const content = budget.scan(finish);
      return { content, isGuessed: decoder.isGuessed() };
    },
  };
};
