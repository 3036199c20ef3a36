import {
  type DatasetTable,
  type FileSource,
  type JoinedSource,
  partsOf,
  type SqlSource,
} from '../../../shared/config/sources.ts';
import type { RecordReader } from '../../../shared/csv/csv-record.ts';
import { otherKind } from '../../../shared/csv/file-kinds.ts';
import { scanBytes } from '../../../shared/csv/parse-csv.ts';
import { inFile, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { isCsv } from '../../../shared/kinds/csv/is-csv.ts';
import type { Budget } from '../../../shared/limits/budget.ts';
import { nameLine } from '../../../shared/selection/cursor.ts';
import { checkReferences, type FileHeader } from '../../../shared/selection/find-columns.ts';
import { type JoinedFile, joinedNames } from '../../../shared/selection/join-record.ts';
import { readHeader } from '../../../shared/selection/read-header.ts';
import { isJoined } from '../../../shared/selection/references.ts';
import { createJoinReader, refuseLargeJoin } from '../../../shared/sources/read-joins.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { dataFileName } from '../folder/data-file-name.ts';
import type { DefinitionProblem, WrittenDefinition } from '../folder/definition-problem.ts';
import type { Diagnostic } from '../folder/diagnostic.ts';
import { didYouMeanAfter } from '../folder/name-words.ts';
import { type PlacedReference, placeReferences } from '../selection/place-references.ts';
import { type CheckSubject, type OpenFile, ownerOf, readBytes, toDiagnostics } from './data-diagnostics.ts';
import { selectionOfTable, type WrittenSelection } from './written-selection.ts';

/** A source that was opened, and the selection that dashboard.yml writes for it. */
export interface OpenedSource {
  /** Absolute path of the file. */
  readonly path: string;
  readonly source: (FileSource | DatasetTable | SqlSource) & { readonly joined?: readonly JoinedFile[] };
  readonly file: OpenFile;
  readonly written: WrittenSelection;
}

const NO_ROWS = { rows: [], locate: () => ({}) };

/** Reads only the header of a source. Undefined if the source has no record. */
const headerOf = (
  { file, source }: OpenedSource,
  { fits }: Pick<RecordReader<Table>, 'fits'>,
): FileHeader | undefined => {
  let found: FileHeader | undefined;
  const hasNames = !(isCsv(source) && source.header === 'none');
  file.read({
    fits,
    create: () => ({
      header: (record, facts) => {
        const own = readHeader(record, { ...facts, noun: 'file' }, hasNames);
        found = { ...own, names: [...own.names, ...joinedNames(source.joined ?? [])] };
      },
      row: () => false,
      finish: () => ({ header: [], ...NO_ROWS }),
    }),
  });
  return found;
};

/** Matches an aggregate as SQL writes it: `sum(Amount)`. */
const LIKE_SQL = /^\s*(sum|avg|average|min|max|count|first|last)\s*\(\s*(.*?)\s*\)\s*$/i;

const inYaml = (word: string, of: string): string => {
  const name = word.toLowerCase() === 'avg' ? 'average' : word.toLowerCase();
  return `{ ${name}: ${name === 'count' ? 'rows' : of} }`;
};

/** Returns a hint for a column name that is really a word of a selection, such as `sum(Amount)`. */
const hintOfWord = (column: PlacedReference['column']): string | undefined => {
  if (column === '$name' || column === '$value' || nameLine(column) !== undefined)
    return '`$name` and `$value` need `unpivot`, such as `unpivot: [cpu, memory]`';
  const [, word, of = ''] = LIKE_SQL.exec(String(column)) ?? [];
  return word === undefined ? undefined : `write \`${inYaml(word, of)}\``;
};

const nameSource = ({ source, path }: OpenedSource, { line }: FileHeader): string => {
  if (source.source === 'dataset') return `the dataset ${source.dataset}`;
  return isCsv(source) ? `line ${line} of ${dataFileName(path)}` : dataFileName(path);
};

const problemOf = (
  { column, ...at }: PlacedReference,
  header: FileHeader,
  opened: OpenedSource,
): readonly DefinitionProblem[] => {
  const isUnpivoted = 'unpivot' in opened.written.fields;
  const [problem] = checkReferences([column], header, isUnpivoted);
  if (!problem) return [];
  const message = problem.message.replace(/^the (?:file|dataset)/, nameSource(opened, header));
  const hint = (isUnpivoted ? undefined : hintOfWord(column)) ?? problem.hint ?? '';
  return [{ ...at, ...didYouMeanAfter(message, hint) }];
};

/**
 * Finds the columns that a selection names and its source lacks, at their places in dashboard.yml. A source without
 * records has no header, and lacks nothing.
 * @throws WallfeedError if the source cannot be read.
 */
export const referenceProblems = (
  opened: OpenedSource,
  reader: Pick<RecordReader<Table>, 'fits'>,
  { keysAt }: WrittenDefinition,
): readonly DefinitionProblem[] => {
  const { fields, path } = opened.written;
  const references = placeReferences(fields, path, keysAt);
  const header = references.length > 0 ? headerOf(opened, reader) : undefined;
  return header ? references.flatMap((one) => problemOf(one, header, opened)) : [];
};

const openJoin = async (source: JoinedSource, path: string, budget: Budget): Promise<JoinedFile> => {
  try {
    const bytes = await readBytes(path, refuseLargeJoin);
    const other = otherKind(bytes, 'csv');
    if (other) throw other;
    const { content } = scanBytes(bytes, source, createJoinReader(source), { budget });
    return { ...content, source: { ...source, file: path } };
  } catch (error) {
    throw error instanceof WallfeedError ? inFile(error, path) : error;
  }
};

/**
 * Reads the joined files of a source from data/. Returns undefined if one of them is not there.
 * @param files absolute paths by the names of the files in dashboard.yml.
 * @throws WallfeedError as an endpoint does, with the absolute path of the file.
 */
export const openJoins = async (
  join: readonly JoinedSource[],
  files: Readonly<Record<string, string>>,
  budget: Budget,
): Promise<readonly JoinedFile[] | undefined> => {
  const paths = join.flatMap(({ file }) => files[file] ?? []);
  if (paths.length < join.length) return undefined;
  return Promise.all(join.map((source, index) => openJoin(source, paths[index] ?? '', budget)));
};

const checkJoin = async (
  join: readonly JoinedSource[],
  { fields, path }: WrittenSelection,
  subject: CheckSubject,
): Promise<readonly Diagnostic[]> => {
  const { keysAt, toDiagnostic } = subject.written;
  try {
    const joined = await openJoins(join, subject.endpoint.joinedFiles, subject.budget);
    if (!joined) return [];
    const header = { names: joinedNames(joined), hasNames: true, line: 1, noun: 'joined file' };
    return placeReferences(fields, path, keysAt).flatMap(({ column, ...at }) => {
      const [problem] = isJoined(column, join) ? checkReferences([column], header) : [];
      return problem ? [toDiagnostic({ ...at, ...didYouMeanAfter(problem.message, problem.hint ?? '') })] : [];
    });
  } catch (error) {
    return toDiagnostics(error, ownerOf(subject), ({ file = '', line = 1, column = 1 }) => ({ file, line, column }));
  }
};

/** Checks the joined files of an endpoint's tables whose own rows are not in data/, such as those of queries. */
export const checkJoins = async (subject: CheckSubject): Promise<readonly Diagnostic[]> => {
  const { endpoint, datasets, written } = subject;
  const found = Object.entries(endpoint.config.tables).flatMap(([name, table]) =>
    partsOf(table).map(async (part, index) => {
      const isRead = Object.hasOwn(endpoint.files, name) && (part.source !== 'dataset' || datasets.has(part.dataset));
      if (!part.join || isRead) return [];
      return checkJoin(part.join, selectionOfTable(written, endpoint.slug, name, index), subject);
    }),
  );
  return (await Promise.all(found)).flat();
};
