import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

const pathOf = ({ parentPath, name }: Dirent): string => join(parentPath, name);

/** True if a link leads to a file inside the given folder. */
const leadsToFile = async (link: string, inside: string): Promise<boolean> => {
  try {
    const file = await realpath(link);
    return file.startsWith((await realpath(inside)) + sep) && (await stat(file)).isFile();
  } catch {
    return false;
  }
};

/** Returns the files among the entries, and the links that lead to a file `inside`. */
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

/** Lists the files of a dashboard folder, in no order, without those of npm, of git and of commands. */
export const listDashboardFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(() => [])).filter((entry) => !isForeign(entry));
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf);
  const below = await Promise.all(folders.map((one) => listFiles(one, folder)));
  return [...(await filesOf(entries, folder)), ...below.flat()];
};
