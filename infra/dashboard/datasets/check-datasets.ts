import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { CacheConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import {
  type DatasetSource,
  type DatasetTable,
  type DatasetWindow,
  partsOf,
  type SqlParameter,
  type SqlSource,
} from '../../../shared/config/sources.ts';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { describeColumns, hasColumns } from '../../../shared/tabular/column-count.ts';
import type { TableDefinition } from '../../../shared/tabular/define-table.ts';
import { say } from '../../../shared/tabular/say.ts';
import { type DefinitionProblem, isDefined, namePath } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields, hasFields } from '../folder/fields.ts';
import { describeValue, didYouMean, shownName } from '../folder/name-words.ts';
import { isBelow, type Path } from '../folder/read-yaml.ts';
import { compileCache } from '../head/caching.ts';
import type { DatasetContext, LoadedDataset, ReadKind, SourceKind } from '../kinds/source-kind.ts';
import { IN_ENDPOINT, parametersOfDataset } from '../parameters/check-parameters.ts';
import { checkPromises } from '../promises/check-promises.ts';
import { compilePromises } from '../promises/compile-promises.ts';
import { KINDS, kindOf, listKinds } from '../registry/kinds.ts';
import { columnProblems, type RowSource } from '../selection/place-references.ts';
import { readLength, windowLengthProblems } from '../selection/read-selection.ts';
import type { ReadSource } from '../sources/read-join.ts';
import { readRowKeys, type SourceContext } from '../sources/source-keys.ts';

const foreignKeys = (fields: Fields, kind: SourceKind, path: Path): readonly DefinitionProblem[] => {
  const { name, isFile, keys } = kind;
  const ofOthers = KINDS.filter((other) => other !== kind).flatMap((other) =>
    Object.keys(other.keys.beside ?? {})
      .filter((key) => Object.hasOwn(fields, key) && !Object.hasOwn(keys.beside ?? {}, key))
      .map((key) => ({
        path: [...path, key],
        part: 'key' as const,
        message: say`\`${key}\` is for \`${other.name}\`, and this dataset is \`${name}\``,
        hint: keys.foreign?.[key] ?? 'remove it',
      })),
  );
  if (!isFile || !('window' in fields)) return ofOthers;
  const message = say`\`window\` is for queries, and this dataset is \`${name}\``;
  const hint = `write it inside, with the column of the times: \`${name}: { file: ..., window: { of: Created at, last: 24h } }\``;
  return [...ofOthers, { path: [...path, 'window'], part: 'key', message, hint }];
};

const usesLength = (parameters: readonly SqlParameter[]): boolean =>
  parameters.includes('from') || parameters.includes('timePeriod');

const idleWindow = (source: DatasetSource, fields: Fields, path: Path): readonly DefinitionProblem[] => {
  if (!source.parameters || !('window' in fields) || usesLength(source.parameters)) return [];
  const message = '`window` has no effect: the query uses neither :from nor :timePeriod';
  const hint = kindOf(source).windowHint ?? 'write where at between :from and :to in the query, or remove `window`';
  return [{ path: [...path, 'window'], part: 'key', message, hint, severity: 'warning' }];
};

/** Expects what the schema accepts. */
export const compileSlot = (cache: unknown, { slots }: SourceKind): CacheConfig =>
  compileCache(cache) ?? { ttl: slots.defaultMs, shared: false };

const checkSlot = (cache: unknown, { slots }: SourceKind, path: Path): readonly DefinitionProblem[] => {
  const isMap = hasFields(cache);
  const text = isMap ? cache.ttl : cache;
  const ttl = text === undefined ? undefined : parseDuration(text);
  if (ttl === undefined || ttl >= slots.minMs) return [];
  const at = isMap ? [...path, 'cache', 'ttl'] : [...path, 'cache'];
  return [{ path: at, message: say`${namePath(at)} cannot be ${describeValue(text)}`, hint: slots.hint }];
};

/** Returns undefined if each request chooses the window. */
const compileWindow = (window: unknown): DatasetWindow | undefined => {
  const { last, atMost } = asFields(window);
  const length = readLength(last);
  const bound = parseDuration(atMost);
  if (length !== undefined) return { last: length };
  return bound === undefined ? undefined : { atMost: bound };
};

export interface CheckedDataset extends Omit<ReadKind, 'source' | 'settings'> {
  readonly name: string;
  /** Present if the dataset is valid. */
  readonly loaded?: LoadedDataset;
}

const compile = (
  fields: Fields,
  { source, settings }: Pick<ReadKind, 'source' | 'settings'>,
  context: DatasetContext,
): LoadedDataset | undefined => {
  if (!source) return undefined;
  const kind = kindOf(source);
  const window = compileWindow(fields.window);
  const stale = parseDuration(fields.stale ?? context.stale) ?? 0;
  const expect = compilePromises(fields.expect);
  return {
    config: {
      source,
      ...(window && { window }),
      ...compileSlot(fields.cache, kind),
      ...(kind.isBilled && { isBilled: true }),
      ...((kind.isOutside || kind.isOfAccount) && { isOutside: true }),
      ...(stale > 0 && { stale }),
      ...(expect && { expect }),
    },
    ...settings,
  };
};

