import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheHome, withLock } from './any-node.mjs';
import { clonePath } from './program-files.ts';
import { isPackaged } from './project-root.ts';

/**
 * Creates the user's cache folder. If this folder cannot be created, creates a temporary folder that is deleted when
 * the process exits.
 */
const createFolder = (): string => {
  const folder = cacheHome();
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    const temporary = mkdtempSync(join(tmpdir(), 'wallfeed-'));
    process.on('exit', () => rmSync(temporary, { recursive: true, force: true }));
    return temporary;
  }
};

/** dist/ of the repository, or the user's cache if Wallfeed is an npm package. */
export const workFolder = isPackaged ? createFolder() : clonePath('dist');

/**
 * Runs `work` while no other process replaces the builds in dist/. In the npm package nothing is built, so no lock is
 * needed.
 */
export const withBuildLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  isPackaged ? work() : withLock(join(workFolder, 'build.lock'), work);
