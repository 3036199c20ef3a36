// Starts every npm script. Plain JavaScript that any Node from 20 runs before anything is installed: it installs what
// is missing, then runs the task with Node 24.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, explainReadOnly, isReadOnly } from './install.mjs';

const tools = dirname(fileURLToPath(import.meta.url));
const root = join(tools, '..', '..');

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

/** The tasks that package.json's scripts name. */
const taskNames = () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.values(scripts).flatMap(
    (script) => script.match(/^exec node infra\/tools\/run\.mjs ([\w-]+)$/)?.[1] ?? [],
  );
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

/** With .bin first on the path, as npm has it, for what the task starts in turn. */
const environment = (node) => ({
  ...process.env,
  PATH: [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(':'),
  INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
});

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const PARENT_LOOKED_AT_EVERY = 500;

/** Ends the task when whoever called us is gone without a word: npm passes no signal on, and SIGKILL none at all. */
const endWithParent = (child) => {
  const parent = process.ppid;
  const look = () => process.ppid === parent || child.kill('SIGTERM');
  setInterval(look, PARENT_LOOKED_AT_EVERY).unref();
};

/** Ctrl-C in a terminal reaches the task as well as us; other signals, and those sent to us alone, are passed on. */
const runTask = (node, task, args) => {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(tools, `${task}.ts`), ...args], {
    stdio: 'inherit',
    env: environment(node),
  });
  const passOn = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, passOn);
  endWithParent(child);
  child.on('error', (error) => fail(`The task ${task} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    for (const name of SIGNALS) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
};

const [task, ...args] = process.argv.slice(2);
if (!taskNames().includes(task)) {
  fail(`There is no task ${task ?? 'without a name'}. Known tasks: ${taskNames().join(', ')}.`);
}
try {
  await ensureInstalled(root);
} catch (error) {
  fail(isReadOnly(error) ? explainReadOnly(error, root) : error.message);
}
runTask(findNode(), task, args);
