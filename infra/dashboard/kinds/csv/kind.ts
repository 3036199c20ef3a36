import { readFile } from 'node:fs/promises';
import type { CsvSource } from '../../../../shared/config/sources.ts';
import { otherKind } from '../../../../shared/csv/file-kinds.ts';
import { scanBytes } from '../../../../shared/csv/parse-csv.ts';
import { isCsv } from '../../../../shared/kinds/csv/is-csv.ts';
import { isPattern } from '../../../../shared/kinds/key-pattern.ts';
import { ANY_COLUMNS } from '../../../../shared/kinds/source-kind.ts';
import { bindSelection } from '../../../../shared/selection/bind-selection.ts';
import { unpackBytes } from '../../../../shared/sources/s3/unpack.ts';
import type { DefinitionProblem } from '../../folder/definition-problem.ts';
import { hasFields } from '../../folder/fields.ts';
import type { Path } from '../../folder/read-yaml.ts';
import { checkSelection } from '../../selection/check-selection.ts';
import { readSelection } from '../../selection/read-selection.ts';
import type { locateObject } from '../../sources/locate-object.ts';
import { readCsvFile } from '../../sources/source-keys.ts';
import { differing, type LocatedFiles, locateFiles, objectsOf, readLocalColumns, requestsOf } from '../pattern.ts';
import { type DatasetContext, SLOTS_OF_READS, type SourceKind } from '../source-kind.ts';

const readHeader = async (file: string, source: CsvSource) => {
  let names: readonly string[] = [];
  const { fits } = bindSelection(source, ANY_COLUMNS, { timezone: 'UTC' }).reader({ currentTime: 0, timePeriod: 0 });
  const bytes = unpackBytes(await readFile(file));
  const other = otherKind(bytes, 'csv');
  if (other) throw other;
  scanBytes(bytes, source, {
    fits,
    create: () => ({
      header: (record) => {
        // Without a header, files differ by the number of their columns alone.
        names = source.header === 'none' ? [String(record.length)] : record.texts();
      },
      row: () => false,
      finish: () => undefined,
    }),
  });
  return { file, names };
};

/** Errors of the last file are left out, because that file is checked as a whole elsewhere. */
const headerProblems = async (
  { names, file: newest }: LocatedFiles,
  source: CsvSource,
  path: Path,
  { folder }: DatasetContext,
): Promise<readonly DefinitionProblem[]> => {
  const { files, problems } = await readLocalColumns(folder, names, path, (file) => readHeader(file, source));
  const filled = files.filter((file) => file.names.length > 0);
  const hint = 'give all files of the pattern the same columns in the same order';
  return [...problems.filter(({ place }) => place?.file !== newest), ...differing(filled, path, hint)];
};

const checkCsv: SourceKind['check'] = async ({ csv }, path, context) => {
  const below = [...path, 'csv'];
  let located: LocatedFiles | undefined;
  const locate: typeof locateObject = async (name, at, folder) => {
    const { selection = {} } = hasFields(csv) ? readSelection(csv, below, context.keysAt) : {};
    located = await locateFiles(name, selection, at, folder, csv);
    return located;
  };
  const read = await readCsvFile(csv, below, context, locate);
  const { source } = read;
  const { selection } = source ?? {};
  const ofSelection = selection ? checkSelection({ ...source, selection }, ANY_COLUMNS, below) : [];
  const columns = selection?.columns?.map(({ name }) => name);
  const ofHeaders =
    located && source && isPattern(source.key)
      ? await headerProblems(located, source, hasFields(csv) ? [...below, 'file'] : below, context)
      : [];
  return { ...read, problems: [...read.problems, ...ofSelection, ...ofHeaders], ...(columns && { columns }) };
};

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
