import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { ColumnReference } from '../../../shared/config/selection.ts';
import { COLUMN_WORDS } from '../../../shared/config/selection-words.ts';
import type { DatasetTable } from '../../../shared/config/sources.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { isJoined } from '../../../shared/selection/references.ts';
import { describeColumns, hasColumns } from '../../../shared/tabular/column-count.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { type DefinitionProblem, isDefined } from '../folder/definition-problem.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { parseFormula } from '../selection/parse-formula.ts';
import { readCellKeys } from '../selection/read-cell-keys.ts';
import { type KeysAt, readSelection } from '../selection/read-selection.ts';
import { readJoins } from '../sources/read-join.ts';
import { type ReadSource, readCsvFile, type SourceContext } from '../sources/source-keys.ts';
import type { ColumnName } from '../sql/sql-parameter-problems.ts';
import type { CheckedDataset } from './check-dataset.ts';

/** A use of a column in a selection, and its place in dashboard.yml. */
export interface PlacedReference {
  readonly column: ColumnReference;
  readonly path: Path;
  readonly part: 'key' | 'value';
  /** The offset of the name in a formula. */
  readonly offset?: number;
}

const isReference = (value: unknown): value is ColumnReference =>
  typeof value === 'string' || typeof value === 'number';

const atValue = (value: unknown, path: Path): readonly PlacedReference[] =>
  isReference(value) ? [{ column: value, path, part: 'value' }] : [];

const inList = (value: unknown, path: Path): readonly PlacedReference[] =>
  Array.isArray(value) ? value.flatMap((one, index) => atValue(one, [...path, index])) : [];

const inConditions = (where: unknown, path: Path, keysAt: KeysAt): readonly PlacedReference[] =>
  hasFields(where)
    ? keysAt(path).map(({ name, isNumber }) => ({
        column: isNumber ? Number(name) : name,
        path: [...path, name],
        part: 'key',
      }))
    : [];

const inFormula = ({ formula, with: names }: Fields, path: Path): readonly PlacedReference[] => {
  const parsed = typeof formula === 'string' ? parseFormula(formula, Object.keys(asFields(names))) : undefined;
  if (!parsed || 'hint' in parsed) return [];
  return parsed.columns.map((column) => ({ ...column, path: [...path, 'formula'], part: 'value' }));
};

/** The words whose value is another source. */
const NESTED = ['change', 'difference', 'running', 'moving'] as const;

const inSource = (value: unknown, path: Path, keysAt: KeysAt): readonly PlacedReference[] => {
  if (!hasFields(value)) return atValue(value, path);
  const words = COLUMN_WORDS.filter((word) => !(word === 'percent' && value.percent === 'rows'));
  return [
    ...words.flatMap((word) => atValue(value[word], [...path, word])),
    ...inList(value.list, [...path, 'list']),
    ...inFormula(value, path),
    ...NESTED.flatMap((word) => (hasFields(value[word]) ? inSource(value[word], [...path, word], keysAt) : [])),
    ...Object.entries(asFields(value.with)).flatMap(([name, part]) => inSource(part, [...path, 'with', name], keysAt)),
    ...inConditions(value.where, [...path, 'where'], keysAt),
  ];
};

const inWindow = (window: unknown, path: Path): readonly PlacedReference[] =>
  hasFields(window) ? atValue(window.of, [...path, 'of']) : atValue(window, path);

/** Returns the names of the joined files of a selection. */
const joinsOf = ({ join }: Fields): readonly { readonly name: string }[] =>
  Object.keys(asFields(join)).map((name) => ({ name }));

/** Finds the columns by which a selection is joined with other files. */
const inJoins = (fields: Fields, path: Path, keysAt: KeysAt): readonly PlacedReference[] =>
  joinsOf(fields).flatMap(({ name }) => {
    const { on } = asFields(asFields(fields.join)[name]);
    const at = [...path, 'join', name, 'on'];
    return hasFields(on) ? inConditions(on, at, keysAt) : atValue(on, at);
  });

/** Finds all columns that a selection names, each at its place in dashboard.yml. */
export const placeReferences = (fields: Fields, path: Path, keysAt: KeysAt): readonly PlacedReference[] => {
  const ofRows = ['$name', '$value'];
  const columns = Object.entries(asFields(fields.columns));
  const all = [
    ...columns.flatMap(([name, source]) => inSource(source, [...path, 'columns', name], keysAt)),
    ...inConditions(fields.where, [...path, 'where'], keysAt),
    ...inWindow(fields.window, [...path, 'window']),
    ...inList(fields.unpivot, [...path, 'unpivot']),
    ...inJoins(fields, path, keysAt),
    ...inList(fields.fillDown, [...path, 'fillDown']),
    ...inConditions(fields.durations, [...path, 'durations'], keysAt),
    ...inConditions(fields.dates, [...path, 'dates'], keysAt),
  ];
  return 'unpivot' in fields ? all.filter(({ column }) => !ofRows.includes(String(column))) : all;
};

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
