import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheHome, withLock } from './any-node.mjs';
import { clonePath } from './program-files.ts';
import { isPackaged } from './project-root.ts';

/** Creates a temporary folder, deleted at the exit, if the user's cache folder cannot be created. */
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

/** Runs `work` while no other process replaces the builds in dist/. The npm package builds nothing. */
export const withBuildLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  isPackaged ? work() : withLock(join(workFolder, 'build.lock'), work);
