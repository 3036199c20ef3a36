import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { projectRoot } from './project-root.ts';

/** Does `work` while no process replaces what is built in dist/. */
export const withBuildLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  withLock(join(projectRoot, 'dist', 'build.lock'), work);
