import { type Budget, UNLIMITED } from '../limits/budget.ts';
import { chooseDelimiters } from './choose-delimiter.ts';
import { MAX_RECORD_BYTES } from './csv-fault.ts';
import type { CsvFormat, CsvRecord, RecordConsumer, RecordReader } from './csv-record.ts';
import { type ChunkDecoder, createChunkDecoder } from './decode-chunks.ts';
import { createBeginningFinder } from './file-beginning.ts';
import { type Attempt, createAttemptBudgets, raceAttempts } from './race-attempts.ts';
import { createRowFilter } from './row-filter.ts';
import { createScanner } from './scan-records.ts';

/** Read to its end, or as far as its reader needed it. */
export interface ScannedFile<Result> {
  readonly content: Result;
  /** True if neither the dashboard file nor the file itself names GB18030. */
  readonly isGuessed: boolean;
}

export interface CsvScan<Result> {
  /**
   * Returns false if no further chunk is needed.
   * @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE, SOURCE_TIMEOUT, TABLE_*; GuessedWrong.
   */
  push(chunk: Uint8Array): boolean;
  /** Throws as `push` does. */
  end(): ScannedFile<Result>;
}

/** Decoded and scanned at once, between two checks of the clock. */
const BLOCK_BYTES = 64 * 1024;

interface Waiting {
  readonly blockBytes: number;
  chunks: Buffer[];
  bytes: number;
}

const join = ({ chunks }: Waiting): Buffer => (chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));

/**
 * Returns the complete blocks. The start of a block does not depend on the sizes of the chunks, so each read of a file
 * with two errors finds the same error first.
 */
const takeBlocks = (waiting: Waiting, chunk: Buffer): readonly Buffer[] => {
  waiting.chunks.push(chunk);
  waiting.bytes += chunk.length;
  const { blockBytes } = waiting;
  if (waiting.bytes < blockBytes) return [];
  const bytes = join(waiting);
  const count = Math.floor(bytes.length / blockBytes);
  const rest = bytes.subarray(count * blockBytes);
  waiting.chunks = rest.length > 0 ? [rest] : [];
  waiting.bytes = rest.length;
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * blockBytes, (at + 1) * blockBytes));
};

export interface ScanOptions {
  readonly budget?: Budget;
  /** True to read GB18030, after an earlier scan threw GuessedWrong. */
  readonly isGuessed?: boolean;
  readonly blockBytes?: number;
}

/** Undefined if more text is needed. */
type Starter<Result> = (
  chunk: Buffer,
  isLast: boolean,
) => { readonly text: Buffer; readonly attempt: Attempt<Result> } | undefined;

interface DelimitedFile extends Pick<CsvFormat, 'header' | 'comments'> {
  readonly delimiter: string;
  /** Delimiter that the format or the file names. */
  readonly named: string | undefined;
  readonly firstLine: number;
}

const createAttempt = <Result>(
  { delimiter, named, firstLine, ...format }: DelimitedFile,
  consumer: RecordConsumer<Result>,
): Attempt<Result> => {
  const fileOf = ({ length }: CsvRecord) => ({ delimiter: named ?? (length > 1 ? delimiter : undefined) });
  const filter = createRowFilter(consumer, { ...format, fileOf });
  const { comments } = format;
  const scanner = createScanner({ delimiter, firstLine, onRecord: filter.add, ...(comments && { comments }) });
  return {
    push: scanner.push,
    end: () => {
      filter.beforeLast();
      scanner.end();
      filter.end();
      return consumer.finish();
    },
  };
};

/** Collects the file's beginning until a delimiter can be chosen. */
const createStarter = <Result>(
  { header, delimiter: given, comments }: CsvFormat,
  reader: RecordReader<Result>,
  budget: Budget,
): Starter<Result> => {
  const [firstLine = 1] = [header].flat().filter((line) => typeof line === 'number');
  const finder = createBeginningFinder(firstLine, comments);
  const ofRecords = { ...(header !== undefined && { header }), ...(comments && { comments }) };
  const budgetOf = createAttemptBudgets(budget);
  return (chunk, isLast) => {
    const beginning = finder.add(chunk, isLast);
    if (!beginning) return undefined;
    const { text, line, separator } = beginning;
    const named = separator ?? given;
    const isWhole = isLast || text.length > MAX_RECORD_BYTES;
    const delimiters = named === undefined ? chooseDelimiters(text, isWhole, reader.fits) : [named];
    const attempts = delimiters?.map((delimiter) =>
      createAttempt({ delimiter, named, firstLine: line, ...ofRecords }, reader.create(budgetOf())),
    );
    return attempts && { text, attempt: raceAttempts(attempts) };
  };
};

interface OpenFile<Result> {
  readonly decoder: ChunkDecoder;
  readonly start: Starter<Result>;
  /** Undefined until the file's beginning has arrived. */
  attempt?: Attempt<Result> | undefined;
  isEnough: boolean;
  /** True once no further bytes are needed. A file with an ambiguous encoding is read to its end. */
  isDone: boolean;
  /** Thrown only if the encoding is not ambiguous, because a wrong encoding could be its cause. */
  failure?: { readonly error: unknown };
}

const read = <Result>(file: OpenFile<Result>, text: Buffer, isLast: boolean): void => {
  if (file.attempt) {
    if (text.length > 0) file.isEnough = !file.attempt.push(text);
    return;
  }
  const started = file.start(text, isLast);
  file.attempt = started?.attempt;
  if (started) file.isEnough = !started.attempt.push(started.text);
};

/** Returns false if no further chunk is needed. */
const readChunk = <Result>(file: OpenFile<Result>, chunk: Buffer): boolean => {
  const { decoder } = file;
  const text = decoder.decode(chunk);
  try {
    if (!file.isEnough && !file.failure) read(file, text, false);
  } catch (error) {
    file.failure = { error };
  }
  if (decoder.isAmbiguous()) return true;
  if (file.failure) throw file.failure.error;
  file.isDone = file.isEnough;
  return !file.isDone;
};

const finish = <Result>(file: OpenFile<Result>, last: Buffer): Result => {
  if (!file.isDone && readChunk(file, last)) {
    const rest = file.decoder.end();
    if (file.failure) throw file.failure.error;
    if (!file.isEnough) read(file, rest, true);
  }
  return (file.attempt as Attempt<Result>).end();
};

/**
 * Takes constant memory, apart from the result of its reader. Accepts RFC 4180 and the variants of office software: all
 * usual encodings and delimiters, a `sep=` line, lines before the header, blank lines, and blank rows at the end.
 */
export const createCsvScan = <Result>(
  format: CsvFormat,
  reader: RecordReader<Result>,
  { budget = UNLIMITED, isGuessed, blockBytes = BLOCK_BYTES }: ScanOptions = {},
): CsvScan<Result> => {
  const decoder = createChunkDecoder({ encoding: format.encoding, isGuessed });
  const start = createStarter(format, reader, budget);
  const file: OpenFile<Result> = { decoder, start, isEnough: false, isDone: false };
  const waiting: Waiting = { blockBytes, chunks: [], bytes: 0 };
  return {
    push: (chunk) => {
      for (const block of takeBlocks(waiting, Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))) {
        budget.checkTime();
        if (!budget.scan(() => readChunk(file, block))) return false;
      }
      return true;
    },
    end: () => {
      const content = budget.scan(() => finish(file, join(waiting)));
      return { content, isGuessed: decoder.isGuessed() };
    },
  };
};
