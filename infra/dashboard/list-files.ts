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

/** Lists all files in and below a folder, in no order, with links to files `inside`. A missing folder has no files. */
export const listFiles = async (folder: string, inside = folder): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(pathOf);
  const followed = await Promise.all(links.map((link) => leadsToFile(link, inside)));
  return [...entries.filter((entry) => entry.isFile()).map(pathOf), ...links.filter((_, index) => followed[index])];
};
