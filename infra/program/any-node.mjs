// Plain JavaScript, because `run.mjs` needs this file on any Node from 20 on, before it has found Node 24.

import { existsSync } from 'node:fs';
import { mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const HOMES = {
  win32: ({ LOCALAPPDATA }) => LOCALAPPDATA || join(homedir(), 'AppData', 'Local'),
  darwin: () => join(homedir(), 'Library', 'Caches'),
};

const xdgHome = ({ XDG_CACHE_HOME }) => XDG_CACHE_HOME || join(homedir(), '.cache');

/** Returns a folder in which everything can be created again. */
export const cacheHome = (env = process.env, platform = process.platform) =>
  join((HOMES[platform] ?? xdgHome)(env), 'wallfeed');

const besideNode = (node) => join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js');

/**
 * Returns the command of npm: the npm that started this process, or else on Windows the npm of this Node, or else the
 * first npm on the path. Node runs npm's own file where it can, because Windows starts `npm.cmd` only through a shell.
 */
export const npmCommand = (env = process.env, node = process.execPath, platform = process.platform) => {
  const known = [env.npm_execpath ?? '', ...(platform === 'win32' ? [besideNode(node)] : [])];
  const file = known.find((one) => one.endsWith('npm-cli.js') && existsSync(one));
  return file === undefined ? ['npm'] : [node, file];
};

const RETRY_MS = 100;
const HEARTBEAT_MS = 1_000;
/** Age after which an untouched lock counts as abandoned, because its holder was killed. */
const ABANDONED_MS = 6_000;

const isAbandoned = async (file) => {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
};

const acquire = async (file) => {
  if (await isAbandoned(file)) await rm(file, { force: true });
  try {
    await writeFile(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
};

/** Makes other processes wait that use the same lock file. */
export const withLock = async (file, work, onWait = () => {}) => {
  await mkdir(dirname(file), { recursive: true });
  for (let attempt = 0; !(await acquire(file)); attempt += 1) {
    if (attempt === 0) onWait();
    await delay(RETRY_MS);
  }
  const heartbeat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(file, { force: true });
  }
};

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Returns undefined for errors that do not mean a read-only folder. */
export const explainReadOnly = ({ code, path }) =>
  READ_ONLY.has(code) && path?.startsWith(root)
    ? `Cannot write ${path}. Wallfeed installs and builds inside its own folder, ${root}: ` +
      'make that folder writable, or copy it to one that you own.'
    : undefined;
