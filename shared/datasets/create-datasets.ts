import { noteChange } from '../aws/deadline.ts';
import type { CacheTable } from '../cache/cache-table.ts';
import type { Memory } from '../cache/create-memory.ts';
import { atSameAge } from '../cache/timestamp.ts';
import type { DashboardConfig } from '../config/dashboard-config.ts';
import type { DatasetTable } from '../config/sources.ts';
import type { FileReader } from '../sources/bound-table.ts';
import { withJoins } from '../sources/read-source.ts';
import { selectRows } from '../sources/select-rows.ts';
import type { ColumnRows } from '../tabular/column-rows.ts';
import { bindSource } from './bind-source.ts';
import type { ReadDatasetTable } from './dataset-table.ts';
import { createDatasetReader } from './read-dataset.ts';
import { createSharedRows } from './shared-rows.ts';
import { slotOf } from './slot.ts';

export interface DatasetsOptions {
  readonly config: Pick<DashboardConfig, 'datasets' | 'timezone'>;
  readonly memory: Pick<Memory, 'rows'>;
  readonly openTable: (dataset: string) => Promise<CacheTable>;
  /** Called with the rows that a request for the current time gets, and the time at which they were read. */
  readonly onRows?: OnRows | undefined;
}

/** @param readAt milliseconds since 1970. */
export type OnRows = (dataset: string, rows: ColumnRows, readAt: number) => void;

export const createDatasets = ({ config, memory, openTable, onRows }: DatasetsOptions): ReadDatasetTable => {
  const { datasets = {}, timezone } = config;
  const readers = new Map(
    Object.entries(datasets).map(([name, dataset]) => {
      const read = bindSource(dataset, timezone);
      const shared = dataset.shared ? createSharedRows(name, dataset, timezone, () => openTable(name)) : undefined;
      return [name, createDatasetReader({ name, config: dataset, read, shared, store: memory.rows })] as const;
    }),
  );
  return async ({ source, readers: [reader] }, context) => {
    const name = source.source === 'dataset' ? source.dataset : '';
    const [dataset, read] = [datasets[name], readers.get(name)];
    if (!dataset || !read) throw new Error(`the function has no dataset ${name}`);
    const slot = slotOf(dataset, context.window, { now: Date.now(), timezone });
    const { rows, askedAt, modifiedAt, stale } = await read(slot, context);
    noteChange(context.deadline.changes, modifiedAt);
    if (!slot.isFar) onRows?.(name, rows, askedAt.wall);
    const { join } = source as DatasetTable;
    const request = await withJoins(join, { ...context, window: slot.selected });
    const table = selectRows(rows, (reader as FileReader)(request), context.budget);
    return { table, askedAt: atSameAge(askedAt), ...(stale && { stale }) };
  };
};
