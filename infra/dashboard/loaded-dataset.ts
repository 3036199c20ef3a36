import type { DatasetConfig } from '../../shared/config/dataset.ts';

/** A dataset with a valid definition. */
export interface LoadedDataset {
  readonly config: DatasetConfig;
  /** Bytes that one query through Athena may scan. Absent for other sources. */
  readonly scan?: number;
  /**
   * Places of the files that an Athena query reads: `s3://bucket/prefix/`, each ending in a slash. Without it, the
   * query reads them through Lake Formation.
   */
  readonly data?: readonly string[];
  /** Folder in S3 in which a named workgroup puts its results: `s3://bucket/prefix/`. Absent if Athena manages them. */
  readonly results?: string;
}
