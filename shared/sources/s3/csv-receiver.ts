import type { CsvScan, ScannedFile } from '../../csv/scan-csv.ts';
import { functionMemoryMb } from '../../limits/budget.ts';
import type { KeptObject, ObjectCopy } from './kept-objects.ts';
import type { ArrivingObject, ObjectReceiver } from './object-receiver.ts';
import { refuseLargeFile } from './size-limits.ts';

/**
 * Scans a file as it arrives. With a `copy`, the file is received to its end, even if the scan needs no more rows or fails.
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
