import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { DatasetTable } from '../../../shared/config/sources.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { describeColumns, hasColumns } from '../../../shared/tabular/column-count.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { checkDates } from '../check-dates.ts';
import { type DefinitionProblem, isDefined } from '../definition-problem.ts';
import type { Fields } from '../fields.ts';
import { didYouMean, shownName } from '../name-words.ts';
import { type KeysAt, readSelection } from '../read-selection.ts';
import type { ReadSource } from '../read-source.ts';
import type { Path } from '../read-yaml.ts';
import type { ColumnName } from '../sql-columns.ts';
import type { CheckedDataset } from './read-dataset.ts';
import { type PlacedReference, placeReferences } from './selection-references.ts';

/** The datasets of dashboard.yml, valid or not, by name. */
export type CheckedDatasets = Readonly<Record<string, CheckedDataset>>;

const EXAMPLE = 'datasets: { sales: { sql: select ... } }';

const unknownDataset = (name: string, datasets: CheckedDatasets, path: Path): DefinitionProblem => {
  const known = Object.keys(datasets);
  const near = nearestNames(name, known, 2);
  const others = known.length > 0 ? `datasets has ${known.join(', ')}` : `add it beside endpoints: ${EXAMPLE}`;
  const hint = near.length > 0 ? didYouMean(near.map(shownName)) : others;
  return { path, message: `there is no dataset ${shownName(name)}`, hint };
};

const unknownColumn = (
  { column, path, part }: PlacedReference,
  dataset: string,
  columns: readonly ColumnName[],
): readonly DefinitionProblem[] => {
  const names = columns.filter((name) => name !== undefined);
  if (typeof column === 'number') {
    if (column <= columns.length) return [];
    const message = `the dataset ${dataset} has no column ${column}`;
    return [{ path, part, message, hint: `it has ${pluralize(columns.length, 'column')}` }];
  }
  if (names.includes(column.trim()) || names.length < columns.length) return [];
  const near = nearestNames(column, names, 2);
  const hint = near.length > 0 ? didYouMean(near.map(shownName)) : `it has ${names.map(shownName).join(', ')}`;
  return [{ path, part, message: `the dataset ${dataset} has no column ${shownName(column)}`, hint }];
};

/** Reports columns that the dataset does not have. Needs the columns of the dataset to be known from dashboard.yml. */
const columnProblems = (
  fields: Fields,
  path: Path,
  { name, columns }: CheckedDataset,
  keysAt: KeysAt,
): readonly DefinitionProblem[] =>
  columns ? placeReferences(fields, path, keysAt).flatMap((one) => unknownColumn(one, name, columns)) : [];

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
  const hint = 'say what fills each column of the component: columns: { name: region, value: { sum: amount } }';
  return [{ path: [...path, 'dataset'], message, hint }];
};

/** Reads `dataset: sales`, with the keys of a selection beside it. */
export const readDatasetTable = (
  fields: Fields,
  path: Path,
  { datasets, keysAt }: { readonly datasets: CheckedDatasets; readonly keysAt: KeysAt },
): ReadSource<DatasetTable> => {
  const { dataset: name, dates } = fields;
  if (typeof name !== 'string' || name === '') return { problems: [], words: 'dataset' };
  const dataset = Object.hasOwn(datasets, name) ? datasets[name] : undefined;
  const { selection = {}, problems: ofSelection } = readSelection(fields, path, keysAt);
  const problems = [
    ...(dataset ? columnProblems(fields, path, dataset, keysAt) : []),
    ...(dataset ? [] : [unknownDataset(name, datasets, [...path, 'dataset'])]),
    ...checkDates(dates, [...path, 'dates']),
    ...ofSelection,
  ];
  return {
    problems,
    words: `dataset ${name}`,
    source: { source: 'dataset', dataset: name, ...(typeof dates === 'string' && { dates }), selection },
    ...(dataset?.file !== undefined && isDefined(problems) && { file: dataset.file }),
  };
};
