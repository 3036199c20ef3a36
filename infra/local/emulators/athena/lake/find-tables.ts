import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { posixPath } from '../../../../build/project-root.ts';
import { listFiles } from '../../../../dashboard/folder/list-files.ts';
import { type ReadTypes, readTypes } from './table-types.ts';

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
  /** The columns of the partitions in lower case. Their values are in the names of folders, such as `day=2026-11-20`. */
  readonly partitions: readonly string[];
  readonly files: readonly LakeFile[];
  /** The types of the table, and the problems of their file. Absent if the types are those that fit the files. */
  readonly declared?: ReadTypes;
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

const TYPES_FILE = /^lake\/([^/]+)\.yml$/i;

/** Reads the types files of a lake, by the names of their tables. */
const readAllTypes = async (data: string, paths: readonly string[]): Promise<ReadonlyMap<string, ReadTypes>> => {
  const files = paths.flatMap((path) => {
    const [, name] = TYPES_FILE.exec(posixPath(relative(data, path))) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), path] as const];
  });
  return new Map(await Promise.all(files.map(async ([name, path]) => [name, await readTypes(path)] as const)));
};

/**
 * Finds the tables in a dashboard's `data/`. Each folder `lake/<table>/` with CSV or Parquet files is a table, and may
 * have folders of partitions such as `day=2026-11-20`. Each CSV or Parquet file directly in `data/` is a table, too.
 * `lake/<table>.yml` has the types of a table, which need no files.
 */
export const findTables = async (data: string): Promise<readonly LakeTable[]> => {
  const all = (await listFiles(data, data)).filter((path) => !isHidden(posixPath(relative(data, path))));
  const types = await readAllTypes(data, all);
  const groups = Map.groupBy(all.filter(formatOf), (path) => tableOf(posixPath(relative(data, path))));
  for (const name of types.keys()) if (!groups.has(name)) groups.set(name, []);
  const tables = Array.from(groups, async ([name, paths]): Promise<readonly LakeTable[]> => {
    if (name === undefined) return [];
    const format = chooseFormat(paths);
    const files = paths.filter((path) => formatOf(path) === format).sort();
    const declared = types.get(name);
    const partitions = declared
      ? Object.keys(declared.types.partitions)
      : partitionsOf(posixPath(relative(data, files[0] ?? data)));
    return [{ name, format, partitions, files: await Promise.all(files.map(readFile)), ...(declared && { declared }) }];
  });
  return (await Promise.all(tables)).flat();
};
