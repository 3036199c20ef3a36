import type { DatasetSource } from '../../config/sources.ts';

/** Parquet files in S3. `key` is the key of one file, or a pattern of keys. */
export interface ParquetSource extends DatasetSource {
  readonly source: 'parquet';
  readonly key: string;
}
