import { isCsv } from '../../../../shared/kinds/csv/is-csv.ts';
import { objectsOf, requestsOf } from '../pattern.ts';
import { SLOTS_OF_READS, type SourceKind } from '../source-kind.ts';
import { checkCsv } from './check-csv.ts';

/** One CSV file or the files of a pattern, in data/ or in S3. */
export const kind: SourceKind = {
  name: 'csv',
  keys: {
    source: {
      title: 'A CSV file, as it is or with a selection of its own',
      description:
        'a file of data/, s3://bucket/key, or a map such as `{ file, where, columns }`, whose columns become the header of the rows. `file` may be a pattern such as orders-{date}.csv',
      examples: [
        'orders.csv',
        { file: 'orders.csv', where: { Status: 'paid' } },
        { file: 'orders-{date}.csv', window: { of: 'Created at', last: 'today' } },
      ],
      if: { type: 'object' },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { $ref: '#/$defs/csvFile' },
      else: { $ref: '#/$defs/object' },
    },
  },
  isFile: true,
  isOfEndpoints: true,
  isBilled: false,
  slots: SLOTS_OF_READS,
  check: checkCsv,
  needs: { objects: (source) => (isCsv(source) ? [...objectsOf(source), ...(source.join ?? [])] : []) },
  price: { title: 'CSV', noun: 'reads', line: 'objectRead', facts: requestsOf(1) },
  docs: {
    rows: 'a file over 16 MB, or one that many components read',
    advice: 'a dataset with `csv`: the file is scanned once, not for each endpoint',
    form: 'a file, a [pattern](#patterns-of-files), or a map with a selection of its own, whose `columns` become the columns of the dataset',
    example: 'orders.csv',
    errors: ['SOURCE_NOT_FOUND', 'SOURCE_INVALID', 'SOURCE_TOO_LARGE', 'TABLE_COLUMNS', 'TABLE_CELL'],
    limits: "A file has at most 50 000 rows after the dataset's own selection",
  },
};
