import { type CsvSource, type JoinedSource, partsOf } from '../../../shared/config/sources.ts';
import { scanBytes } from '../../../shared/csv/parse-csv.ts';
import { inFile, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import type { Budget } from '../../../shared/limits/budget.ts';
import { checkReferences } from '../../../shared/selection/find-columns.ts';
import { type JoinedFile, joinedNames } from '../../../shared/selection/join-record.ts';
import { isJoined } from '../../../shared/selection/references.ts';
import { createJoinReader, refuseLargeJoin } from '../../../shared/sources/read-joins.ts';
import type { DefinitionProblem, WrittenDefinition } from '../folder/definition-problem.ts';
import type { Diagnostic } from '../folder/diagnostic.ts';
import { asFields } from '../folder/fields.ts';
import { didYouMeanAfter } from '../folder/name-words.ts';
import { placeJoinedReferences, placeReferences } from '../selection/place-references.ts';
import { lackedIn } from './check-references.ts';
import { type CheckSubject, openFile, ownerOf, readBytes, toDiagnostics } from './data-diagnostics.ts';
import { selectionOfTable, type WrittenSelection } from './written-selection.ts';

interface OpenedJoins {
  /** Absent if a file is not there, or lacks columns. */
  readonly joined?: readonly JoinedFile[];
  readonly lacked: readonly DefinitionProblem[];
}

type OpenedJoin = { readonly file: JoinedFile } | Pick<OpenedJoins, 'lacked'>;

const openJoin = async (
  source: JoinedSource,
  path: string,
  budget: Budget,
  written: WrittenSelection,
  { keysAt }: WrittenDefinition,
): Promise<OpenedJoin> => {
  const reader = createJoinReader(source);
  const csv: CsvSource = { ...source, source: 'csv' };
  try {
    const bytes = await readBytes(path, refuseLargeJoin);
    const opened = { path, source: csv, file: openFile(bytes, csv, budget), written };
    const lacked = lackedIn(opened, reader, placeJoinedReferences(written.fields, written.path, keysAt));
    if (lacked.length > 0) return { lacked };
    const { content } = scanBytes(bytes, source, reader, { budget });
    return { file: { ...content, source: { ...source, file: path } } };
  } catch (error) {
    throw error instanceof WallfeedError ? inFile(error, path) : error;
  }
};

/**
 * Reads the joined files of a source from data/.
 * @param files absolute paths by the names of the files in dashboard.yml.
 * @param selection the selection that has `join`.
 * @throws WallfeedError as an endpoint does, with the absolute path of the file.
 */
export const openJoins = async (
  join: readonly JoinedSource[],
  files: Readonly<Record<string, string>>,
  budget: Budget,
  { fields, path }: WrittenSelection,
  written: WrittenDefinition,
): Promise<OpenedJoins> => {
  const paths = join.flatMap(({ file }) => files[file] ?? []);
  if (paths.length < join.length) return { lacked: [] };
  const opening = join.map((source, index) => {
    const { [source.name]: map } = asFields(fields.join);
    const of = { fields: asFields(map), path: [...path, 'join', source.name] };
    return openJoin(source, paths[index] ?? '', budget, of, written);
  });
  const opened = await Promise.all(opening);
  const lacked = opened.flatMap((one) => ('lacked' in one ? one.lacked : []));
  return lacked.length > 0 ? { lacked } : { lacked, joined: opened.flatMap((one) => ('file' in one ? one.file : [])) };
};

const checkJoin = async (
  join: readonly JoinedSource[],
  selection: WrittenSelection,
  subject: CheckSubject,
): Promise<readonly Diagnostic[]> => {
  const { keysAt, toDiagnostic } = subject.written;
  try {
    const { endpoint, budget, written } = subject;
    const { joined, lacked } = await openJoins(join, endpoint.joinedFiles, budget, selection, written);
    if (!joined) return lacked.map(toDiagnostic);
    const header = { names: joinedNames(joined), hasNames: true, line: 1, noun: 'joined file' };
    return placeReferences(selection.fields, selection.path, keysAt).flatMap(({ column, ...at }) => {
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
