import { isAbsolute, join, relative, resolve } from 'node:path';
import { programPath } from '../../build/program-files.ts';
import { isPackaged, projectRoot } from '../../build/project-root.ts';
import { workFolder } from '../../build/work-folder.ts';

/** The folder of the demo dashboard, which feeds all components. */
export const DEMO = isPackaged ? join(workFolder, 'demo') : programPath('demo');

/** Returns the user's current folder. npm runs the scripts of the repository in its root, and says where the user was. */
export const invocationFolder = (): string => {
  const folder = process.cwd();
  return folder === projectRoot ? (process.env.INIT_CWD ?? folder) : folder;
};

/** A dashboard folder as the user gave it. */
export interface DashboardFolder {
  /** Absolute path of the folder. */
  readonly path: string;
  /**
   * Names a file for messages: relative to the current folder if the file is below it, or else beginning with the
   * folder as the user gave it.
   */
  readonly nameOf: (file: string) => string;
}

/** Resolves a dashboard folder from the current folder. */
export const resolveDashboardFolder = (given: string): DashboardFolder => {
  const path = resolve(invocationFolder(), given);
  const nameOf = (file: string): string => {
    const fromHere = relative(invocationFolder(), file);
    const isBelow = !fromHere.startsWith('..') && !isAbsolute(fromHere);
    return isBelow ? fromHere || '.' : join(given, relative(path, file));
  };
  return { path, nameOf };
};
