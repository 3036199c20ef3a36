import type { CsvSource } from '../../config/sources.ts';
import { inFile, WallfeedError } from '../../errors/wallfeed-error.ts';
import type { BoundTable } from '../../sources/bound-table.ts';
import { ownBucket, withJoins } from '../../sources/read-source.ts';
import { createCount, fileNameOf, readPattern, spansOf } from '../read-pattern.ts';
import type { ReadLimits, SourceRows, SourceSlot } from '../source-kind.ts';
import { type FileBytes, readBytes, readFiles } from './read-files.ts';

/** Adds the kind of the file to the error, where the file is of another kind. */
const explainFiles = async (error: unknown, files: readonly FileBytes[]): Promise<unknown> => {
  const name = error instanceof WallfeedError ? error.details[0]?.file : undefined;
  const file = files.find((one) => one.name === name);
  if (!file) return error;
  const { explainKind } = await import('../../csv/file-kinds.ts');
  const explained = explainKind(error, file.bytes, 'csv');
  return explained === error ? error : inFile(explained, file.name);
};

/** @throws WallfeedError SOURCE_*, TABLE_COLUMNS, TABLE_CELL. */
export const readCsvPattern = async (
  source: CsvSource,
  { readers: [bind] }: BoundTable,
  timezone: string,
  { window }: SourceSlot,
  limits: ReadLimits,
): Promise<SourceRows> => {
  const { bucket = ownBucket(), key, selection, join } = source;
  const { deadline, budget } = limits;
  if (!bind) throw new Error('a file has no reader');
  const count = createCount();
  const read = async (one: string): Promise<FileBytes> => {
    const bytes = await readBytes({ bucket, key: one }, limits);
    count(bytes.length);
    budget.hold({ keptBytes: bytes.length });
    return { name: fileNameOf(one), bytes };
  };
  const [request, files] = await Promise.all([
    withJoins(join, { ...limits, window }),
    readPattern({ bucket, key, deadline }, spansOf(selection, window, timezone), read),
  ]);
  deadline.signal.throwIfAborted();
  try {
    return { rows: readFiles(files, source, bind(request), budget) };
  } catch (error) {
    throw await explainFiles(error, files);
  }
};
