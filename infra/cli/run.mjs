// Starts every npm script: installs missing packages, then runs the command with Node 24. Plain JavaScript, because this
// file must run on any Node from 20 on, before anything is installed.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, explainReadOnly, isReadOnly } from './install.mjs';
import { runNode } from './run-node.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const majorOf = (version) => Number.parseInt(version, 10);

/** Returns the Node 24 that is installed as a package, or else the Node that runs this file, if that is new enough. */
const findNode = () => {
  const installed = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(installed)) return installed;
  if (majorOf(process.versions.node) >= 24) return process.execPath;
  return fail(
    `Node 24 is needed, and npm has no package of Node for ${process.platform} on ${process.arch}. ` +
      `Install Node 24 (this is ${process.version}) and try again.`,
  );
};

/** The name of the variable PATH, which Windows may spell `Path`. */
const pathVariable = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';

/** Returns the environment with Node 24 and .bin first in the path, for the programs that the command starts. */
const environment = (node) => ({
  ...process.env,
  [pathVariable]: [dirname(node), join(root, 'node_modules', '.bin'), process.env[pathVariable]].join(delimiter),
  INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
});

try {
  await ensureInstalled(root);
} catch (error) {
  fail(isReadOnly(error) ? explainReadOnly(error, root) : error.message);
}
const node = findNode();
const main = join(here, 'main.ts');
runNode(node, ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], environment(node), fail);
