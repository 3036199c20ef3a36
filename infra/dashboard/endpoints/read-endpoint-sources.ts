import type { JsonSource, TableSource } from '../../../shared/config/sources.ts';
import { type CheckedDatasets, readDatasetTable } from '../datasets/read-dataset-table.ts';
import { type DefinitionProblem, isWarning } from '../folder/definition-problem.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { isBelow, type Path } from '../folder/read-yaml.ts';
import { readSqlTable } from '../sources/read-sql.ts';
import { isJsonRows, readCsv, readJson, readJsonRows, type SourceContext } from '../sources/source-keys.ts';
import type { ReadSource } from '../sources/written-source.ts';
import { namedTables, ROW_KEYS } from './check-endpoint-keys.ts';
import type { Component } from './resolve-component.ts';

/** The sources of an endpoint, by table. A document is under `json`. */
export type EndpointSources = Readonly<Record<string, ReadSource<TableSource | JsonSource>>>;

/** The files of data/ with a valid definition, by table, in the order of a list. A document is under `json`. */
export type EndpointFiles = Readonly<Record<string, readonly string[]>>;

/** The dashboard's settings and datasets that sources refer to. */
export interface EndpointSourceContext extends SourceContext {
  readonly datasets: CheckedDatasets;
}

type ReadTable = (
  fields: Fields,
  path: Path,
  context: EndpointSourceContext,
) => ReadSource<TableSource> | Promise<ReadSource<TableSource>>;

/** Reads the tables of each source, by its key. If there are several, the first one here is read. */
const READERS: Readonly<Record<string, ReadTable>> = {
  dataset: readDatasetTable,
  csv: ({ csv }, path, context) => readCsv(csv, [...path, 'csv'], context),
  json: (fields, path, context) =>
    isJsonRows(fields.json)
      ? readJsonRows(fields.json, [...path, 'json'], context)
      : readSqlTable(fields, path, context),
  sql: readSqlTable,
};

const readTable = async (fields: Fields, path: Path, context: EndpointSourceContext) => {
  const key = Object.keys(READERS).find((one) => one in fields) ?? 'sql';
  return (READERS[key] as ReadTable)(fields, path, context);
};

/** Reads every source that an endpoint names. */
export const readEndpointSources = async (
  endpoint: Fields,
  component: Component | undefined,
  path: Path,
  context: EndpointSourceContext,
): Promise<EndpointSources> => {
  const sources: Record<string, ReadSource<TableSource | JsonSource>> = {};
  const hasRows = isJsonRows(endpoint.json);
  const hasTable = ['dataset', 'csv', 'sql'].some((key) => key in endpoint) || hasRows;
  if (hasTable) sources.table = await readTable(endpoint, path, context);
  if ('json' in endpoint && !hasRows) sources.json = await readJson(endpoint.json, [...path, 'json'], context);
  for (const name of component ? namedTables(component.shape) : []) {
    if (name in endpoint) sources[name] = await readTable(asFields(endpoint[name]), [...path, name], context);
  }
  return sources;
};

/** Writes sources as text: `csv traffic.csv`, `nodes: csv nodes.csv, links: sql`. */
export const describeSources = (sources: EndpointSources): string =>
  Object.entries(sources)
    .map(([name, { words }]) => (name === 'table' || name === 'json' ? words : `${name}: ${words}`))
    .join(', ');

/** Lists the files of a source; empty if one of them is not in data/. */
const filesOf = ({ file, parts }: EndpointSources[string]): readonly string[] => {
  if (!parts) return file === undefined ? [] : [file];
  const files = parts.flatMap((part) => part.file ?? []);
  return files.length === parts.length ? files : [];
};

/**
 * The keys of an endpoint that describe the only table of a component. A problem of that table is below one of them.
 */
const TABLE_KEYS = ['csv', 'json', ...ROW_KEYS];

/** Selects the files whose source is valid. Problems of a source are below its kind, or below the name of its table. */
export const readableFiles = (
  sources: EndpointSources,
  problems: readonly DefinitionProblem[],
  path: Path,
): EndpointFiles => {
  const isBelowSource = (problem: DefinitionProblem, name: string): boolean =>
    (name === 'table' ? TABLE_KEYS : [name]).some((key) => isBelow(problem.path, [...path, key]));
  const isValid = (name: string): boolean =>
    !problems.some((problem) => !isWarning(problem) && isBelowSource(problem, name));
  const readable = Object.entries(sources).filter(([name, { source }]) => source && isValid(name));
  return Object.fromEntries(
    readable.flatMap(([name, source]) => {
      const files = filesOf(source);
      return files.length > 0 ? [[name, files]] : [];
    }),
  );
};
