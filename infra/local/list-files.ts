import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths of all files in a folder and below it, in no order; none when there is no such folder. */
export const listFiles = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
};
