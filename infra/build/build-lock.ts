import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { isPackaged, projectRoot } from './project-root.ts';

/**
 * Runs `work` while no other process replaces the builds in dist/. In the npm package nothing is built, so no lock is
 * needed.
 */
export const withBuildLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  isPackaged ? work() : withLock(join(projectRoot, 'dist', 'build.lock'), work);
