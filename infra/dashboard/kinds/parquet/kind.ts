import { objectsOf, requestsOf } from '../pattern.ts';
import { SLOTS_OF_READS, type SourceKind } from '../source-kind.ts';
import { checkParquet } from './check-parquet.ts';
import { KEYS } from './keys.ts';

/** Requests for the parts of one file: its end, and about one for each of a few row groups. */
const REQUESTS_OF_A_FILE = 3;

/** Parquet files, in data/ or in S3. */
export const kind: SourceKind = {
  name: 'parquet',
  keys: KEYS,
  isFile: true,
  isOfEndpoints: false,
  isBilled: false,
  slots: SLOTS_OF_READS,
  check: checkParquet,
  needs: { objects: objectsOf },
  price: {
    title: 'Parquet',
    noun: 'reads',
    line: 'objectRead',
    facts: requestsOf(REQUESTS_OF_A_FILE),
  },
  docs: {
    rows: 'Parquet files, such as a nightly export, and no data lake is needed',
    advice: 'a dataset with `parquet`: only the needed columns and row groups are read',
    form: 'a file, a [pattern](#patterns-of-files), or a map with a selection of its own. Columns keep their types',
    example: 'sales.parquet',
    errors: ['SOURCE_NOT_FOUND', 'SOURCE_INVALID', 'SOURCE_TOO_LARGE', 'TABLE_COLUMNS', 'TABLE_CELL'],
    limits: 'The bytes that a read of Parquet files takes count against the limit of CSV files for `memory`',
  },
};
