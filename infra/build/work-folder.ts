import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheHome } from './cache-home.mjs';
import { isPackaged, projectRoot } from './project-root.ts';

/** Creates the folder, or one that lasts as long as this process if the cache of the user cannot be written. */
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

/** Where commands keep what they make: dist/ of the repository, or the user's cache where Wallfeed is installed. */
export const workFolder = isPackaged ? createFolder() : join(projectRoot, 'dist');
