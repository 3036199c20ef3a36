import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { isPackaged, projectRoot } from './project-root.ts';

/** Does `work` while no process replaces what is built in dist/. Nothing is built in the npm package. */
export const withBuildLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  isPackaged ? work() : withLock(join(projectRoot, 'dist', 'build.lock'), work);
