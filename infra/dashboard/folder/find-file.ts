import type { Dirent } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, posix, sep, win32 } from 'node:path';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { say } from '../../../shared/tabular/say.ts';
import { posixPath } from '../../program/project-root.ts';
import type { DefinitionProblem } from './definition-problem.ts';
import { type Problem, placeAt, type TextProblem } from './diagnostic.ts';
import { fullWidthProblem } from './full-width.ts';
import { didYouMean, shownName } from './name-words.ts';
import type { Path } from './read-yaml.ts';

const pathOf = ({ parentPath, name }: Dirent): string => join(parentPath, name);

const leadsToFile = async (link: string, inside: string): Promise<boolean> => {
  try {
    const file = await realpath(link);
    return file.startsWith((await realpath(inside)) + sep) && (await stat(file)).isFile();
  } catch {
    return false;
  }
};

const filesOf = async (entries: readonly Dirent[], inside: string): Promise<readonly string[]> => {
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(pathOf);
  const followed = await Promise.all(links.map((link) => leadsToFile(link, inside)));
  return [...entries.filter((entry) => entry.isFile()).map(pathOf), ...links.filter((_, index) => followed[index])];
};

/** Lists all files in and below a folder, in no order, with links to files `inside`. A missing folder has no files. */
export const listFiles = async (folder: string, inside = folder): Promise<readonly string[]> =>
  filesOf(await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []), inside);

/** Folders in a dashboard folder that do not belong to the dashboard: packages of npm, and the output of commands. */
const FOREIGN_FOLDERS: ReadonlySet<string> = new Set(['node_modules', 'dist']);

const isForeign = (entry: Dirent): boolean =>
  entry.isDirectory() && (FOREIGN_FOLDERS.has(entry.name) || entry.name.startsWith('.'));

/** Leaves out files of npm, of git and of commands. The order is not fixed. */
export const listDashboardFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter((entry) => !isForeign(entry));
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf);
  const below = await Promise.all(folders.map((one) => listFiles(one, folder)));
  return [...(await filesOf(entries, folder)), ...below.flat()];
};

type FoundFile =
  | { readonly file: string; readonly name: string }
  | (Problem & {
      /** The name of the missing file, if dashboard.yml may name a file with this name. */
      readonly absent?: string;
    });

const MAX_LISTED_FILES = 5;
const OUTSIDE_HINT = 'only files of the dashboard folder are read: copy it there';

export const listPaths = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => posixPath(join(entry.parentPath, entry.name).slice(folder.length + 1)))
    .sort();
};

const listNear = async (folder: string, within: string): Promise<readonly string[]> =>
  within === ''
    ? (await listDashboardFiles(folder)).map((file) => posixPath(file.slice(folder.length + 1)))
    : listPaths(join(folder, within));

const leadsOut = (name: string): boolean =>
  isAbsolute(name) || win32.isAbsolute(name) || name.split(/[/\\]/).includes('..');

const missing = async (folder: string, within: string, name: string) => {
  const message = say`the file ${shownName(posix.join(within, name))} does not exist`;
  const fullWidth = fullWidthProblem(name);
  if (fullWidth) return { message, hint: `${fullWidth.hint} in place of the ${fullWidth.message}` };
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
 * itself). A file or a symbolic link that leads out of the dashboard folder is refused without being read.
 */
export const findFile = async (folder: string, within: string, name: string): Promise<FoundFile> => {
  if (name.trim() === '')
    return { message: 'the name of the file is empty', hint: 'name a file of the dashboard folder' };
  if (leadsOut(name)) return { message: say`${shownName(name)} leads out of the dashboard folder`, hint: OUTSIDE_HINT };
  const plain = posix.normalize(name);
  const file = join(folder, within, plain);
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined) return { ...(await missing(folder, within, plain)), absent: plain };
  const root = await realpath(folder);
  if (real !== root && !real.startsWith(root + sep)) {
    return { message: say`${shownName(name)} is a link that leads out of the dashboard folder`, hint: OUTSIDE_HINT };
  }
  if (!(await stat(real)).isFile())
    return { message: say`${shownName(posix.join(within, name))} is not a file`, hint: 'name a file' };
  return { file, name: plain };
};

interface TextFile {
  readonly file: string;
  readonly text: string;
}

type ReadText =
  | TextFile
  | {
      readonly problem: DefinitionProblem;
      /** True if the name is allowed, but its file does not exist or is not text. */
      readonly isName: boolean;
    };

export const problemInFile = (
  path: Path,
  { file, text }: TextFile,
  { offset, ...problem }: TextProblem,
): DefinitionProblem => ({ ...problem, path, place: placeAt(file, text, offset) });

export const readTextFile = async (folder: string, name: string, path: Path): Promise<ReadText> => {
  const found = await findFile(folder, '', name);
  if ('message' in found) {
    const { message, hint, absent } = found;
    return { problem: { path, message, hint }, isName: absent !== undefined };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(found.file));
    return { file: found.file, text };
  } catch {
    const message = say`${found.name} cannot be read as UTF-8 text`;
    return { problem: { path, message, hint: 'save it as UTF-8' }, isName: true };
  }
};
