// Plain JavaScript, because the command needs this file before it has found Node 24.
import { homedir } from 'node:os';
import { join } from 'node:path';

const HOMES = {
  win32: ({ LOCALAPPDATA }) => LOCALAPPDATA || join(homedir(), 'AppData', 'Local'),
  darwin: () => join(homedir(), 'Library', 'Caches'),
};

const xdgHome = ({ XDG_CACHE_HOME }) => XDG_CACHE_HOME || join(homedir(), '.cache');

/** Returns the user's cache folder of the npm package. Everything in it can be created again. */
export const cacheHome = (env = process.env, platform = process.platform) =>
  join((HOMES[platform] ?? xdgHome)(env), 'wallfeed');
