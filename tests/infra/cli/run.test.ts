import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { projectRoot } from '../../../infra/program/project-root.ts';

const LOCKFILE = JSON.stringify({
  packages: {
    '': { name: 'tried' },
    'node_modules/needed': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/elsewhere': { version: '1.0.0', integrity: 'sha512-b', optional: true, os: ['plan9'] },
  },
});

/** Plain JavaScript that starts a command before anything is installed. */
const SCRIPTS = ['infra/cli/run.mjs', 'infra/program/any-node.mjs'];

const INSTALLED = LOCKFILE.replace(/,"node_modules\/elsewhere":\{.*?\}/, '');

/** An emulated npm. It records its call, waits until hold.txt is deleted, and installs the given packages. */
const NPM = `#!/bin/sh
echo called >> calls.txt
while [ -f hold.txt ]; do sleep 0.05; done
if [ -f endless.txt ]; then echo $$ > pid.txt; exec sleep 600; fi
if [ -f fault.txt ]; then cat fault.txt >&2; exit 1; fi
mkdir -p node_modules
cp installed.json node_modules/.package-lock.json
`;

/** An emulated program. The tests run it with the command `tried`. */
const MAIN = `
console.log(JSON.stringify({ args: process.argv.slice(3), calledFrom: process.env.INIT_CWD, version: process.version }));
if (process.argv[3] === 'fail') process.exit(7);
if (process.argv[3] === 'wait') {
  process.on('SIGTERM', () => { console.log('ended well'); process.exit(3); });
  console.log('waiting');
  setInterval(() => {}, 1000);
}
`;

let project: string;

const put = async (path: string, content: string): Promise<void> => {
  await mkdir(join(project, path, '..'), { recursive: true });
  await writeFile(join(project, path), content);
};

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'wallfeed-run-'));
  for (const path of SCRIPTS) {
    await cp(join(projectRoot, path), join(project, path));
  }
  await put('package.json', '{}');
  await put('package-lock.json', LOCKFILE);
  await put('installed.json', INSTALLED);
  await put('infra/cli/main.ts', MAIN);
  await put('bin/npm', NPM);
  await chmod(join(project, 'bin/npm'), 0o755);
});
afterEach(() => rm(project, { recursive: true }));

const start = (...args: readonly string[]): ChildProcess => {
  const env = { PATH: `${join(project, 'bin')}:${process.env.PATH}`, INIT_CWD: '/somewhere' };
  return spawn(process.execPath, [join(project, 'infra/cli/run.mjs'), ...args], { cwd: project, env });
};

const finish = async (child: ChildProcess) => {
  const [out, err, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'close'),
  ]);
  return { out, err, code };
};

const run = (...args: readonly string[]) => finish(start(...args));

const installs = async (): Promise<number> =>
  (await readFile(join(project, 'calls.txt'), 'utf8').catch(() => '')).split('\n').length - 1;

test('missing packages are installed once, with one line of output, and then the command runs with its arguments', async () => {
  const { out, err, code } = await run('tried', 'a b', '--flag');
  expect(JSON.parse(out)).toEqual({ args: ['a b', '--flag'], calledFrom: '/somewhere', version: process.version });
  expect(err).toMatch(/^Installing .*\n$/);
  expect(code).toBe(0);
  expect((await run('tried')).err).toBe('');
  expect(await installs()).toBe(1);
});

test('packages are installed again if the lockfile has changed', async () => {
  await run('tried');
  await put('package-lock.json', LOCKFILE.replace('sha512-a', 'sha512-c'));
  await put('installed.json', INSTALLED.replace('sha512-a', 'sha512-c'));
  await run('tried');
  await run('tried');
  expect(await installs()).toBe(2);
});

test('if two commands start at once, one installs packages and the other says that it waits', async () => {
  await put('hold.txt', '');
  const children = [start('tried'), start('tried')];
  const finished = Promise.all(children.map(finish));
  await Promise.all(children.map(({ stderr }) => stderr && once(stderr, 'data')));
  await rm(join(project, 'hold.txt'));
  const runs = await finished;
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(runs.map(({ err }) => err).sort()).toEqual([
    expect.stringMatching(/^Installing /),
    expect.stringMatching(/^Waiting /),
  ]);
  expect(await installs()).toBe(1);
});

test('the lock of a killed command does not block others', async () => {
  await put('dist/install.lock', '');
  await utimes(join(project, 'dist/install.lock'), new Date(0), new Date(0));
  expect((await run('tried')).code).toBe(0);
});

test('a failed installation ends with npm’s message and what to do', async () => {
  await put('fault.txt', 'npm error network is down');
  expect(await run('tried')).toEqual({
    out: '',
    err: expect.stringMatching(/^Installing .*\nnpm error network is down\n.* could not be installed\. .*\n$/),
    code: 1,
  });
});

test('a signal during the installation ends npm as well', async () => {
  await put('endless.txt', '');
  const child = start('tried');
  const finished = finish(child);
  const readPid = async () => Number(await readFile(join(project, 'pid.txt'), 'utf8').catch(() => ''));
  while ((await readPid()) === 0) await sleep(20);
  const pid = await readPid();
  child.kill('SIGTERM');
  expect(await finished).toMatchObject({ code: 1, err: expect.stringContaining('npm ci was ended by SIGTERM') });
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a project folder that cannot be written ends with one line that names it and says what to do', async () => {
  await rm(join(project, 'dist'), { recursive: true, force: true });
  await chmod(project, 0o555);
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(process.execPath, [join(project, 'infra/cli/run.mjs'), 'tried'], { cwd: project, ...nobody });
  const { err, code } = await finish(child);
  await chmod(project, 0o755);
  expect(err).toBe(
    `Cannot write ${join(project, 'dist')}. Wallfeed installs and builds inside its own folder, ${project}: ` +
      'make that folder writable, or copy it to one that you own.\n',
  );
  expect(code).toBe(1);
});

test('npm run ends with the exit code of the command', async () => {
  expect((await run('tried', 'fail')).code).toBe(7);
});

test('npm run passes a signal on to the command, and ends with the same signal', async () => {
  const child = start('tried', 'wait');
  child.stdout?.on('data', (chunk) => String(chunk).includes('waiting') && child.kill('SIGTERM'));
  const { out, code } = await finish(child);
  expect(out).toContain('ended well');
  expect(code).toBe(3);
});

test('the command ends if its caller is killed', async () => {
  const command = `"${process.execPath}" infra/cli/run.mjs tried wait; true`;
  const shell = spawn('sh', ['-c', command], {
    cwd: project,
    env: { PATH: `${join(project, 'bin')}:${process.env.PATH}` },
  });
  shell.stdout.on('data', (chunk) => String(chunk).includes('waiting') && shell.kill('SIGKILL'));
  expect(await text(shell.stdout)).toContain('ended well');
});
