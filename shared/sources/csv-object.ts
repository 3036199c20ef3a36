import type { Deadline } from '../aws/deadline.ts';
import type { ObjectLocation } from '../config/sources.ts';
import { createAttemptBudgets } from '../csv/attempt-budgets.ts';
import type { CsvFormat } from '../csv/csv-format.ts';
import type { RecordReader } from '../csv/csv-record.ts';
import { isGuessedWrong } from '../csv/decode-chunks.ts';
import { scanBytes } from '../csv/parse-csv.ts';
import { createCsvScan, type ScannedFile, type ScanOptions } from '../csv/scan-csv.ts';
import type { Budget } from '../limits/budget.ts';
import { createCopy, createCsvReceiver } from './csv-receiver.ts';
import type { KeptObject, KeptObjects } from './kept-objects.ts';
import { type ObjectVersion, type Outcome, outcomeOf } from './object-body.ts';
import type { Receive } from './object-receiver.ts';

/** How a file is read. */
export interface CsvReading<Result> {
  readonly format: CsvFormat;
  readonly reader: RecordReader<Result>;
  readonly budget: Budget;
  readonly deadline: Deadline;
  /** The version that was read before, if its result is still there. */
  readonly known: ObjectVersion | undefined;
  /** The files whose bytes are kept from one request to the next. */
  readonly objects: KeptObjects | undefined;
  /** True if the file's bytes shall be kept, because it will be scanned again although it has not changed. */
  readonly isKept: boolean;
}

/** A file's content, or the error of its content. Without either, the file still is the known version. */
export interface CsvObject<Result> {
  readonly outcome?: Outcome<ScannedFile<Result>>;
  /** The version of the object, if S3 named one. */
  readonly version?: ObjectVersion;
}

const scanKept = <Result>(
  { etag, bytes }: KeptObject,
  { format, reader, budget }: CsvReading<Result>,
): CsvObject<Result> => ({
  outcome: outcomeOf(() => scanBytes(bytes, format, reader, { budget })),
  version: { etag, bytes: bytes.length },
});

/**
 * Reads a CSV file of S3 while it arrives. A file whose bytes are kept is not downloaded again unless it has changed.
 * @throws WallfeedError SOURCE_*.
 */
export const readCsvObject = async <Result>(
  location: Required<ObjectLocation>,
  reading: CsvReading<Result>,
): Promise<CsvObject<Result>> => {
  const { readObject } = await import('./s3.ts');
  const { format, reader, deadline, known, objects, isKept } = reading;
  const name = `${location.bucket}/${location.key}`;
  const budgetOf = createAttemptBudgets(reading.budget);
  const receive =
    (options: ScanOptions): Receive<ScannedFile<Result>> =>
    (object) => {
      const budget = budgetOf();
      const copy = objects && isKept ? createCopy(object, objects, budget) : undefined;
      const scan = createCsvScan(format, reader, { ...options, budget });
      return createCsvReceiver(object, scan, copy, (kept) => objects?.keep(name, kept));
    };
  const kept = objects?.find(name);
  const read = await readObject(location, deadline, kept?.etag ?? known?.etag, receive({}));
  if (!read) return kept && kept.etag !== known?.etag ? scanKept(kept, reading) : known ? { version: known } : {};
  const isWrong = 'error' in read.outcome && isGuessedWrong(read.outcome.error);
  return isWrong ? ((await readObject(location, deadline, undefined, receive({ isGuessed: true }))) ?? {}) : read;
};