const noSource = (name: string, path: Path): DefinitionProblem => {
  const hint = `add ${listKinds(KINDS, 'disjunction')}`;
  return { path, part: 'key', message: say`the dataset ${name} has no source`, hint };
};

const withParameterHint = (problem: DefinitionProblem, { top }: DatasetContext): DefinitionProblem => {
  const [, name = ''] = /^unknown parameter :(\w+)$/.exec(problem.message) ?? [];
  const isDeclared = Object.values(asFields(top.endpoints)).some((endpoint) =>
    Object.hasOwn(asFields(asFields(endpoint).parameters), name),
  );
  return isDeclared ? { ...problem, hint: IN_ENDPOINT } : problem;
};

/** @param own the schema's problems of the dataset. */
const checkDataset = async (
  name: string,
  definition: unknown,
  own: readonly DefinitionProblem[],
  context: DatasetContext,
): Promise<CheckedDataset> => {
  const path: Path = ['datasets', name];
  const fields = asFields(definition);
  const kind = KINDS.find((one) => Object.hasOwn(fields, one.name));
  if (!kind) return { name, words: 'no source', problems: own.length > 0 ? own : [noSource(name, path)] };
  const { problems: ofSource, source, settings, columns, ...read } = await kind.check(fields, path, context);
  const foreign = foreignKeys(fields, kind, path);
  const window = compileWindow(fields.window);
  const config = source && { source, ...(window && { window }), ttl: 0, shared: false };
  const rows = rowsOfDataset(name, { ...read, ...(columns && { columns }) });
  const problems = [
    ...own.filter((problem) => !foreign.some((key) => isBelow(problem.path, key.path))),
    ...ofSource.map((problem) => withParameterHint(problem, context)),
    ...parametersOfDataset(fields, path),
    ...foreign,
    ...windowLengthProblems(fields.window, [...path, 'window']),
    ...checkSlot(fields.cache, kind, path),
    ...(source ? idleWindow(source, fields, path) : []),
    ...checkPromises(fields.expect, [...path, 'expect'], rows, config),
  ];
  const loaded = isDefined(problems)
    ? compile(fields, { ...(source && { source }), ...(settings && { settings }) }, context)
    : undefined;
  return { name, ...read, problems, ...(loaded && { loaded, ...(columns && { columns }) }) };
};

export type CheckedDatasets = Readonly<Record<string, CheckedDataset>>;

const unknownDataset = (name: string, datasets: CheckedDatasets, path: Path): DefinitionProblem => {
  const known = Object.keys(datasets);
  const near = nearestNames(name, known, 2);
  const others =
    known.length > 0
      ? `datasets has ${known.join(', ')}`
      : `add it beside \`endpoints\`: \`datasets: { sales: { sql: select ... } }\``;
  const hint = near.length > 0 ? didYouMean(near.map(shownName)) : others;
  return { path, message: say`there is no dataset ${shownName(name)}`, hint };
};

/** Reports rows that cannot be read by position, because the component has another number of columns. */
export const checkWidth = (
  { source, selection = {} }: DatasetTable | SqlSource,
  definition: TableDefinition,
  path: Path,
  { words, columns }: RowSource,
): readonly DefinitionProblem[] => {
  if (selection.columns || !columns || hasColumns(definition, columns.length)) return [];
  const message = say`${words} has ${pluralize(columns.length, 'column')}; ${describeColumns(definition)}`;
  const hint = 'say what fills each column of the component: `columns: { name: region, value: { sum: amount } }`';
  return [{ path: [...path, source], message, hint }];
};

export const rowsOfDataset = (
  name: string,
  { columns, unreadable }: Pick<RowSource, 'columns' | 'unreadable'>,
): RowSource => ({
  words: `the dataset ${name}`,
  ...(columns && { columns }),
  ...(unreadable && { unreadable }),
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
    ...(dataset ? columnProblems(fields, path, rowsOfDataset(name, dataset), context.keysAt) : []),
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

/** @param schemaProblems the schema's problems of the whole file. */
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

export const loadedDatasets = (datasets: CheckedDatasets): Readonly<Record<string, LoadedDataset>> =>
  Object.fromEntries(Object.values(datasets).flatMap(({ name, loaded }) => (loaded ? [[name, loaded]] : [])));

export const datasetNames = ({ tables }: Pick<EndpointConfig, 'tables'>): readonly string[] =>
  Object.values(tables)
    .flatMap(partsOf)
    .flatMap((part) => (part.source === 'dataset' ? [part.dataset] : []));
