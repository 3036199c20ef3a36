import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { DatasetTable } from '../../../shared/config/sources.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { isJoined } from '../../../shared/selection/references.ts';
import { describeColumns, hasColumns } from '../../../shared/tabular/column-count.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { type DefinitionProblem, isDefined } from '../folder/definition-problem.ts';
import type { Fields } from '../folder/fields.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { joinsOf, type PlacedReference, placeReferences } from '../selection/place-references.ts';
import { readCellKeys } from '../selection/read-cell-keys.ts';
import { type KeysAt, readSelection } from '../selection/read-selection.ts';
import { readJoins } from '../sources/read-join.ts';
import { readCsvFile, type SourceContext } from '../sources/source-keys.ts';
import type { ReadSource } from '../sources/written-source.ts';
import type { ColumnName } from '../sql/sql-parameter-problems.ts';
import type { CheckedDataset } from './check-dataset.ts';

/** The datasets of dashboard.yml, valid or not, by name. */
export type CheckedDatasets = Readonly<Record<string, CheckedDataset>>;

const unknownDataset = (name: string, datasets: CheckedDatasets, path: Path): DefinitionProblem => {
  const known = Object.keys(datasets);
  const near = nearestNames(name, known, 2);
  const others =
    known.length > 0
      ? `datasets has ${known.join(', ')}`
      : `add it beside \`endpoints\`: \`datasets: { sales: { sql: select ... } }\``;
  const hint = near.length > 0 ? didYouMean(near.map(shownName)) : others;
  return { path, message: `there is no dataset ${shownName(name)}`, hint };
};

const unknownColumn = (
  { column, ...at }: PlacedReference,
  dataset: string,
  columns: readonly ColumnName[],
): readonly DefinitionProblem[] => {
  const names = columns.filter((name) => name !== undefined);
  if (typeof column === 'number') {
    if (column <= columns.length) return [];
    const message = `the dataset ${dataset} has no column ${column}`;
    return [{ ...at, message, hint: `it has ${pluralize(columns.length, 'column')}` }];
  }
  if (names.includes(column.trim()) || names.length < columns.length) return [];
  const near = nearestNames(column, names, 2);
  const hint = near.length > 0 ? didYouMean(near.map(shownName)) : `it has ${names.map(shownName).join(', ')}`;
  return [{ ...at, message: `the dataset ${dataset} has no column ${shownName(column)}`, hint }];
};

/** Reports columns that the dataset does not have. Needs the columns of the dataset to be known from dashboard.yml. */
export const columnProblems = (
  fields: Fields,
  path: Path,
  { name, columns }: CheckedDataset,
  keysAt: KeysAt,
): readonly DefinitionProblem[] =>
  columns
    ? placeReferences(fields, path, keysAt)
        .filter(({ column }) => !isJoined(column, joinsOf(fields)))
        .flatMap((one) => unknownColumn(one, name, columns))
    : [];

/** Reports a dataset that cannot be read by position, because the component has another number of columns. */
export const checkWidth = (
  { dataset: name, selection }: DatasetTable,
  definition: TableDefinition,
  path: Path,
  datasets: CheckedDatasets,
): readonly DefinitionProblem[] => {
  const { columns } = datasets[name] ?? {};
  if (selection.columns || !columns || hasColumns(definition, columns.length)) return [];
  const message = `the dataset ${name} has ${pluralize(columns.length, 'column')}; ${describeColumns(definition)}`;
  const hint = 'say what fills each column of the component: `columns: { name: region, value: { sum: amount } }`';
  return [{ path: [...path, 'dataset'], message, hint }];
};

/** Reads `dataset: sales`, with the keys of a selection beside it. */
export const readDatasetTable = async (
  fields: Fields,
  path: Path,
  { datasets, ...context }: SourceContext & { readonly datasets: CheckedDatasets },
): Promise<ReadSource<DatasetTable>> => {
  const { keysAt } = context;
  const { dataset: name } = fields;
  if (typeof name !== 'string' || name === '') return { problems: [], words: 'dataset' };
  const dataset = Object.hasOwn(datasets, name) ? datasets[name] : undefined;
  const { selection = {}, problems: ofSelection } = readSelection(fields, path, keysAt);
  const cells = readCellKeys(fields, path, keysAt);
  const joins = await readJoins(fields, path, keysAt, (...file) => readCsvFile(...file, context));
  const problems = [
    ...joins.problems,
    ...(dataset ? columnProblems(fields, path, dataset, keysAt) : []),
    ...(dataset ? [] : [unknownDataset(name, datasets, [...path, 'dataset'])]),
    ...cells.problems,
    ...ofSelection,
  ];
  return {
    problems,
    words: `dataset ${name}`,
    source: { source: 'dataset', dataset: name, ...cells.reading, ...(joins.join && { join: joins.join }), selection },
    ...(joins.joinedFiles && { joinedFiles: joins.joinedFiles }),
    ...(dataset?.file !== undefined && isDefined(problems) && { file: dataset.file }),
  };
};
