import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { OWN_PRICES, readPriceList } from '../../infra/cost/price-list.ts';
import { EXAMPLE_COMPONENTS, estimateExample, LAKE_TABLES } from '../../infra/cost/report/list-examples.ts';
import { diffJson } from '../../infra/deploy/format-diff.ts';
import { projectRoot } from '../../infra/program/project-root.ts';

const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

const workflow = (path: string) => parse(readText(path));
const commandsOf = (path: string): readonly string[] =>
  Object.values<{ steps: { run?: string }[] }>(workflow(path).jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => run ?? []),
  );

test('infra/deploy/README.md documents each field of the diff as JSON', () => {
  const readme = readText('infra/deploy/README.md');
  const change = {
    action: 'add',
    logicalId: 'A',
    type: 'B',
    name: 'a',
    properties: [],
    mayReplace: false,
    holdsData: false,
  } as const;
  const form = JSON.parse(diffJson({ address: { name: 'a', region: 'b' }, changes: [change] }));
  const fields = [...Object.keys(form), ...Object.keys(form.changes[0])];
  expect(fields.filter((field) => !new RegExp(`[\`.]${field}\``).test(readme))).toEqual([]);
});

test('infra/cost/README.md has the figures of the worked example of a data lake', async () => {
  const lines = readText('infra/cost/README.md').split('\n');
  const prices = await readPriceList(OWN_PRICES);
  const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  for (const table of LAKE_TABLES) {
    const scan = estimateExample(table, prices).datasets[0]?.scan ?? 0;
    const figures = [EXAMPLE_COMPONENTS * scan, scan].map((amount) => money.format(amount));
    const row = lines.find((line) => line.startsWith(`| ${table.name} |`)) ?? '';
    expect(row.split(' | ').slice(-2).join(' ')).toBe(`${figures.join(' ')} |`);
  }
});

const DEPLOY = 'infra/deploy/github/deploy.yml';

test('the example workflow runs check, diff and deploy, and never passes --yes', () => {
  const commands = commandsOf(DEPLOY).filter((line) => line.startsWith('npx wallfeed'));
  expect(commands.map((line) => line.split(' ')[2])).toEqual(['check', 'diff', 'deploy']);
  expect(commands.join()).not.toContain('--yes');
});

test.each([DEPLOY, '.github/workflows/test.yml', '.github/workflows/audit.yml'])(
  'the workflow %s pins each action by its digest, and names its version',
  (path) => {
    const uses = readText(path)
      .split('\n')
      .filter((line) => /\buses:/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  },
);

test('the example workflow gives each dashboard a concurrency group, and runs comparisons with the read-only role', () => {
  const { compare, deploy } = workflow(DEPLOY).jobs;
  const groups = [compare, deploy].map(({ concurrency }) => concurrency.group as string);
  expect(groups.filter((group) => !group.includes('matrix.dashboard'))).toEqual([]);
  expect(new Set(groups).size).toBe(2);
  expect(deploy.concurrency['cancel-in-progress']).toBeUndefined();
  expect([compare.environment, deploy.environment]).toEqual([undefined, 'STAGE']);
  const rolesOf = (job: { readonly steps: readonly { readonly with?: Record<string, string> }[] }) =>
    job.steps.flatMap((step) => step.with?.['role-to-assume'] ?? []);
  expect([rolesOf(compare), rolesOf(deploy)]).toEqual([['READER_ARN'], ['ROLE_ARN']]);
});

describe('the example workflow in a repository with two dashboards', () => {
  const script = workflow(DEPLOY).jobs.changed.steps.find(({ id }: { readonly id?: string }) => id === 'list').run;
  let folder: string;
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder }).toString();
  const commit = async (path: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), `${path} ${performance.now()}`);
    git('add', '.');
    git('commit', '-qm', path);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wallfeed-workflow-'));
    git('init', '-q');
    await commit('walls/one/dashboard.yml');
    await commit('walls/two/dashboard.yml');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const listed = async (base: string): Promise<unknown> => {
    const output = join(folder, '..', `${basename(folder)}-output`);
    await rm(output, { force: true });
    const env = { ...process.env, BASE: base, GITHUB_OUTPUT: output };
    execFileSync('bash', ['-e', '-c', script.replaceAll('FOLDER', 'walls')], { cwd: folder, env, stdio: 'pipe' });
    return JSON.parse((await readFile(output, 'utf8')).replace(/^dashboards=/, ''));
  };

  test.each([
    ['a change of a dashboard concerns this dashboard', ['walls/two/data/a.csv'], ['walls/two']],
    [
      'a change outside of the dashboards concerns all',
      ['walls/one/a.csv', 'package.json'],
      ['walls/one', 'walls/two'],
    ],
    ['a change of a file beside the dashboards concerns none', ['walls/notes.md'], []],
  ])('%s', async (_title, paths, expected) => {
    const base = git('rev-parse', 'HEAD').trim();
    for (const path of paths) await commit(path);
    expect(await listed(base)).toEqual(expected);
  });

  test.each([
    ['a nightly run', ''],
    ['the first push of a branch', '0'.repeat(40)],
  ])('%s concerns all dashboards', async (_title, base) => {
    expect(await listed(base)).toEqual(['walls/one', 'walls/two']);
  });
});

test('dependencies are audited every week', () => {
  expect(workflow('.github/workflows/audit.yml').on.schedule).toHaveLength(1);
  expect(commandsOf('.github/workflows/audit.yml').join('\n')).toMatch(/npm audit --omit=dev\n.*npm audit signatures/s);
});
