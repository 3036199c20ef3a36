import { withJoined } from '../../../../shared/config/sources.ts';
import { isCsv } from '../../../../shared/kinds/csv/is-csv.ts';
import { ANY_COLUMNS } from '../../../../shared/kinds/source-kind.ts';
import { checkSelection } from '../../selection/check-selection.ts';
import { readCsvFile } from '../../sources/source-keys.ts';
import { SLOTS_OF_READS, type SourceKind } from '../source-kind.ts';

const check: SourceKind['check'] = async ({ csv }, path, context) => {
  const read = await readCsvFile(csv, [...path, 'csv'], context);
  const { selection } = read.source ?? {};
  const ofSelection = selection ? checkSelection({ ...read.source, selection }, ANY_COLUMNS, [...path, 'csv']) : [];
  const columns = selection?.columns?.map(({ name }) => name);
  return { ...read, problems: [...read.problems, ...ofSelection], ...(columns && { columns }) };
};

/** One CSV file, in data/ or in S3. */
export const kind: SourceKind = {
  name: 'csv',
  keys: {
    source: {
      title: 'A CSV file, as it is or with a selection of its own',
      description:
        'a file of data/, s3://bucket/key, or a map such as `{ file, where, columns }`, whose columns become the header of the rows',
      examples: ['orders.csv', { file: 'orders.csv', where: { Status: 'paid' } }],
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
  check,
  needs: { objects: (source) => (isCsv(source) ? withJoined(source) : []) },
  price: { title: 'CSV', noun: 'reads', line: 'objectRead' },
  docs: {
    rows: 'a file over 16 MB, or one that many components read',
    advice: 'a dataset with `csv`: the file is scanned once, not for each endpoint',
    form: 'a file, or a map with a selection of its own, whose `columns` become the columns of the dataset',
    example: 'orders.csv',
    errors: ['SOURCE_NOT_FOUND', 'SOURCE_INVALID', 'SOURCE_TOO_LARGE', 'TABLE_COLUMNS', 'TABLE_CELL'],
    limits: "A file has at most 50 000 rows after the dataset's own selection",
  },
};
