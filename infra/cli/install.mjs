import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../build/lock.mjs';
import { npmCommand } from '../build/npm-command.mjs';

const readPackages = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {});

const fits = (names, own) => names === undefined || names.includes(own);

/** Matches optional packages that are required on the systems that they fit. */
const NEEDED_OPTIONAL = /^node_modules\/node-/;

const isNeeded = ({ optional, os, cpu }, path) =>
  path.startsWith('node_modules/') &&
  (!optional || NEEDED_OPTIONAL.test(path)) &&
  fits(os, process.platform) &&
  fits(cpu, process.arch);

/** True if all packages of the lockfile are installed. npm writes its own lockfile as the last step of `npm ci`. */
const isInstalled = (root) => {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(readPackages(join(root, 'package-lock.json')))
    .filter(([path, entry]) => isNeeded(entry, path))
    .every(([path, { version, integrity }]) => {
      const found = installed[path];
      return found?.version === version && found?.integrity === integrity;
    });
};

/**
 * Sets every option that a variable such as NODE_ENV could change. Prints errors only: before Node 24 is installed, npm
 * would warn of the old Node.
 */
const ARGUMENTS = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--ignore-scripts',
  '--loglevel=error',
  '--no-progress',
];

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs `npm ci`. A signal ends it, because npm would go on in the background. */
const runNpmCi = (root) =>
  new Promise((resolve, reject) => {
    const [command, ...args] = [...npmCommand(), ...ARGUMENTS];
    const npm = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (output += text));
    const passOn = (signal) => {
      output += `npm ci was ended by ${signal}`;
      npm.kill(signal);
    };
    for (const signal of SIGNALS) process.once(signal, passOn);
    npm.on('error', reject);
    npm.on('close', (code) => {
      for (const signal of SIGNALS) process.off(signal, passOn);
      code === 0 ? resolve() : reject(new Error(output.trim()));
    });
  });

const install = async (root) => {
  if (isInstalled(root)) return;
  console.error('Installing the packages of package-lock.json with `npm ci`; this takes a moment.');
  try {
    await runNpmCi(root);
  } catch (error) {
    throw new Error(
      `${error.message}\nThe packages could not be installed. Correct the error above, then run the same command again.`,
    );
  }
};

const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS']);

/** True if the project's folder cannot be written, so that nothing can be installed or built in it. */
export const isReadOnly = ({ code }) => READ_ONLY.has(code);

/** Returns one line for a user whose copy of the project cannot be written. */
export const explainReadOnly = ({ path }, root) =>
  `Cannot write ${path}. Wallfeed installs and builds inside its own folder, ${root}: ` +
  'make that folder writable, or copy it to one that you own.';

/**
 * Installs the packages of the lockfile if they are missing or out of date. If two commands start at the same time, one
 * of them installs and the other waits.
 */
export const ensureInstalled = async (root) => {
  if (isInstalled(root)) return;
  const tellWait = () => console.error('Waiting for another command, which is installing packages.');
  await withLock(join(root, 'dist', 'install.lock'), () => install(root), tellWait);
};
