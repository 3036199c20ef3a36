import type { DatasetConfig } from '../../../shared/config/dataset.ts';
import { ANY_COLUMNS } from '../../../shared/datasets/select-rows.ts';
import { type DefinitionProblem, isDefined } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { isBelow, type Path } from '../folder/read-yaml.ts';
import type { AthenaSettings } from '../head/athena-settings.ts';
import { checkSelection } from '../selection/check-selection.ts';
import { windowLengthProblems } from '../selection/read-selection.ts';
import { readSql } from '../sources/read-sql.ts';
import { readCsvFile, type SourceContext } from '../sources/source-keys.ts';
import type { ColumnName } from '../sql/sql-parameter-problems.ts';
import {
  checkSlot,
  compileSlot,
  compileWindow,
  type DatasetKind,
  foreignKeys,
  idleWindow,
  type LoadedDataset,
} from './dataset-keys.ts';
import { readAthena } from './read-athena.ts';

/** Settings of the dashboard that its datasets use. */
export interface DatasetContext extends SourceContext {
  readonly athena: unknown;
  readonly stale: unknown;
}

/** A dataset of dashboard.yml, valid or not. */
export interface CheckedDataset {
  readonly name: string;
  readonly problems: readonly DefinitionProblem[];
  /** The source as text: `athena`, `csv orders.csv`. */
  readonly words: string;
  /** The compiled dataset. Present if it is valid. */
  readonly loaded?: LoadedDataset;
  /** Absolute path of the file of data/ that has the rows. Absent if no file has them. */
  readonly file?: string;
  /** The names of the dataset's columns. Absent if the dataset is invalid, or if dashboard.yml does not name them. */
  readonly columns?: readonly ColumnName[];
}

interface ReadKind extends Pick<CheckedDataset, 'problems' | 'words' | 'file' | 'columns'> {
  readonly source?: DatasetConfig['source'];
  readonly settings?: AthenaSettings;
}

const readQuery = async (fields: Fields, path: Path, context: DatasetContext): Promise<ReadKind> => {
  const { results, ...read } = await readSql(fields.sql, [...path, 'sql'], context);
  return { ...read, ...(results && { columns: results }) };
};

const readFile = async ({ csv }: Fields, path: Path, context: DatasetContext): Promise<ReadKind> => {
  const read = await readCsvFile(csv, [...path, 'csv'], context);
  const { selection } = read.source ?? {};
  const ofSelection = selection ? checkSelection({ ...read.source, selection }, ANY_COLUMNS, [...path, 'csv']) : [];
  const columns = selection?.columns?.map(({ name }) => name);
  return { ...read, problems: [...read.problems, ...ofSelection], ...(columns && { columns }) };
};

const READERS: Readonly<
  Record<DatasetKind, (fields: Fields, path: Path, context: DatasetContext) => Promise<ReadKind>>
> = {
  athena: readAthena,
  sql: readQuery,
  csv: readFile,
};

const KINDS = ['athena', 'sql', 'csv'] as const;

/** Returns the settings that the stack and the estimate of costs need, but the function does not. */
const lakeOf = ({ scan, data, results }: AthenaSettings): Omit<LoadedDataset, 'config'> => ({
  scan,
  ...(data && { data }),
  ...(results !== undefined && { results }),
});

const compile = (
  fields: Fields,
  { source, settings }: ReadKind,
  context: DatasetContext,
): LoadedDataset | undefined => {
  if (!source) return undefined;
  const window = source.source === 'csv' ? undefined : compileWindow(fields.window);
  const stale = parseDuration(fields.stale ?? context.stale) ?? 0;
  return {
    config: {
      source,
      ...(window && { window }),
      ...compileSlot(fields.cache, source.source),
      ...(stale > 0 && { stale }),
    },
    ...(settings && lakeOf(settings)),
  };
};

/**
 * Checks one dataset: its query or its file, and how long its rows may be used.
 * @param own the schema's problems of the dataset.
 */
export const checkDataset = async (
  name: string,
  definition: unknown,
  own: readonly DefinitionProblem[],
  context: DatasetContext,
): Promise<CheckedDataset> => {
  const path: Path = ['datasets', name];
  const fields = asFields(definition);
  const kind = KINDS.find((one) => one in fields);
  if (!kind) {
    const hint = 'add `athena`, `sql` or `csv`';
    const noSource: DefinitionProblem = { path, part: 'key', message: `the dataset ${name} has no source`, hint };
    return { name, words: 'no source', problems: own.length > 0 ? own : [noSource] };
  }
  const { problems: ofSource, source, settings, columns, ...read } = await READERS[kind](fields, path, context);
  const foreign = foreignKeys(fields, kind, path);
  const problems = [
    ...own.filter((problem) => !foreign.some((key) => isBelow(problem.path, key.path))),
    ...ofSource,
    ...foreign,
    ...windowLengthProblems(fields.window, [...path, 'window']),
    ...checkSlot(fields.cache, kind, path),
    ...(source ? idleWindow(source, fields, path) : []),
  ];
  const loaded = isDefined(problems)
    ? compile(fields, { ...read, problems, ...(source && { source }), ...(settings && { settings }) }, context)
    : undefined;
  return { name, ...read, problems, ...(loaded && { loaded, ...(columns && { columns }) }) };
};
