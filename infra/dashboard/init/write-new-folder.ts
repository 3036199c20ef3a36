import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files that npm and git create in a new project. A folder that has only these may become a dashboard folder. */
const PROJECT_FILES =
  /^(?:node_modules|package\.json|package-lock\.json|\.npmrc|\.git|\.DS_Store|wallfeed-[\d.]+\.tgz)$/;

/** Returns the name of a file in a folder that is not empty; undefined if the folder is empty or does not exist. */
export const findOccupant = async (folder: string): Promise<string | undefined> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): readonly string[] => {
    if (error.code === 'ENOENT') return [];
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

/** Writes the files of a new dashboard folder. Completes an existing package.json. */
export const writeNewFolder = async (
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    const existing = path === 'package.json' ? await readFile(file, 'utf8').catch(() => undefined) : undefined;
    await writeFile(file, existing === undefined ? content : mergePackage(existing, String(content)));
  }
};
