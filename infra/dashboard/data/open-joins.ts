import type { JoinedSource } from '../../../shared/config/sources.ts';
import { scanBytes } from '../../../shared/csv/parse-csv.ts';
import { inFile, WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import type { Budget } from '../../../shared/limits/budget.ts';
import type { JoinedFile } from '../../../shared/selection/join-record.ts';
import { createJoinReader, refuseLargeJoin } from '../../../shared/sources/read-joins.ts';
import { readBytes } from './data-diagnostics.ts';

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
