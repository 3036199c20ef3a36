import { countNames, fixedPart, formsOf, isPattern, longestSpan } from '../../../../shared/kinds/key-pattern.ts';
import { type NeededObject, SLOTS_OF_READS, type SourceKind } from '../source-kind.ts';
import { checkParquet } from './check-parquet.ts';
import { KEYS } from './keys.ts';

/** Requests for the parts of one file: its end, and about one for each of a few row groups. */
const REQUESTS_OF_A_FILE = 3;

/** Returns the objects that functions read: one, or all below the text before the first `{` or `*`. */
const objectsOf: SourceKind['needs']['objects'] = ({ bucket, key = '' }): readonly NeededObject[] => {
  const own = bucket === undefined ? {} : { bucket };
  return isPattern(key) ? [{ ...own, key: fixedPart(key), isPrefix: true }] : [{ ...own, key }];
};

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
    requests: ({ config: { source } }) => {
      const { key = '', selection } = source;
      const names = formsOf(key).length > 0 ? countNames(key, longestSpan(selection?.window ?? {})) : 1;
      return names * (REQUESTS_OF_A_FILE + (key.includes('*') ? 1 : 0));
    },
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
