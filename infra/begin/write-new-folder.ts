import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { programPath } from '../program/program-files.ts';
import { isPackaged, posixPath, projectRoot } from '../program/project-root.ts';
import { type NewFiles, writeFiles } from '../program/write-files.ts';

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

const upwards = (folder: string): readonly string[] => {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
};

/** Returns the folder around the node_modules with Wallfeed. */
const findProject = (): string | undefined => {
  const [, project] = /^(.*)[/\\]node_modules[/\\]wallfeed[/\\]/.exec(projectRoot) ?? [];
  return isPackaged ? project : undefined;
};

/** Returns a range from this version on without breaking changes, or the file that Wallfeed was installed from. */
export const ownDependency = async (folder: string): Promise<string> => {
  const { version } = await readJson(programPath('manifest'));
  const project = findProject();
  const { dependencies = {} } = project ? await readJson(join(project, 'package.json')).catch(() => ({})) : {};
  const [, file] = /^file:(.+)$/.exec(dependencies.wallfeed ?? '') ?? [];
  return project && file ? `file:${posixPath(relative(folder, resolve(project, file)))}` : `^${version}`;
};

const SCHEMA = 'node_modules/wallfeed/schemas/dashboard.json';

/** Chooses the nearest node_modules that has Wallfeed, or else the folder's own, which `npm install` will fill. */
export const schemaPath = (folder: string): string => {
  const found = upwards(folder).find((one) => existsSync(join(one, SCHEMA)));
  const path = posixPath(relative(folder, join(found ?? folder, SCHEMA)));
  return path.startsWith('.') ? path : `./${path}`;
};

/** Files that npm and git create in a new project. A folder that has only these may become a dashboard folder. */
const PROJECT_FILES =
  /^(?:node_modules|package\.json|package-lock\.json|\.npmrc|\.git|\.DS_Store|wallfeed-[\d.]+\.tgz)$/;

/** Returns undefined if the folder is empty or does not exist. */
export const findOccupant = async (folder: string): Promise<string | undefined> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): readonly string[] => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return names.find((name) => !PROJECT_FILES.test(name));
};

/** Adds entries. Existing ones do not change. */
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

/** Writes all files or none. Completes an existing package.json. */
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
