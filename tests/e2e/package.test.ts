import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { projectRoot } from '../../infra/build/project-root.ts';
import { askJson } from './ask-json.ts';

jest.setTimeout(300_000);

const MAX_TARBALL_BYTES = 15e6;
const MAX_INSTALLED_BYTES = 200e6;
const START_TIMEOUT_MS = 60_000;

let folder: string;
let project: string;
let dashboard: string;
let tarball: string;

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Returns the environment of a user who has Node 24: without variables of npm or Jest. */
const usersEnvironment = (): NodeJS.ProcessEnv => {
  const ownVariables = Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_|JEST_|INIT_CWD)/i.test(name));
  const path = process.env.PATH?.split(delimiter).filter((entry) => !entry.includes('node_modules'));
  const PATH = [dirname(process.execPath), ...(path ?? [])].join(delimiter);
  return { ...Object.fromEntries(ownVariables), PATH, XDG_CACHE_HOME: join(folder, 'cache') };
};

const execute = (cwd: string, file: string, args: readonly string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd, env: usersEnvironment(), maxBuffer: 1e8 }, (failure, out, error) =>
      resolve({ code: failure ? Number(failure.code) : 0, out, error }),
    );
  });

const npm = async (cwd: string, ...args: readonly string[]): Promise<Outcome> => {
  const outcome = await execute(cwd, 'npm', args);
  if (outcome.code !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${outcome.error}`);
  return outcome;
};

const bin = (): string => join(project, 'node_modules', '.bin', 'wallfeed');
const wallfeed = (cwd: string, ...args: readonly string[]): Promise<Outcome> => execute(cwd, bin(), args);

const sizeOf = async (path: string): Promise<number> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !/node_modules[/\\]node-(?:linux|win)/.test(entry.parentPath),
  );
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed package '));
  project = join(folder, 'my project');
  dashboard = join(project, 'ops-room');
  await mkdir(project);
  const published = await npm(projectRoot, 'publish', '--dry-run');
  expect(published.out).toMatch(/^\+ wallfeed@\d+\.\d+\.\d+$/m);
  const packed = await npm(projectRoot, 'pack', '--ignore-scripts', '--pack-destination', folder);
  tarball = join(folder, packed.out.trim());
  await npm(project, 'install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', tarball);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the npm package in an empty project', () => {
  test('the npm package in an empty project is small, and installs less than 200 MB beside Node', async () => {
    expect((await stat(tarball)).size).toBeLessThan(MAX_TARBALL_BYTES);
    expect(await sizeOf(join(project, 'node_modules'))).toBeLessThan(MAX_INSTALLED_BYTES);
  });

  test('the npm package lists its commands, except for those that need a clone of the repository', async () => {
    const { code, out } = await wallfeed(project, '--help');
    expect(code).toBe(0);
    expect(out).toContain('Usage: wallfeed <command> [options]');
    for (const name of ['init', 'start', 'check', 'package', 'deploy', 'cost', 'urls']) {
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
    expect(out).not.toMatch(/bench|npm run|-- --/);
  });

  test('wallfeed init makes a dashboard folder that depends on the installed package, and check finds no error in the folder', async () => {
    const initialized = await wallfeed(project, 'init', 'ops-room');
    expect({ code: initialized.code, error: initialized.error }).toEqual({ code: 0, error: '' });
    expect(initialized.out).toContain('  cd ops-room\n  wallfeed start\n');
    const { dependencies } = JSON.parse(await readFile(join(dashboard, 'package.json'), 'utf8'));
    expect(dependencies.wallfeed).toMatch(/^file:\.\.\/\.\.\/wallfeed-.*\.tgz$/);
    const [first = ''] = (await readFile(join(dashboard, 'dashboard.yml'), 'utf8')).split('\n');
    const schema = join(dashboard, first.split('$schema=')[1] ?? '');
    expect(JSON.parse(await readFile(schema, 'utf8'))).toHaveProperty('properties.endpoints');
    const checked = await wallfeed(dashboard, 'check');
    expect({ ...checked, out: checked.out.split(':')[0] }).toEqual({ code: 0, out: 'ops-room is valid', error: '' });
  });

  test('wallfeed start serves the dashboard on this machine until it is stopped', async () => {
    const child = spawn(bin(), ['start', '--port', '0'], { cwd: dashboard, env: usersEnvironment() });
    const url = await servedUrl(child);
    const answer = await askJson(`${url}/pie/pie-chart`);
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ code: 200 })]);
    const closed = once(child, 'close');
    child.kill('SIGINT');
    expect((await closed)[0]).toBe(0);
  });

  test('wallfeed package packages the dashboard into a folder below the current one', async () => {
    const { code, out } = await wallfeed(dashboard, 'package', '--stage', 'dev');
    expect([code, out]).toEqual([0, expect.stringContaining(`In ${join('dist', 'packages', 'ops-room-dev')}`)]);
    expect(await readdir(join(dashboard, 'dist/packages/ops-room-dev'))).toEqual(
      expect.arrayContaining(['template.json', 'pie.zip', 'sbom.cdx.json']),
    );
  });

  test('the installed commands print the cost of the dashboard and its URLs', async () => {
    const cost = await wallfeed(dashboard, 'cost');
    expect([cost.code, cost.out]).toEqual([0, expect.stringContaining('Total a month')]);
    const urls = await wallfeed(dashboard, 'urls', '--base', 'https://wall.example.com');
    expect([urls.code, urls.out]).toEqual([0, expect.stringContaining('https://wall.example.com/pie/pie-chart')]);
  });

  test('an installed command names a faulty file by its path from the current folder', async () => {
    await writeFile(join(dashboard, 'data/pie-chart.csv'), 'name,value,score,pv\na,x,,\n');
    const { code, out } = await wallfeed(project, 'check', '--dashboard=ops-room');
    expect([code, out]).toEqual([1, expect.stringContaining('ops-room/data/pie-chart.csv:2:2')]);
  });

  test('an installed command ends with exit code 2 and proposes init in a folder without a dashboard', async () => {
    const { code, error } = await wallfeed(project, 'check');
    expect([code, error]).toEqual([2, expect.stringContaining('wallfeed init <folder>')]);
  });
});

const servedUrl = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`nothing was served:\n${output}`)), START_TIMEOUT_MS);
    const look = (chunk: Buffer): void => {
      output += chunk;
      const [, url] = /^curl .*'(http:\/\/127\.0\.0\.1:\d+)\//m.exec(output) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', () => reject(new Error(`the command ended:\n${output}`)));
  });
