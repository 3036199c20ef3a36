import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type NewFiles, writeFiles } from '../build/write-files.ts';

/** Files that npm and git create in a new project. A folder that has only these may become a dashboard folder. */
const PROJECT_FILES =
  /^(?:node_modules|package\.json|package-lock\.json|\.npmrc|\.git|\.DS_Store|wallfeed-[\d.]+\.tgz)$/;

/** Returns the name of a file in a folder that is not empty; undefined if the folder is empty or does not exist. */
export const findOccupant = async (folder: string): Promise<string | undefined> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): readonly string[] => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return names.find((name) => !PROJECT_FILES.test(name));
};

/** Adds the entries that a package.json lacks. Existing entries do not change. */
const mergePackage = (existing: string, created: string): string => {
  const [old, next] = [JSON.parse(existing), JSON.parse(created)];
  const { test, ...scripts } = old.scripts ?? {};
  const isPlaceholder = /no test specified/.test(test ?? '');
  const merged = {
    ...old,
    private: old.private ?? true,
    scripts: { ...next.scripts, ...scripts, ...(test !== undefined && !isPlaceholder && { test }) },
    dependencies: { ...next.dependencies, ...old.dependencies },
  };
  return `${JSON.stringify(merged, null, 2)}\n`;
};

/** Writes the files of a new dashboard folder, all or none. Completes an existing package.json. */
export const writeNewFolder = async (
  folder: string,
  files: NewFiles,
  nameOf: (path: string) => string,
): Promise<void> => {
  const created = String(files['package.json']);
  const existing = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
  const manifest = existing === undefined ? created : mergePackage(existing, created);
  await writeFiles(folder, { ...files, 'package.json': manifest }, nameOf);
};
