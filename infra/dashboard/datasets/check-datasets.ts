import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { type DatasetTable, partsOf, type SqlSource } from '../../../shared/config/sources.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { describeColumns, hasColumns } from '../../../shared/tabular/column-count.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { type DefinitionProblem, isDefined } from '../folder/definition-problem.ts';
import { type Fields, hasFields } from '../folder/fields.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';
import { isBelow, type Path } from '../folder/read-yaml.ts';
import type { DatasetContext, LoadedDataset } from '../kinds/source-kind.ts';
import { columnProblems, type RowSource } from '../selection/place-references.ts';
import type { ReadSource } from '../sources/read-join.ts';
import { readRowKeys, type SourceContext } from '../sources/source-keys.ts';
import { type CheckedDataset, checkDataset } from './check-dataset.ts';

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

/** Reports rows that cannot be read by position, because the component has another number of columns. */
export const checkWidth = (
  { source, selection = {} }: DatasetTable | SqlSource,
  definition: TableDefinition,
  path: Path,
  { words, columns }: RowSource,
): readonly DefinitionProblem[] => {
  if (selection.columns || !columns || hasColumns(definition, columns.length)) return [];
  const message = `${words} has ${pluralize(columns.length, 'column')}; ${describeColumns(definition)}`;
  const hint = 'say what fills each column of the component: `columns: { name: region, value: { sum: amount } }`';
  return [{ path: [...path, source], message, hint }];
};

/** Returns a dataset as the rows that a selection reads. */
export const rowsOfDataset = (name: string, columns: RowSource['columns']): RowSource => ({
  words: `the dataset ${name}`,
  ...(columns && { columns }),
});

/** Reads `dataset: sales`, with the keys of a selection beside it. */
export const readDatasetTable = async (
  fields: Fields,
  path: Path,
  { datasets, ...context }: SourceContext & { readonly datasets: CheckedDatasets },
): Promise<ReadSource<DatasetTable>> => {
  const { dataset: name } = fields;
  if (typeof name !== 'string' || name === '') return { problems: [], words: 'dataset' };
  const dataset = Object.hasOwn(datasets, name) ? datasets[name] : undefined;
  const { selection = {}, reading, ...read } = await readRowKeys(fields, path, context);
  const problems = [
    ...(dataset ? columnProblems(fields, path, rowsOfDataset(name, dataset.columns), context.keysAt) : []),
    ...(dataset ? [] : [unknownDataset(name, datasets, [...path, 'dataset'])]),
    ...read.problems,
  ];
  return {
    ...read,
    problems,
    words: `dataset ${name}`,
    source: { source: 'dataset', dataset: name, ...reading, selection },
    ...(dataset?.file !== undefined && isDefined(problems) && { file: dataset.file }),
  };
};

/**
 * Checks all datasets of dashboard.yml.
 * @param value the map of `datasets`.
 * @param schemaProblems the schema's problems of the whole file.
 */
export const checkDatasets = async (
  value: unknown,
  schemaProblems: readonly DefinitionProblem[],
  context: DatasetContext,
): Promise<CheckedDatasets> => {
  const definitions = Object.entries(hasFields(value) ? value : {});
  const datasets = definitions.map(async ([name, definition]) => {
    const own = schemaProblems.filter(({ path }) => isBelow(path, ['datasets', name]));
    return [name, await checkDataset(name, definition, own, context)] as const;
  });
  return Object.fromEntries(await Promise.all(datasets));
};

/** Returns the valid datasets, by name. */
export const loadedDatasets = (datasets: CheckedDatasets): Readonly<Record<string, LoadedDataset>> =>
  Object.fromEntries(Object.values(datasets).flatMap(({ name, loaded }) => (loaded ? [[name, loaded]] : [])));

/** Lists the datasets that an endpoint selects from. */
export const datasetNames = ({ tables }: Pick<EndpointConfig, 'tables'>): readonly string[] =>
  Object.values(tables)
    .flatMap(partsOf)
    .flatMap((part) => (part.source === 'dataset' ? [part.dataset] : []));
