import { nearestNames } from '../../../../shared/catalogue/nearest-names.ts';
import { isPattern } from '../../../../shared/kinds/key-pattern.ts';
import type { ParquetSource } from '../../../../shared/kinds/parquet/parquet-source.ts';
import { ANY_COLUMNS } from '../../../../shared/kinds/source-kind.ts';
import { type DefinitionProblem, isDefined } from '../../folder/definition-problem.ts';
import { hasFields } from '../../folder/fields.ts';
import { didYouMean, shownName } from '../../folder/name-words.ts';
import type { Path } from '../../folder/read-yaml.ts';
import { checkSelection } from '../../selection/check-selection.ts';
import { type PlacedReference, placeReferences } from '../../selection/place-references.ts';
import { readSelection } from '../../selection/read-selection.ts';
import { checkPattern } from '../../sources/check-pattern.ts';
import { type Located, locateObject } from '../../sources/locate-object.ts';
import type { DatasetContext, SourceKind } from '../source-kind.ts';
import { findLocalFiles, type LocalColumns, readLocalColumns } from './local-files.ts';

const BUCKET_KEY = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/;

/** Finds the objects of a pattern. Patterns of other buckets have no files here. */
const locatePattern = (name: string, { dashboard }: DatasetContext): Located => {
  const [, bucket, key] = BUCKET_KEY.exec(name) ?? [];
  if (bucket !== undefined && key !== undefined) return { problems: [], location: { bucket, key } };
  return { problems: [], location: { key: `${dashboard}/${name}` } };
};

const noFiles = (name: string, path: Path): DefinitionProblem => ({
  path,
  message: `no file of data/ fits ${shownName(name)}`,
  hint: 'put the files into data/, or write s3://bucket/key',
  about: 'data',
});

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

const differing = (files: readonly LocalColumns[], path: Path): readonly DefinitionProblem[] => {
  const [first] = files;
  const sorted = ({ names }: LocalColumns): string => names.toSorted().join('\n');
  const other = first && files.find((file) => sorted(file) !== sorted(first));
  if (!first || !other) return [];
  const message = `${other.file} has other columns than ${first.file}`;
  return [{ path, message, hint: 'write all files with the same columns', about: 'data' }];
};

/** Reads `parquet: file` or `parquet: { file, where, columns, ... }`. */
export const checkParquet: SourceKind['check'] = async ({ parquet }, path, context) => {
  const below = [...path, 'parquet'];
  const isMap = hasFields(parquet);
  const fields = isMap ? parquet : { file: parquet };
  const { file: name } = fields;
  const words = 'parquet';
  if (typeof name !== 'string' || name === '') return { problems: [], words };
  const at = isMap ? [...below, 'file'] : below;
  const isLocal = !/^s3:/i.test(name);
  const located = isPattern(name) ? locatePattern(name, context) : await locateObject(name, at, context);
  const { selection, problems: ofSelection } = readSelection(fields, below, context.keysAt);
  const pattern = checkPattern(name, selection ?? {}, at);
  const names = isLocal && pattern.length === 0 ? await findLocalFiles(context.folder, name) : [];
  const { files, problems: ofFiles } = await readLocalColumns(context.folder, names, at);
  const [first] = files;
  const problems = [
    ...located.problems,
    ...pattern,
    ...(isLocal && isPattern(name) && pattern.length === 0 && names.length === 0 ? [noFiles(name, at)] : []),
    ...ofFiles,
    ...differing(files, at),
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
