import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { say } from '../../../shared/tabular/say.ts';
import { programPath } from '../../program/program-files.ts';
import { isPackaged, projectRoot } from '../../program/project-root.ts';
import { workFolder } from '../../program/work-folder.ts';
import type { Problem } from './diagnostic.ts';
import { findFile } from './find-file.ts';

/** The folder of the demo dashboard, which feeds all components. */
export const DEMO = isPackaged ? join(workFolder, 'demo') : programPath('demo');

/** Returns the user's current folder. npm runs the scripts of the repository in its root, and says where the user was. */
export const invocationFolder = (): string => {
  const folder = process.cwd();
  return folder === projectRoot ? (process.env.INIT_CWD ?? folder) : folder;
};

export interface DashboardFolder {
  readonly path: string;
  /** Relative to the current folder if the file is below it, or else beginning with the folder as the user gave it. */
  readonly nameOf: (file: string) => string;
}

export const resolveDashboardFolder = (given: string): DashboardFolder => {
  const path = resolve(invocationFolder(), given);
  const nameOf = (file: string): string => {
    const fromHere = relative(invocationFolder(), file);
    const isBelow = !fromHere.startsWith('..') && !isAbsolute(fromHere);
    return isBelow ? fromHere || '.' : join(given, relative(path, file));
  };
  return { path, nameOf };
};

export const FILE_NAME = 'dashboard.yml';

export type DashboardText = { readonly file: string; readonly text: string } | (Problem & { readonly file: string });

const NAME_ANOTHER = `name a folder that contains ${FILE_NAME}`;

const checkFolder = async (folder: string): Promise<DashboardText | undefined> => {
  const found = await stat(folder).catch(() => undefined);
  if (!found) return { file: join(folder, FILE_NAME), message: 'the folder does not exist', hint: NAME_ANOTHER };
  if (found.isDirectory()) return undefined;
  const hint = basename(folder) === FILE_NAME ? `name its folder: ${dirname(folder)}` : NAME_ANOTHER;
  return { file: folder, message: 'not a folder', hint };
};

/** Finds also a file that differs only in its ending, such as dashboard.yaml. */
export const findDashboardFile = async (folder: string): Promise<string | undefined> => {
  const names = await readdir(folder).catch((): readonly string[] => []);
  return names.includes(FILE_NAME) ? FILE_NAME : names.find((name) => /^dashboard\.ya?ml(?:\.txt)?$/i.test(name));
};

const missing = async (folder: string, file: string): Promise<DashboardText | undefined> => {
  const names = await readdir(folder).catch((): readonly string[] => []);
  if (names.includes(FILE_NAME)) return undefined;
  const [near] = names.filter((name) => /^[^.].*\.ya?ml(?:\.txt)?$/i.test(name));
  const hint = near === undefined ? NAME_ANOTHER : `rename ${near} to ${FILE_NAME}`;
  return { file, message: say`the folder has no ${FILE_NAME}`, hint };
};

export const readDashboardFile = async (folder: string): Promise<DashboardText> => {
  const file = join(folder, FILE_NAME);
  const problem = (await checkFolder(folder)) ?? (await missing(folder, file));
  if (problem) return problem;
  const found = await findFile(folder, '', FILE_NAME);
  if ('message' in found) return { ...found, file };
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)) };
  } catch (error) {
    const isEncoding = (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    return isEncoding
      ? { file, message: say`${FILE_NAME} is not UTF-8`, hint: 'save it as UTF-8' }
      : { file, message: say`${FILE_NAME} cannot be read`, hint: 'check who may read it' };
  }
};
