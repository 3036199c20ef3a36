import { join, relative, sep } from 'node:path';
import { stepsOf } from '../../../../shared/calendar/earlier.ts';
import { type ParquetSource, partitionsOf } from '../../../../shared/kinds/parquet/partitions.ts';
import { windowsOf } from '../../../../shared/selection/window.ts';
import { toColumnRows } from '../../../../shared/tabular/column-rows.ts';
import type { SourceKind } from '../source-kind.ts';
import { openLocalParquet } from './open-local.ts';

/** Reads a Parquet file of data/ as a function does, as if its newest time were the current time. */
export const readParquetFile: NonNullable<SourceKind['readFile']> = async (
  path,
  source,
  { folder, timezone, budget },
) => {
  const [{ readRows }, { newestIn }] = await Promise.all([
    import('../../../../shared/kinds/parquet/read-rows.ts'),
    import('../../../../shared/kinds/parquet/prune.ts'),
  ]);
  const { selection } = source as ParquetSource;
  const name = relative(join(folder, 'data'), path).split(sep).join('/');
  const file = await openLocalParquet(path, name);
  const currentTime = newestIn(file, selection?.window?.of) ?? Date.now();
  const window = { currentTime, timePeriod: Number.POSITIVE_INFINITY };
  const spans = selection?.window ? windowsOf(selection.window, window, stepsOf(selection), timezone) : [];
  const files = [{ file, partitions: partitionsOf(name) }];
  return toColumnRows(await readRows(files, { selection, timezone, window, spans, budget }));
};
