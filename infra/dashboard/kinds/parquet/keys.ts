import type { Key, SourceKind } from '../source-kind.ts';

const FILE = 'a file of data/, s3://bucket/key, or a pattern such as sales/day={date}/*.parquet';

/** Returns a key of a selection, as a map of CSV has it. */
const ofSelection = (name: string, description: string, ...examples: readonly unknown[]): Key => ({
  description,
  examples,
  $ref: `#/$defs/csvFile/properties/${name}`,
});

/** The keys of a dataset over Parquet files. */
export const KEYS: SourceKind['keys'] = {
  source: {
    title: 'Parquet files, as they are or with a selection of their own',
    description: `${FILE}, or a map such as { file, where, columns }`,
    examples: ['sales.parquet', { file: 'sales/day={date}/*.parquet', window: { of: 'at', last: '7d' } }],
    if: { type: 'object' },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: {
      description: 'a map with file and, if you like, what to select from it',
      type: 'object',
      required: ['file'],
      additionalProperties: false,
      properties: {
        file: { description: FILE, examples: ['sales/day={date}/*.parquet'], type: 'string', minLength: 1 },
        columns: ofSelection('columns', 'a map from columns of the dataset to columns of the files, or to aggregates', {
          region: 'region',
          total: { sum: 'amount' },
        }),
        window: ofSelection('window', 'the column of the times, or a map such as { of: at, last: 7d }', {
          of: 'at',
          last: '7d',
        }),
        where: ofSelection('where', 'a map from columns of the files to values, lists of values or conditions', {
          status: 'paid',
        }),
        unpivot: ofSelection('unpivot', 'a list of columns of the files, each of which gives rows of its own', [
          'cpu',
          'memory',
        ]),
        sort: ofSelection('sort', 'a column of the dataset, with a minus before it for the largest first', '-total'),
        limit: ofSelection('limit', 'a whole number of rows, from 1', 100),
      },
    },
    else: { description: FILE, type: 'string', minLength: 1 },
  },
};
