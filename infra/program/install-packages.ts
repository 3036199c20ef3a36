import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npmCommand, withLock } from './any-node.mjs';

const run = promisify(execFile);

const NPM_CI = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
const LOCKFILE = 'package-lock.json';
/** A copy of the lockfile, written once everything is installed. */
const DONE = 'installed.json';

const isInstalled = async (source: string, folder: string): Promise<boolean> => {
  const installed = await readFile(join(folder, DONE), 'utf8').catch(() => '');
  return installed === (await readFile(join(source, LOCKFILE), 'utf8'));
};

const install = async (source: string, folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', LOCKFILE]) await copyFile(join(source, file), join(folder, file));
  const [npm = '', ...args] = npmCommand();
  await run(npm, [...args, ...NPM_CI], { cwd: folder });
  await copyFile(join(folder, LOCKFILE), join(folder, DONE));
};

/**
 * Installs packages that only some users need. Installs them into a folder of their own, unless they are there already.
 * `source` is a folder with a package.json and its lockfile. If two processes start at once, only one of them installs.
 */
export const installPackages = (
  source: string,
  folder: string,
  onInstall: () => void = () => undefined,
): Promise<void> =>
  withLock(`${folder}.lock`, async () => {
    if (await isInstalled(source, folder)) return;
    onInstall();
    await install(source, folder);
  });
