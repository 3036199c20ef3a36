import type { Deadline } from '../../aws/deadline.ts';
import type { ObjectLocation } from '../../config/sources.ts';
import type { CsvFormat, RecordReader } from '../../csv/csv-record.ts';
import { isGuessedWrong } from '../../csv/decode-chunks.ts';
import { scanBytes } from '../../csv/parse-csv.ts';
import { createAttemptBudgets } from '../../csv/race-attempts.ts';
import { type CsvScan, createCsvScan, type ScannedFile, type ScanOptions } from '../../csv/scan-csv.ts';
import { type Budget, functionMemoryMb } from '../../limits/budget.ts';
import { createCopy, type KeptObject, type KeptObjects, type ObjectCopy } from './kept-objects.ts';
import type { ArrivingObject, ObjectReceiver, Receive } from './object-receiver.ts';
import { type ObjectVersion, type Outcome, outcomeOf } from './receive-body.ts';
import { refuseLargeFile } from './size-limits.ts';

/**
 * Scans a file as it arrives. With a `copy`, the file is received to its end, even if the scan needs no more rows or
 * fails.
 * @throws WallfeedError SOURCE_TOO_LARGE if the file is over the limit.
 */
const createCsvReceiver = <Result>(
  { length = 0 }: ArrivingObject,
  scan: CsvScan<Result>,
  copy: ObjectCopy | undefined,
  keep: (object: KeptObject) => void,
  onStart: (first: Buffer) => void,
): ObjectReceiver<ScannedFile<Result>> => {
  const memoryMb = functionMemoryMb();
  refuseLargeFile(length, memoryMb);
  let size = 0;
  let isEnough = false;
  let failure: { readonly error: unknown } | undefined;
  const scanNext = (chunk: Buffer): void => {
    try {
      isEnough = !scan.push(chunk);
    } catch (error) {
      failure = { error };
    }
  };
  return {
    push: (chunk) => {
      if (size === 0) onStart(chunk);
      size += chunk.length;
      refuseLargeFile(size, memoryMb);
      copy?.add(chunk);
      if (!isEnough && !failure) scanNext(chunk);
      return copy !== undefined || !(isEnough || failure);
    },
    end: () => {
      if (copy) keep(copy.object());
      if (failure) throw failure.error;
      return scan.end();
    },
  };
};

export interface CsvReadOptions<Result> {
  readonly format: CsvFormat;
  readonly reader: RecordReader<Result>;
  readonly budget: Budget;
  readonly deadline: Deadline;
  /** The caller already has its result. */
  readonly known: ObjectVersion | undefined;
  /** Kept from one request to the next. */
  readonly objects: KeptObjects | undefined;
  /** True if later requests scan the bytes again. */
  readonly isKept: boolean;
}

/** `outcome` is absent if the file has not changed since the known version. */
export interface CsvObject<Result> {
  readonly outcome?: Outcome<ScannedFile<Result>>;
  /** Absent if S3 sent no ETag. */
  readonly version?: ObjectVersion;
}

const scanKept = <Result>(
  { etag, bytes, modifiedAt }: KeptObject,
  { format, reader, budget }: CsvReadOptions<Result>,
): CsvObject<Result> => ({
  outcome: outcomeOf(() => scanBytes(bytes, format, reader, { budget })),
  version: { etag, bytes: bytes.length, modifiedAt },
});

/**
 * Returns the result for a file that S3 reports as unchanged. If the kept bytes are another version than the known one,
 * scans them.
 */
const readUnchanged = <Result>(kept: KeptObject | undefined, options: CsvReadOptions<Result>): CsvObject<Result> => {
  const { known } = options;
  if (kept && kept.etag !== known?.etag) return scanKept(kept, options);
  return known ? { version: known } : {};
};

const NOTHING = Buffer.alloc(0);

/** Replaces the error of a file of another kind by one that names the kind. */
const explain = async <Result>(object: CsvObject<Result>, beginning: Uint8Array): Promise<CsvObject<Result>> => {
  const { explainKind } = await import('../../csv/file-kinds.ts');
  const { error } = object.outcome as { readonly error: unknown };
  return { ...object, outcome: { error: explainKind(error, beginning, 'csv') } };
};

/** Returns a function that creates receivers. A receiver scans a file, and copies it if its bytes are to be kept. */
const createReceive = <Result>(
  name: string,
  { format, reader, objects, isKept, budget }: CsvReadOptions<Result>,
  onStart: (first: Buffer) => void,
) => {
  const budgetOf = createAttemptBudgets(budget);
  return (scanOptions: ScanOptions): Receive<ScannedFile<Result>> =>
    (object) => {
      const attemptBudget = budgetOf();
      const copy = objects && isKept ? createCopy(object, objects, attemptBudget) : undefined;
      const scan = createCsvScan(format, reader, { ...scanOptions, budget: attemptBudget });
      return createCsvReceiver(object, scan, copy, (kept) => objects?.keep(name, kept), onStart);
    };
};

/**
 * Reads a CSV file in S3 while it arrives. If its bytes are kept, downloads the file only if it has changed. If text
 * was read before the file turns out not to be UTF-8, downloads the file again and reads it as GB18030.
 * @throws WallfeedError SOURCE_*.
 */
export const readCsvObject = async <Result>(
  location: Required<ObjectLocation>,
  options: CsvReadOptions<Result>,
): Promise<CsvObject<Result>> => {
  const { readObject } = await import('./read-object.ts');
  const { deadline, known, objects } = options;
  const name = `${location.bucket}/${location.key}`;
  let beginning: Uint8Array = NOTHING;
  const receive = createReceive(name, options, (first) => {
    beginning = first;
  });
  const kept = objects?.find(name);
  const read = await readObject(location, deadline, kept ?? known, receive({}));
  const isWrong = read && 'error' in read.outcome && isGuessedWrong(read.outcome.error);
  const again = isWrong && ((await readObject(location, deadline, undefined, receive({ isGuessed: true }))) ?? {});
  const object: CsvObject<Result> = again || (read ?? readUnchanged(kept, options));
  const isFailed = object.outcome && 'error' in object.outcome;
  return isFailed ? explain(object, read ? beginning : (kept?.bytes ?? NOTHING)) : object;
};
