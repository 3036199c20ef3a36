import type { CsvSource } from '../../config/sources.ts';
import type { BoundTable } from '../../sources/bound-table.ts';
import { ownBucket, withJoins } from '../../sources/read-source.ts';
import { createCount, fileNameOf, readPattern, spansOf } from '../read-pattern.ts';
import type { ReadLimits, SourceRows, SourceSlot } from '../source-kind.ts';
import { type FileBytes, readBytes, readFiles } from './read-files.ts';

/**
 * Reads the rows of all files of a pattern.
 * @throws WallfeedError SOURCE_*, TABLE_COLUMNS, TABLE_CELL.
 */
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
  return { rows: readFiles(files, source, bind(request), budget) };
};
