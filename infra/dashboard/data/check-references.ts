import type { DatasetTable, FileSource, SqlSource } from '../../../shared/config/sources.ts';
import type { RecordReader } from '../../../shared/csv/csv-record.ts';
import { isCsv } from '../../../shared/kinds/csv/is-csv.ts';
import { nameLine } from '../../../shared/selection/cursor.ts';
import { checkReferences, type FileHeader } from '../../../shared/selection/find-columns.ts';
import { type JoinedFile, joinedNames } from '../../../shared/selection/join-record.ts';
import { readHeader } from '../../../shared/selection/read-header.ts';
import { saidIn, say } from '../../../shared/tabular/say.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { dataFileName } from '../folder/data-file-name.ts';
import type { DefinitionProblem, WrittenDefinition } from '../folder/definition-problem.ts';
import { didYouMeanAfter } from '../folder/name-words.ts';
import { type PlacedReference, placeReferences } from '../selection/place-references.ts';
import type { OpenFile } from './data-diagnostics.ts';
import type { WrittenSelection } from './written-selection.ts';

export interface OpenedSource {
  readonly path: string;
  readonly source: (FileSource | DatasetTable | SqlSource) & { readonly joined?: readonly JoinedFile[] };
  readonly file: OpenFile;
  readonly written: WrittenSelection;
}

const NO_ROWS = { rows: [], locate: () => ({}) };

/** Returns undefined if the source has no record. */
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

/** Expects a message that begins with `the` and a noun. */
const nameIn = (message: string, source: string): string => {
  const { parts: [the, ...parts] = [], values: [noun, ...values] = [] } = saidIn(message) ?? {};
  if (the === 'the file has no ') return say`${source} has no ${noun}`;
  return the === 'the ' ? `${source}${String.raw({ raw: parts }, ...values)}` : message;
};

const problemOf = (
  { column, ...at }: PlacedReference,
  header: FileHeader,
  opened: OpenedSource,
): readonly DefinitionProblem[] => {
  const isUnpivoted = 'unpivot' in opened.written.fields;
  const [problem] = checkReferences([column], header, isUnpivoted);
  if (!problem) return [];
  const message = nameIn(problem.message, nameSource(opened, header));
  const hint = (isUnpivoted ? undefined : hintOfWord(column)) ?? problem.hint ?? '';
  return [{ ...at, ...didYouMeanAfter(message, hint) }];
};

/** Finds nothing in a source without records, which has no header. */
export const lackedIn = (
  opened: OpenedSource,
  { fits }: Pick<RecordReader<Table>, 'fits'>,
  references: readonly PlacedReference[],
): readonly DefinitionProblem[] => {
  const header = references.length > 0 ? headerOf(opened, { fits }) : undefined;
  return header ? references.flatMap((one) => problemOf(one, header, opened)) : [];
};

/** @throws WallfeedError if the source cannot be read. */
export const referenceProblems = (
  opened: OpenedSource,
  reader: Pick<RecordReader<Table>, 'fits'>,
  { keysAt }: WrittenDefinition,
): readonly DefinitionProblem[] => {
  const { fields, path } = opened.written;
  return lackedIn(opened, reader, placeReferences(fields, path, keysAt));
};
