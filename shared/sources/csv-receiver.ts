import type { CsvScan, ScannedFile } from '../csv/scan-csv.ts';
import { type Budget, functionMemoryMb } from '../limits/budget.ts';
import type { KeptObject, KeptObjects } from './kept-objects.ts';
import { refuseLargeFile } from './object-limit.ts';
import type { ArrivingObject, ObjectReceiver } from './object-receiver.ts';

/** A copy of an object, made while it arrives. */
interface ObjectCopy {
  add(chunk: Buffer): void;
  object(): KeptObject;
}

/** Begins to copy an object, if it is not too large to be kept. */
export const createCopy = (
  { length, etag }: ArrivingObject,
  { maxBytes }: KeptObjects,
  budget: Budget,
): ObjectCopy | undefined => {
  if (length === undefined || etag === undefined || length > maxBytes) return undefined;
  if (!budget.hasRoomFor({ keptBytes: length })) return undefined;
  budget.hold({ keptBytes: length });
  const bytes = Buffer.allocUnsafeSlow(length);
  let size = 0;
  return {
    add: (chunk) => {
      size += chunk.copy(bytes, size);
    },
    object: () => ({ etag, bytes: bytes.subarray(0, size) }),
  };
};

/**
 * Scans a file as it arrives. A file that is copied is received to its end, even if the scan needs no more of it or fails.
 * @throws WallfeedError SOURCE_TOO_LARGE if the file is over the limit.
 */
export const createCsvReceiver = <Result>(
  { length = 0 }: ArrivingObject,
  scan: CsvScan<Result>,
  copy: ObjectCopy | undefined,
  keep: (object: KeptObject) => void,
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
