// Starts every npm script. Plain JavaScript that any Node from 20 runs before anything is installed: it installs what
// is missing, then runs the command with Node 24.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, explainReadOnly, isReadOnly } from './install.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const majorOf = (version) => Number.parseInt(version, 10);

/** The Node 24 that was installed as a package; else the one that runs this, when it is new enough. */
const findNode = () => {
  const installed = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(installed)) return installed;
  if (majorOf(process.versions.node) >= 24) return process.execPath;
  return fail(
    `Node 24 is needed, and there is no package of it for ${process.platform} on ${process.arch}. ` +
      `Install Node 24 (this is ${process.version}) and try again.`,
  );
};

/** Puts Node 24 and .bin first on the path, for the programs that the command starts. */
const environment = (node) => ({
  ...process.env,
  PATH: [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
});

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const PARENT_CHECK_MS = 500;

/** Ends the command when the process that called this one is gone: npm passes no signal on, and SIGKILL sends none. */
const endWithParent = (child) => {
  const parent = process.ppid;
  const look = () => process.ppid === parent || child.kill('SIGTERM');
  setInterval(look, PARENT_CHECK_MS).unref();
};

/** Ctrl-C in a terminal reaches the command as well as this process; all other signals are passed on. */
const runCommand = (node, args) => {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(here, 'main.ts'), ...args], {
    stdio: 'inherit',
    env: environment(node),
  });
  const passOn = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, passOn);
  endWithParent(child);
  child.on('error', (error) => fail(`The command could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    for (const name of SIGNALS) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
};

try {
  await ensureInstalled(root);
} catch (error) {
  fail(isReadOnly(error) ? explainReadOnly(error, root) : error.message);
}
runCommand(findNode(), process.argv.slice(2));
