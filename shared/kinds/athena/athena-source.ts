import type { DatasetSource } from '../../config/dataset.ts';
import type { SqlParameter } from '../../config/sources.ts';

/** A query through Amazon Athena. */
export interface AthenaSource extends DatasetSource {
  readonly source: 'athena';
  /** One SELECT in Trino's SQL, with `?` for each parameter, because parameters of Athena have no names. */
  readonly statement: string;
  /** The parameter for each question mark, in order. A name may occur several times. */
  readonly parameters: readonly SqlParameter[];
  /** Defaults to the stack's own workgroup. */
  readonly workgroup?: string;
  /** The database of the Glue catalogue in which the statement's tables are found. */
  readonly database: string;
  /** Data catalog of Athena. Defaults to `AwsDataCatalog`. */
  readonly catalog?: string;
}
