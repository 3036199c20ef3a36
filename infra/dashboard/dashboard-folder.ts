import { isAbsolute, join, relative, resolve } from 'node:path';
import { isPackaged, projectRoot } from '../build/project-root.ts';
import { workFolder } from '../build/work-folder.ts';

/** The dashboard of a command without `--dashboard`. */
export const DEMO = 'infra/dashboards/demo';

/** Where the demo is read. Its exports are written here, and the npm package has a copy of it outside of its own folder. */
export const demoFolder = isPackaged ? join(workFolder, 'demo') : join(projectRoot, DEMO);

/** The user's current folder. npm itself runs scripts in the project's root. */
export const invocationDir = process.env.INIT_CWD ?? process.cwd();

/** A dashboard folder as the user gave it. */
export interface DashboardFolder {
  /** Absolute. */
  readonly path: string;
  /** Names a file relative to the current folder if it is below it, or else starting with the folder as the user gave it. */
  readonly nameOf: (file: string) => string;
}

/** Resolves the option `--dashboard` from the current folder. Default: the demo. */
export const resolveDashboardFolder = (given: unknown): DashboardFolder => {
  const isGiven = typeof given === 'string';
  const path = isGiven ? resolve(invocationDir, given) : demoFolder;
  const nameOf = (file: string): string => {
    const fromHere = relative(invocationDir, file);
    const isBelow = !fromHere.startsWith('..') && !isAbsolute(fromHere);
    return isBelow ? fromHere || '.' : join(isGiven ? given : DEMO, relative(path, file));
  };
  return { path, nameOf };
};
