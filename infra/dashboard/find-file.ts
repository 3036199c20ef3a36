import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, posix, sep, win32 } from 'node:path';
import { nearestNames } from '../../shared/catalogue/nearest-names.ts';
import { posixPath } from '../build/posix-path.ts';
import type { Problem } from './diagnostic.ts';
import { listDashboardFiles } from './list-files.ts';
import { didYouMean, shownName } from './name-words.ts';

/** A file of a dashboard folder, or the reason why it cannot be used. */
export type FoundFile =
  | { readonly file: string; readonly name: string }
  | (Problem & {
      /** The name of the missing file, if dashboard.yml may name a file with this name. */
      readonly absent?: string;
    });

const MAX_LISTED_FILES = 5;
const OUTSIDE_HINT = 'only files of the dashboard folder are read: copy it there';

/** Lists the files below a folder by their paths from it. */
export const listFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => posixPath(join(entry.parentPath, entry.name).slice(folder.length + 1)))
    .sort();
};

/** Lists the files that the user may have meant. */
const listNear = async (folder: string, within: string): Promise<readonly string[]> =>
  within === ''
    ? (await listDashboardFiles(folder)).map((file) => posixPath(file.slice(folder.length + 1)))
    : listFiles(join(folder, within));

const leadsOut = (name: string): boolean =>
  isAbsolute(name) || win32.isAbsolute(name) || name.split(/[/\\]/).includes('..');

const missing = async (folder: string, within: string, name: string) => {
  const message = `the file ${shownName(posix.join(within, name))} does not exist`;
  const files = await listNear(folder, within);
  const near = nearestNames(name, files);
  if (near.length > 0) return { message, hint: didYouMean(near.map(shownName)) };
  if (within === '') return { message, hint: 'create it; names are relative to the dashboard folder' };
  if (await stat(join(folder, name)).catch(() => undefined)) return { message, hint: `move it into ${within}/` };
  const some = files.slice(0, MAX_LISTED_FILES).map(shownName).join(', ');
  return { message, hint: some === '' ? `put it into ${within}/` : `put it into ${within}/, which has ${some}` };
};

/**
 * Finds a file that the dashboard file names, relative to `within`, a folder of the dashboard folder (`''`: that folder
 * itself). A file or a symbolic link that leads out of the dashboard folder is refused unread.
 */
export const findFile = async (folder: string, within: string, name: string): Promise<FoundFile> => {
  if (name.trim() === '')
    return { message: 'the name of the file is empty', hint: 'name a file of the dashboard folder' };
  if (leadsOut(name)) return { message: `${shownName(name)} leads out of the dashboard folder`, hint: OUTSIDE_HINT };
  const plain = posix.normalize(name);
  const file = join(folder, within, plain);
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined) return { ...(await missing(folder, within, plain)), absent: plain };
  const root = await realpath(folder);
  if (real !== root && !real.startsWith(root + sep)) {
    return { message: `${shownName(name)} is a link that leads out of the dashboard folder`, hint: OUTSIDE_HINT };
  }
  if (!(await stat(real)).isFile())
    return { message: `${shownName(posix.join(within, name))} is not a file`, hint: 'name a file' };
  return { file, name: plain };
};
