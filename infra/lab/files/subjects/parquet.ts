import { open, stat } from 'node:fs/promises';
import { openParquet } from '../../../../shared/kinds/parquet/open-parquet.ts';
import { readRows } from '../../../../shared/kinds/parquet/read-rows.ts';
import { UNLIMITED } from '../../../../shared/limits/budget.ts';
import { selection } from './selection.ts';
import { type Answer, parquetOf, type QueriedFile, TIMEZONE } from './subject.ts';

const MINUTE_MS = 60_000;

let read = 0;

export const readBytes = (): number => read;

/** As a selection of a dataset. */
export const run = async ({ file, from, to }: QueriedFile): Promise<Answer> => {
  const path = parquetOf(file);
  const [handle, { size }] = await Promise.all([open(path), stat(path)]);
  const slice = async (start: number, end = size): Promise<ArrayBuffer> => {
    const buffer = new ArrayBuffer(end - start);
    await handle.read(new Uint8Array(buffer), 0, end - start, start);
    read += end - start;
    return buffer;
  };
  const files = [{ file: await openParquet({ byteLength: size, slice }, path), partitions: [] }];
  const window = { currentTime: to, timePeriod: (to - from) / MINUTE_MS };
  const wanted = { selection, timezone: TIMEZONE, window, spans: [{ from, to }], budget: UNLIMITED };
  const { rows } = await readRows(files, wanted);
  await handle.close();
  return rows as unknown as Answer;
};
