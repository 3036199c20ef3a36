import { nearestNames } from '../../../../shared/catalogue/nearest-names.ts';
import type { ParquetSource } from '../../../../shared/kinds/parquet/parquet-source.ts';
import { ANY_COLUMNS } from '../../../../shared/kinds/source-kind.ts';
import { type DefinitionProblem, isDefined } from '../../folder/definition-problem.ts';
import { hasFields } from '../../folder/fields.ts';
import { didYouMean, shownName } from '../../folder/name-words.ts';
import { checkSelection } from '../../selection/check-selection.ts';
import { type PlacedReference, placeReferences } from '../../selection/place-references.ts';
import { readSelection } from '../../selection/read-selection.ts';
import { differing, locateFiles, readLocalColumns } from '../pattern.ts';
import type { SourceKind } from '../source-kind.ts';
import { type LocalColumns, readColumns } from './local-files.ts';

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
