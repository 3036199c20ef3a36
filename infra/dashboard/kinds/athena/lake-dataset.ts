import type { DatasetConfig } from '../../../../shared/config/dataset.ts';
import type { AthenaSource } from '../../../../shared/kinds/athena/athena-source.ts';
import { isAthena } from '../../../../shared/kinds/athena/is-athena.ts';
import type { LoadedDataset } from '../source-kind.ts';

/** A dataset that queries Athena. */
export interface LakeDataset extends LoadedDataset {
  readonly config: Omit<DatasetConfig, 'source'> & { readonly source: AthenaSource };
  /** Bytes that one query may scan. */
  readonly scan?: number;
  /** Bytes that a query usually scans, if the dataset says so. */
  readonly scanned?: number;
  /**
   * Places of the files that a query reads: `s3://bucket/prefix/`, each ending in a slash. Without it, the query reads
   * them through Lake Formation.
   */
  readonly data?: readonly string[];
  /** Folder in S3 in which a named workgroup puts its results: `s3://bucket/prefix/`. Absent if Athena manages them. */
  readonly results?: string;
}

/** True if a dataset queries Athena. */
export const isLake = (dataset: LoadedDataset): dataset is LakeDataset => isAthena(dataset.config.source);

/** True if a dataset queries the stack's own workgroup. */
export const asksOwnWorkgroup = (dataset: LoadedDataset): boolean =>
  isLake(dataset) && dataset.config.source.workgroup === undefined;
