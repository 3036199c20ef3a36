import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { posixPath } from '../build/posix-path.ts';
import { programPath } from '../build/program-files.ts';
import { isPackaged, projectRoot } from '../build/project-root.ts';

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

/** Returns the folder and its parents, up to the root. */
const upwards = (folder: string): readonly string[] => {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
};

/** Returns the project that has Wallfeed installed: the folder around its node_modules. */
const findProject = (): string | undefined => {
  const [, project] = /^(.*)[/\\]node_modules[/\\]wallfeed[/\\]/.exec(projectRoot) ?? [];
  return isPackaged ? project : undefined;
};

/**
 * Returns the version range for package.json in `folder`: this version or a later one without breaking changes, or the
 * file that Wallfeed was installed from.
 */
export const ownDependency = async (folder: string): Promise<string> => {
  const { version } = await readJson(programPath('manifest'));
  const project = findProject();
  const { dependencies = {} } = project ? await readJson(join(project, 'package.json')).catch(() => ({})) : {};
  const [, file] = /^file:(.+)$/.exec(dependencies.wallfeed ?? '') ?? [];
  return project && file ? `file:${posixPath(relative(folder, resolve(project, file)))}` : `^${version}`;
};

const SCHEMA = 'node_modules/wallfeed/schemas/dashboard.json';

/**
 * Returns the path of dashboard.yml's schema for editors, in the nearest node_modules that has Wallfeed, or else in the
 * folder's own, where `npm install` will put it.
 */
export const schemaPath = (folder: string): string => {
  const found = upwards(folder).find((one) => existsSync(join(one, SCHEMA)));
  const path = posixPath(relative(folder, join(found ?? folder, SCHEMA)));
  return path.startsWith('.') ? path : `./${path}`;
};
