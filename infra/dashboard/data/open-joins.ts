import { type JoinedSource, partsOf } from '../../../shared/config/sources.ts';
import { scanBytes } from '../../../shared/csv/parse-csv.ts';
import { inFile, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import type { Budget } from '../../../shared/limits/budget.ts';
import { checkReferences } from '../../../shared/selection/find-columns.ts';
import { type JoinedFile, joinedNames } from '../../../shared/selection/join-record.ts';
import { isJoined } from '../../../shared/selection/references.ts';
import { createJoinReader, refuseLargeJoin } from '../../../shared/sources/read-joins.ts';
import type { Diagnostic } from '../folder/diagnostic.ts';
import { didYouMeanAfter } from '../folder/name-words.ts';
import { placeReferences } from '../selection/place-references.ts';
import { type CheckSubject, ownerOf, readBytes, toDiagnostics } from './data-diagnostics.ts';
import { selectionOfTable, type WrittenSelection } from './written-selection.ts';

const openJoin = async (source: JoinedSource, path: string, budget: Budget): Promise<JoinedFile> => {
  try {
    const bytes = await readBytes(path, refuseLargeJoin);
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
      const isRead = name in endpoint.files && (part.source !== 'dataset' || datasets.has(part.dataset));
      if (!part.join || isRead) return [];
      return checkJoin(part.join, selectionOfTable(written, endpoint.slug, name, index), subject);
    }),
  );
  return (await Promise.all(found)).flat();
};
