import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { posixPath } from '../../../../build/posix-path.ts';
import { listFiles } from '../../../../dashboard/folder/list-files.ts';

export type FileFormat = 'parquet' | 'csv';

/** A file of a table. */
export interface LakeFile {
  readonly path: string;
  readonly bytes: number;
  /** A text that changes whenever the file changes. */
  readonly fingerprint: string;
}

/** A table of the lake: files of one format with the same columns. */
export interface LakeTable {
  /** Name of the table in lower case, as the Glue catalogue has it. */
  readonly name: string;
  readonly format: FileFormat;
  /** The columns of the partitions. Their values are in the names of folders, such as `day=2026-11-20`. */
  readonly partitions: readonly string[];
  readonly files: readonly LakeFile[];
}

const FORMAT = /\.(parquet|csv)$/i;

const formatOf = (path: string): FileFormat | undefined => FORMAT.exec(path)?.[1]?.toLowerCase() as FileFormat;

/** The folder of `data/` in which each folder is a table. */
const LAKE = 'lake';

/** True for a file outside of `lake/` that belongs to a table. */
const isTableFile = (path: string): boolean =>
  !path.includes('/') || path.includes('=') || formatOf(path) === 'parquet';

/** Returns the name of a file's table: the first part of its path, without `lake/`. */
const tableOf = (path: string): string | undefined => {
  const parts = path.split('/');
  const inLake = parts[0] === LAKE && parts.length > 1;
  if (!inLake && !isTableFile(path)) return undefined;
  return parts[inLake ? 1 : 0]?.replace(FORMAT, '').toLowerCase();
};

const partitionsOf = (path: string): readonly string[] =>
  path.split('/').flatMap((part) => /^([^=]+)=/.exec(part)?.[1]?.toLowerCase() ?? []);

const readFile = async (path: string): Promise<LakeFile> => {
  const { size, mtimeMs, ino } = await stat(path);
  return { path, bytes: size, fingerprint: `${ino} ${size} ${mtimeMs}` };
};

const isHidden = (path: string): boolean => path.split('/').some((part) => /^[._]/.test(part));

/** Chooses the format of a table. If it has Parquet files, its CSV files are ignored. */
const chooseFormat = (paths: readonly string[]): FileFormat =>
  paths.some((path) => formatOf(path) === 'parquet') ? 'parquet' : 'csv';

/**
 * Finds the tables in a dashboard's `data/`. Each folder `lake/<table>/` with CSV or Parquet files is a table, and may
 * have folders of partitions such as `day=2026-11-20`. Each CSV or Parquet file directly in `data/` is a table, too.
 */
export const findTables = async (data: string): Promise<readonly LakeTable[]> => {
  const paths = (await listFiles(data, data)).filter(
    (path) => formatOf(path) && !isHidden(posixPath(relative(data, path))),
  );
  const groups = Map.groupBy(paths, (path) => tableOf(posixPath(relative(data, path))));
  const tables = Array.from(groups, async ([name, all]): Promise<readonly LakeTable[]> => {
    if (name === undefined) return [];
    const format = chooseFormat(all);
    const files = all.filter((path) => formatOf(path) === format).sort();
    const partitions = partitionsOf(posixPath(relative(data, files[0] ?? data)));
    return [{ name, format, partitions, files: await Promise.all(files.map(readFile)) }];
  });
  return (await Promise.all(tables)).flat();
};
