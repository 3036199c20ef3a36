import { readFile, stat } from 'node:fs/promises';
import { nearestNames } from '../../../../shared/catalogue/nearest-names.ts';
import type { ParquetSource } from '../../../../shared/kinds/parquet/parquet-source.ts';
import { partitionsOf } from '../../../../shared/kinds/parquet/partitions.ts';
import { ANY_COLUMNS } from '../../../../shared/kinds/source-kind.ts';
import { type DefinitionProblem, isDefined } from '../../folder/definition-problem.ts';
import { hasFields } from '../../folder/fields.ts';
import { didYouMean, shownName } from '../../folder/name-words.ts';
import { checkSelection } from '../../selection/check-selection.ts';
import { type PlacedReference, placeReferences } from '../../selection/place-references.ts';
import { readSelection } from '../../selection/read-selection.ts';
import { differing, locateFiles, readLocalColumns } from '../pattern.ts';
import type { SourceKind } from '../source-kind.ts';

/** The columns of a Parquet file of data/. */
interface LocalColumns {
  readonly file: string;
  /** The names of the columns that can be read, with those of the folders of its path. */
  readonly names: readonly string[];
  /** The names of columns with lists, maps and structs. */
  readonly nested: readonly string[];
}

/**
 * Reads the columns of a Parquet file of data/ from its footer.
 * @param name the path of the file in data/.
 */
const readColumns = async (file: string, name: string): Promise<LocalColumns> => {
  const { openParquet } = await import('../../../../shared/kinds/parquet/open-parquet.ts');
  const { size } = await stat(file);
  const bytes = await readFile(file);
  const slice = (from: number, to = size): ArrayBuffer =>
    bytes.buffer.slice(bytes.byteOffset + from, bytes.byteOffset + to) as ArrayBuffer;
  const { columns, nested } = await openParquet({ byteLength: size, slice }, `data/${name}`);
  const own = [...columns.map((column) => column.name), ...nested];
  const added = partitionsOf(name).flatMap(([key]) => (own.includes(key) ? [] : [key]));
  return { file, names: [...columns.map((column) => column.name), ...added], nested };
};

const unknownColumn = (
  { column, ...at }: PlacedReference,
  { names, nested }: LocalColumns,
): readonly DefinitionProblem[] => {
  if (typeof column === 'number') {
    if (column <= names.length) return [];
    return [{ ...at, message: `the file has no column ${column}`, hint: `it has ${names.length} columns` }];
  }
  if (names.includes(column.trim())) return [];
  if (nested.includes(column)) {
    const message = `the column ${shownName(column)} has lists, maps or structs`;
    return [{ ...at, message, hint: 'write its parts as columns of their own' }];
  }
  const near = nearestNames(column, names, 2);
  const hint = near.length > 0 ? didYouMean(near.map(shownName)) : `it has ${names.map(shownName).join(', ')}`;
  return [{ ...at, message: `the file has no column ${shownName(column)}`, hint }];
};

const sorted = ({ file, names }: LocalColumns) => ({ file, names: names.toSorted() });

/** Reads `parquet: file` or `parquet: { file, where, columns, ... }`. */
export const checkParquet: SourceKind['check'] = async ({ parquet }, path, context) => {
  const below = [...path, 'parquet'];
  const isMap = hasFields(parquet);
  const fields = isMap ? parquet : { file: parquet };
  const { file: name } = fields;
  const words = 'parquet';
  if (typeof name !== 'string' || name === '') return { problems: [], words };
  const at = isMap ? [...below, 'file'] : below;
  const { selection, problems: ofSelection } = readSelection(fields, below, context.keysAt);
  const located = await locateFiles(name, selection ?? {}, at, context);
  const { files, problems: ofFiles } = await readLocalColumns(context.folder, located.names, at, readColumns);
  const [first] = files;
  const problems = [
    ...located.problems,
    ...ofFiles,
    ...differing(files.map(sorted), at, 'write all files with the same columns'),
    ...ofSelection,
    ...(selection ? checkSelection({ selection }, ANY_COLUMNS, below) : []),
    ...(first ? placeReferences(fields, below, context.keysAt).flatMap((one) => unknownColumn(one, first)) : []),
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
    ...(source && isDefined(problems) && { source }),
  };
};
