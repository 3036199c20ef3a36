import { nearestNames } from '../../../../shared/catalogue/nearest-names.ts';
import { noReadableColumn, unreadableColumn } from '../../../../shared/errors/unreadable-column.ts';
import { type ParquetSource, partitionsOf } from '../../../../shared/kinds/parquet/partitions.ts';
import { ANY_COLUMNS } from '../../../../shared/kinds/source-kind.ts';
import { say } from '../../../../shared/tabular/say.ts';
import { type DefinitionProblem, isDefined } from '../../folder/definition-problem.ts';
import { hasFields } from '../../folder/fields.ts';
import { didYouMean, shownName } from '../../folder/name-words.ts';
import type { Path } from '../../folder/read-yaml.ts';
import { checkSelection } from '../../selection/check-selection.ts';
import { type PlacedReference, placeReferences } from '../../selection/place-references.ts';
import { isAlwaysUtc } from '../../selection/quoted-zone.ts';
import { readSelection } from '../../selection/read-selection.ts';
import { differing, locateFiles, objectsOf, readLocalColumns, requestsOf } from '../pattern.ts';
import { type Key, SLOTS_OF_READS, type SourceKind } from '../source-kind.ts';
import { openLocalParquet } from './open-local.ts';
import { readParquetFile } from './read-file.ts';

const FILE = 'a file of data/, s3://bucket/key, or a pattern such as sales/day={date}/*.parquet';

const ofSelection = (name: string, description: string, ...examples: readonly unknown[]): Key => ({
  description,
  examples,
  $ref: `#/$defs/csvFile/properties/${name}`,
});

const KEYS: SourceKind['keys'] = {
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

interface LocalColumns {
  readonly file: string;
  /** Includes the columns of the folders of the path. */
  readonly names: readonly string[];
  /** Says what its other columns have that cannot be read, such as lists, by name. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** Columns with times that have no zone. */
  readonly zoneless: readonly string[];
}

/** Reads the footer. @param name the path of the file in data/. */
const readColumns = async (file: string, name: string): Promise<LocalColumns> => {
  const { columns, unreadable } = await openLocalParquet(file, name);
  const own = [...columns.map((column) => column.name), ...unreadable.keys()];
  const added = partitionsOf(name).flatMap(([key]) => (own.includes(key) ? [] : [key]));
  const zoneless = columns.filter(({ type }) => type.isZoneless).map((column) => column.name);
  return { file, names: [...columns.map((column) => column.name), ...added], unreadable, zoneless };
};

const unknownColumn = (
  { column, ...at }: PlacedReference,
  { names, unreadable }: LocalColumns,
): readonly DefinitionProblem[] => {
  if (typeof column === 'number') {
    if (column <= names.length) return [];
    return [{ ...at, message: say`the file has no column ${column}`, hint: `it has ${names.length} columns` }];
  }
  if (names.includes(column.trim())) return [];
  const found = unreadable.get(column);
  if (found !== undefined) return [{ ...at, ...unreadableColumn(shownName(column), found) }];
  const near = nearestNames(column, names, 2);
  const hint = near.length > 0 ? didYouMean(near.map(shownName)) : `it has ${names.map(shownName).join(', ')}`;
  return [{ ...at, message: say`the file has no column ${shownName(column)}`, hint }];
};

const noColumns = (file: string, { names, unreadable }: LocalColumns, path: Path): readonly DefinitionProblem[] =>
  names.length > 0 || unreadable.size === 0 ? [] : [{ path, ...noReadableColumn(file, unreadable) }];

/** Says that times without a zone are read as UTC, if those of CSV files are read in another zone. */
const zoneNotes = (
  { zoneless }: LocalColumns,
  used: readonly PlacedReference[],
  hasColumns: boolean,
  path: Path,
  timezone: string | undefined,
): readonly DefinitionProblem[] => {
  const name = zoneless.find((one) => !hasColumns || used.some(({ column }) => column === one));
  if (name === undefined || timezone === undefined || isAlwaysUtc(timezone)) return [];
  return [
    {
      path,
      severity: 'note',
      message: say`the times of column ${shownName(name)} have no zone and are read as UTC, those of CSV files in ${timezone}`,
      hint: `write them with a zone, in pandas by .dt.tz_localize('${timezone}')`,
    },
  ];
};

const sorted = ({ file, names }: LocalColumns) => ({ file, names: names.toSorted() });

/** Reads `parquet: file` or `parquet: { file, where, columns, ... }`. */
const checkParquet: SourceKind['check'] = async ({ parquet }, path, context) => {
  const below = [...path, 'parquet'];
  const isMap = hasFields(parquet);
  const fields = isMap ? parquet : { file: parquet };
  const { file: name } = fields;
  const words = 'parquet';
  if (typeof name !== 'string' || name === '') return { problems: [], words };
  const at = isMap ? [...below, 'file'] : below;
  const { selection, problems: ofSelection } = readSelection(fields, below, context.keysAt);
  const located = await locateFiles(name, selection ?? {}, at, context, parquet);
  const { files, problems: ofFiles } = await readLocalColumns(context.folder, located.names, at, readColumns);
  const [first] = files;
  const used = first ? placeReferences(fields, below, context.keysAt) : [];
  const problems = [
    ...located.problems,
    ...ofFiles,
    ...differing(files.map(sorted), at, 'write all files with the same columns'),
    ...(first ? noColumns(name, first, at) : []),
    ...ofSelection,
    ...(selection ? checkSelection({ selection }, ANY_COLUMNS, below) : []),
    ...(first ? used.flatMap((one) => unknownColumn(one, first)) : []),
    ...(first ? zoneNotes(first, used, selection?.columns !== undefined, at, context.timezone) : []),
  ];
  const columns = selection?.columns?.map((column) => column.name) ?? first?.names;
  const source: ParquetSource | undefined = located.location && {
    source: 'parquet',
    ...located.location,
    ...(selection && { selection }),
  };
  return {
    problems,
    words: `parquet ${name}`,
    ...(columns && { columns }),
    ...(first && !selection?.columns && { unreadable: first.unreadable }),
    ...(located.file !== undefined && { file: located.file }),
    ...(source && isDefined(problems) && { source }),
  };
};

/** Estimated number of requests for one file: one for its footer, and one for each of a few row groups. */
const REQUESTS_OF_A_FILE = 3;

export const kind: SourceKind = {
  name: 'parquet',
  keys: KEYS,
  isFile: true,
  isOfEndpoints: false,
  isBilled: false,
  slots: SLOTS_OF_READS,
  check: checkParquet,
  readFile: readParquetFile,
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
    limits:
      'The bytes that a read of Parquet files takes count against the limit of CSV files for `memory`, and a row group must fit into it when it is unpacked',
  },
};
