import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectRoot } from '../../infra/program/project-root.ts';
import { linkFolder } from '../../infra/program/write-files.ts';
import { groupIsGone } from '../support/start-process.ts';

const run = promisify(execFile);

/** The folders with sources, without the data that the demo and the lake make when they start. */
const SOURCES = [
  ...['functions', 'infra', 'schemas', 'shared'],
  ...[':!infra/dashboards/*/data/exports/*', ':!infra/dashboards/*/data/lake*'],
];

const DASHBOARD = `
dashboard: newcomer
endpoints:
  share: { component: 3D Pie Chart, csv: share.csv, token: none }
`;
const SHARE = 'name,value,score,pv\nA,1,,\n';

let folder: string;
let wall: string;
let clone: string;
let npmStart: ChildProcess | undefined;

/** Clones the project, and links its packages. In a real clone, the first `npm test` installs them. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-clone-'));
  clone = join(folder, 'wallfeed');
  await run('git', ['clone', '--quiet', projectRoot, clone]);
  await linkFolder(join(projectRoot, 'node_modules'), join(clone, 'node_modules'));
  wall = join(folder, 'wall');
  await mkdir(join(wall, 'data'), { recursive: true });
  await writeFile(join(wall, 'dashboard.yml'), DASHBOARD);
  await writeFile(join(wall, 'data/share.csv'), SHARE);
});
afterAll(async () => {
  if (npmStart?.pid && npmStart.exitCode === null && npmStart.signalCode === null)
    process.kill(-npmStart.pid, 'SIGKILL');
  await rm(folder, { recursive: true });
});

/** Returns the environment of a newcomer's shell: without variables of npm or Jest, and with the installed Node. */
const newcomersEnvironment = (): NodeJS.ProcessEnv => {
  const ownVariables = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|JEST_|INIT_CWD)/i.test(name));
  const path = process.env.PATH?.split(':').filter((entry) => !entry.includes('node_modules'));
  return { ...Object.fromEntries(ownVariables), PATH: path?.join(':') };
};

/** Runs npm as the leader of a process group, like a shell. */
const spawnNpm = (...args: readonly string[]) =>
  spawn('npm', args, {
    cwd: clone,
    env: newcomersEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });

test('npm start in a fresh clone serves, and prints a working curl command, and Ctrl-C ends all its processes', async () => {
  const child = spawnNpm('start', '--', '--dashboard', wall, '--port', '0');
  npmStart = child;
  let output = '';
  const curl = new Promise<string>((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      output += chunk;
      const [line] = /^curl .*(?=\n)/m.exec(output) ?? [];
      if (line) resolve(line);
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    child.once('close', () => reject(new Error(`npm start ended:\n${output}`)));
  });
  const answer = await run('bash', ['-c', await curl]);

  expect(output).not.toContain('npm ci');
  expect(output).toMatch(/^3D Pie Chart +http:\/\/127\.0\.0\.1:\d+\/pie\/\S+ +csv \S+$/m);
  expect(JSON.parse(answer.stdout)).toEqual({
    code: 200,
    msg: 'success',
    data: [{ name: 'A', value: 1 }],
  });

  const closed = once(child, 'close');
  process.kill(-Number(child.pid), 'SIGINT');
  await closed;
  await groupIsGone(child);
});

test('git ignores no file of the sources, so a clone has all that functions and the demo are made of', async () => {
  const ignored = ['ls-files', '--others', '--ignored', '--exclude-standard'];
  const { stdout } = await run('git', [...ignored, ...SOURCES], { cwd: projectRoot });
  expect(stdout).toBe('');
});

test('npm test runs in a fresh clone, accepts a path, and ends with the numbers of tests', async () => {
  const child = spawnNpm('test', '--', 'tests/infra/build/jest-transform');
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect({ code, errors: code === 0 ? '' : errors, last: output.trimEnd().split('\n').at(-1) }).toEqual({
    code: 0,
    errors: '',
    last: '3 passed, 0 failed',
  });
  expect(errors).not.toContain('npm ci');
});
