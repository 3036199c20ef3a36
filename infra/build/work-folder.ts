import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheHome } from './cache-home.mjs';
import { isPackaged, projectRoot } from './project-root.ts';

/**
 * Creates the user's cache folder. If that cannot be written, creates a temporary folder that is deleted when the
 * process exits.
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

/**
 * The folder for the output of commands: dist/ of the repository, or the user's cache if Wallfeed is an npm package.
 */
export const workFolder = isPackaged ? createFolder() : join(projectRoot, 'dist');
