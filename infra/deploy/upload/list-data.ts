import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { refuseLargeDocument, refuseLargeFile } from '../../../shared/sources/s3/size-limits.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { findFile, listFiles } from '../../dashboard/folder/find-file.ts';
import { objectsOf } from '../../stack/sources.ts';

/** A file of data/ to upload. */
export interface DataFile {
  /** The path of the file in data/. */
  readonly name: string;
  readonly key: string;
  readonly bytes: Uint8Array;
  /** MD5 in hexadecimal. It equals the ETag of an object that S3 encrypts with its own key. */
  readonly md5: string;
  readonly sha256: string;
}

const isSeed = (name: string): boolean => /\.sql$/i.test(name);

const isHidden = (name: string): boolean => name.split('/').some((part) => part.startsWith('.'));

/**
 * True for the files in data/lake/, with which the local stack emulates the lake. The real lake does not belong to the
 * dashboard.
 */
const isOfLake = (name: string): boolean => name.startsWith('lake/');

const keysOf = (dashboard: LoadedDashboard): ReadonlySet<string> => new Set(objectsOf(dashboard).map(({ key }) => key));

const digest = (algorithm: 'md5' | 'sha256', bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex');

const isDocument = (name: string): boolean => /\.json$/i.test(name);

/** True for a file of which functions read only parts. */
const isReadInParts = (name: string): boolean => /\.parquet$/i.test(name);

/** Refuses a file that is too large for the functions. @throws Error with the file's size and limit. */
const refuseLarge = (file: string, size: number, memory: number): void => {
  try {
    if (isDocument(file)) refuseLargeDocument(size);
    else if (!isReadInParts(file)) refuseLargeFile(size, memory);
  } catch (error) {
    if (!(error instanceof WallfeedError)) throw error;
    const [{ message, hint = '' } = { message: '' }] = error.details;
    throw new Error(`${file} has ${size.toLocaleString('en')} bytes: ${message} (${hint})`);
  }
};

/** Creates the message for a link to a folder, which is not followed, as in the local stack. */
const linkToFolder = (path: string): string =>
  `${path} is a link to a folder: only links to files are followed (move the folder here, or link its files)`;

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

const readDataFile = async ({ folder, name: dashboard, memory }: LoadedDashboard, name: string): Promise<DataFile> => {
  const path = join(folder, 'data', name);
  if (await isFolder(path)) throw new Error(linkToFolder(path));
  const found = await findFile(folder, 'data', name);
  if ('message' in found) throw new Error(`${path}: ${found.message} (${found.hint})`);
  const { size } = await stat(found.file);
  refuseLarge(found.file, size, memory);
  const bytes = await readFile(found.file);
  return { name, key: `${dashboard}/${name}`, bytes, md5: digest('md5', bytes), sha256: digest('sha256', bytes) };
};

/**
 * Lists the files of a dashboard's data/ to upload, sorted by name, without database seeds. Lists hidden files and
 * files of data/lake/ only if an endpoint reads them.
 * @throws Error for a file that the functions could not read: a file that is too large, or a link that leads out of
 * data/.
 */
export const listData = async (dashboard: LoadedDashboard): Promise<readonly DataFile[]> => {
  const used = keysOf(dashboard);
  const names = (await listFiles(join(dashboard.folder, 'data'))).filter(
    (name) => !isSeed(name) && (!(isHidden(name) || isOfLake(name)) || used.has(`${dashboard.name}/${name}`)),
  );
  const files: DataFile[] = [];
  for (const name of names) files.push(await readDataFile(dashboard, name));
  return files;
};
