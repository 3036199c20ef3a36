import { glob, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { loadDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { reportDiagnostics } from '../../dashboard/folder/diagnostic.ts';
import { invocationFolder, resolveDashboardFolder } from '../../dashboard/folder/read-dashboard-file.ts';
import { UnknownPriceError } from '../price-list.ts';
import { estimateWall, type WallCost, type WallOptions } from './wall-cost.ts';

/** Returns the paths that a word names. A shell of Windows leaves patterns such as `walls/*` to the command. */
const expand = async (word: string): Promise<readonly string[]> => {
  if (!/[*?[]/.test(word)) return [word];
  const found = await Array.fromAsync(glob(word.replaceAll('\\', '/'), { cwd: invocationFolder() }));
  return found.toSorted();
};

const kindOf = async (path: string): Promise<'folder' | 'file' | 'nothing'> => {
  const found = await stat(resolve(invocationFolder(), path)).catch(() => undefined);
  return found ? (found.isDirectory() ? 'folder' : 'file') : 'nothing';
};

/**
 * Returns the folders that words and patterns name, each once. Files beside the folders are left out, because a pattern
 * such as `walls/*` names them too.
 * @throws Error with a message for the user if a word names nothing.
 */
export const findFolders = async (words: readonly string[]): Promise<readonly string[]> => {
  const folders = new Set<string>();
  for (const word of words) {
    const paths = await expand(word);
    const kinds = await Promise.all(paths.map(kindOf));
    if (kinds.includes('nothing')) throw new Error(`the folder ${word} does not exist`);
    for (const [index, path] of paths.entries()) if (kinds[index] === 'folder') folders.add(path);
  }
  if (folders.size === 0)
    throw new Error(`no folder is named by ${words.join(' ')}: name folders of dashboards, such as walls/*`);
  return [...folders];
};

/** The estimates of folders, and the errors of those that have none. */
export interface ReadWalls {
  readonly walls: readonly WallCost[];
  /** The errors of each faulty folder, as text. */
  readonly faults: readonly string[];
}

const readWall = async (folder: string, options: WallOptions): Promise<WallCost | string> => {
  const { path, nameOf } = resolveDashboardFolder(folder);
  const dashboard = await loadDashboard(path);
  if (dashboard.errors.length > 0) return `${folder}: ${reportDiagnostics(dashboard, nameOf)}`;
  return estimateWall(folder, dashboard, options).catch((error) => {
    if (error instanceof UnknownPriceError) return `${folder}: ${error.message}`;
    throw error;
  });
};

/** Estimates the dashboards of several folders, one after the other. */
export const readWalls = async (folders: readonly string[], options: WallOptions): Promise<ReadWalls> => {
  const read: (WallCost | string)[] = [];
  for (const folder of folders) read.push(await readWall(folder, options));
  return {
    walls: read.filter((one) => typeof one !== 'string'),
    faults: read.filter((one) => typeof one === 'string'),
  };
};
