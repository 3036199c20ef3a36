import type { LoadedDataset } from '../../dashboard/loaded-dataset.ts';
import type { WallFile } from '../file-time.ts';

/** The facts about a dataset that decide its cost. */
export interface WallDataset {
  readonly dataset: string;
  readonly kind: 'athena' | 'sql' | 'csv';
  /** Length of a slot, in which the dataset is read once. */
  readonly slotSeconds: number;
  /** True if all environments of all functions share the rows in the cache table. */
  readonly isShared: boolean;
  /** Bytes that one query through Athena scans; 0 for other sources. */
  readonly scannedBytes: number;
  /** True if the dataset queries the stack's own database. */
  readonly asksOwnDatabase: boolean;
  /** The CSV file. */
  readonly file?: WallFile;
}

/** Describes a dataset. Assumes that a query through Athena scans as many bytes as `scan` allows. */
export const describeDataset = (
  dataset: string,
  { config, scan = 0 }: LoadedDataset,
  file: WallFile | undefined,
): WallDataset => ({
  dataset,
  kind: config.source.source,
  slotSeconds: config.ttl / 1000,
  isShared: config.shared,
  scannedBytes: config.source.source === 'athena' ? scan : 0,
  asksOwnDatabase: config.source.source === 'sql' && config.source.database === undefined,
  ...(file && { file }),
});
