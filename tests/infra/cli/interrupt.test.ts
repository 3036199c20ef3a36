import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { projectRoot } from '../../../infra/program/project-root.ts';

/**
 * A test that never ends. It starts a process with a process group of its own, as tests start a browser or a stack. This
 * process starts another process.
 */
const ENDLESS_TEST = `
const { spawn } = require('node:child_process');
const { writeFileSync, renameSync } = require('node:fs');
const { tmpdir } = require('node:os');
const GRANDCHILD = 'setInterval(() => {}, 1000)';
const CHILD = \`
  const { pid } = require('node:child_process').spawn(process.execPath, ['-e', \${JSON.stringify(GRANDCHILD)}]);
  console.log(pid);
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
\`;
test('endless', () => new Promise(() => {
  writeFileSync(tmpdir() + '/kept.txt', '');
  const child = spawn(process.execPath, ['-e', CHILD], { detached: true });
  child.stdout.once('data', (line) => {
    writeFileSync('pids.part', JSON.stringify([process.pid, child.pid, Number(line)]));
    renameSync('pids.part', 'pids.json');
  });
}));
`;

/** A test that passes once its folder contains the file `go`. */
const WAITING_TEST = `
const { existsSync } = require('node:fs');
const { join } = require('node:path');
test('waits', async () => {
  while (!existsSync(join(__dirname, 'go'))) await new Promise((resolve) => setTimeout(resolve, 50));
});
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-interrupt-'));
  await writeFile(join(folder, 'endless.test.cjs'), ENDLESS_TEST.replaceAll("'pids", `'${folder}/pids`));
});
afterEach(() => rm(folder, { recursive: true }));

const configOf = (): readonly string[] => [
  '--config',
  JSON.stringify({ rootDir: folder, testMatch: ['**/*.test.cjs'], transform: {} }),
];

const startRun = (args: readonly string[], output: 'ignore' | 'pipe' = 'ignore') => {
  const env = { ...process.env, TMPDIR: folder };
  const command = [join(projectRoot, 'infra/cli/main.ts'), ...args];
  return spawn(process.execPath, command, { cwd: projectRoot, env, detached: true, stdio: ['ignore', output, output] });
};

const readPids = async (): Promise<readonly number[]> => {
  for (;;) {
    const text = await readFile(join(folder, 'pids.json'), 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text);
    await sleep(50);
  }
};

/** True if a process runs. A process that has ended, but whose parent has not asked for its exit code, does not. */
const runs = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && !/\) [ZX] /.test(stat);
};

const waitUntilGone = async (pid: number): Promise<void> => {
  while (await runs(pid)) await sleep(50);
};

test.each([
  ['Ctrl-C', 'SIGINT', (pid: number) => -pid],
  ['SIGTERM', 'SIGTERM', (pid: number) => pid],
] as const)(
  '%s during npm test ends everything that the tests started, and removes their files',
  async (_, signal, of) => {
    const run = startRun(['test', ...configOf()]);
    const pids = await readPids();
    expect(pids.every(Number.isInteger)).toBe(true);
    const closed = once(run, 'close');
    process.kill(of(Number(run.pid)), signal);
    // The process gets the signal twice, because run.mjs passes it on.
    run.kill(signal);
    await closed;
    await Promise.all(pids.map(waitUntilGone));
    expect((await readdir(folder)).filter((name) => name.startsWith('wallfeed-test-'))).toEqual([]);
  },
);

test('npm test ends everything that the tests started when the reader of its output has ended, as after `npm test 2>&1 | head`', async () => {
  await writeFile(join(folder, 'waiting.test.cjs'), WAITING_TEST);
  const run = startRun(['test', ...configOf()], 'pipe');
  const pids = await readPids();
  const ended = once(run, 'exit');
  for (const output of [run.stdout, run.stderr]) output?.destroy();
  await writeFile(join(folder, 'go'), '');
  await ended;
  await Promise.all(pids.map(waitUntilGone));
});
