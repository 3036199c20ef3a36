import { isAbsolute, join, relative, resolve } from 'node:path';
import { projectRoot } from '../build/project-root.ts';

/** The dashboard of a command that is given none. */
export const DEMO = 'infra/dashboards/demo';

/** Where the user is: npm runs scripts in the project's root. */
export const invocationDir = process.env.INIT_CWD ?? process.cwd();

/** A dashboard folder as the user gave it. */
export interface DashboardFolder {
  /** Absolute. */
  readonly path: string;
  /** A file as the user would open it: from where they are when it is below, else below the folder as they gave it. */
  readonly nameOf: (file: string) => string;
}

/** The folder of the option `--dashboard`, from where the user is; without it, the demo. */
export const resolveDashboardFolder = (given: unknown): DashboardFolder => {
  const isGiven = typeof given === 'string';
  const path = isGiven ? resolve(invocationDir, given) : join(projectRoot, DEMO);
  const nameOf = (file: string): string => {
    const fromHere = relative(invocationDir, file);
    const isBelow = !fromHere.startsWith('..') && !isAbsolute(fromHere);
    return isBelow ? fromHere || '.' : join(isGiven ? given : DEMO, relative(path, file));
  };
  return { path, nameOf };
};
