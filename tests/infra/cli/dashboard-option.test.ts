import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

const FILES = {
  'dashboard.yml': endpointsFile('  pie: { component: 3D Pie Chart, csv: pie.csv }'),
  'data/pie.csv': 'name,value,score,pv\na,1,,\n',
};

const check = (from: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  runCommand('check', args, { from, env });

test('a command without --dashboard takes the folder that the user is in', async () => {
  const { code, out } = await check(await writeFolder(FILES));
  expect(code).toBe(0);
  expect(out).toContain('ops-room is valid');
});

test.each(['check', 'cost', 'package', 'urls', 'start', 'deploy', 'diff', 'upload', 'remove'])(
  '%s without a dashboard ends with exit code 2 and names init',
  async (name) => {
    const stage = ['package', 'deploy', 'diff', 'upload', 'remove', 'urls'].includes(name) ? ['--stage', 'dev'] : [];
    const { code, out, error } = await runCommand(name, stage, { from: await writeFolder({}) });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toMatch(/^There is no dashboard\.yml in the current folder: .*--dashboard <folder>.* init .*\n$/);
  },
);

test('a command in a folder inside a dashboard folder names the dashboard folder to use', async () => {
  const folder = await writeFolder(FILES);
  const { code, error } = await check(join(folder, 'data'));
  expect(code).toBe(2);
  expect(error).toContain('the parent folder has one: add --dashboard ..');
});

test('a dashboard file whose name ends in .yaml gets a hint to rename it', async () => {
  const { code, out } = await check(await writeFolder({ 'dashboard.yml.txt': 'dashboard: x' }));
  expect(code).toBe(1);
  expect(out).toContain('rename dashboard.yml.txt to dashboard.yml');
});

test.each([[['--dashboard', 'nowhere']], [['--dashboard=nowhere']]])(
  'a folder that does not exist is refused with exit code 2: %j',
  async (args) => {
    expect(await check(await writeFolder(FILES), args)).toEqual({
      code: 2,
      out: '',
      error: '--dashboard: the folder nowhere does not exist\n',
    });
  },
);

test('a dashboard file in place of its folder is refused with the name of the folder', async () => {
  const folder = await writeFolder(FILES);
  const { code, error } = await check(dirname(folder), ['--dashboard', join(basename(folder), 'dashboard.yml')]);
  expect([code, error]).toEqual([
    2,
    `--dashboard: ${basename(folder)}/dashboard.yml is not a folder; name its folder, ${basename(folder)}\n`,
  ]);
});

test('--dashboard takes effect if npm consumed it because `--` was forgotten, and is refused if it is then given twice', async () => {
  const env = { npm_config_dashboard: await writeFolder(FILES) };
  const elsewhere = await writeFolder({});
  expect((await check(elsewhere, [], env)).out).toContain('ops-room is valid');
  const { code, error } = await check(elsewhere, ['--dashboard', '.'], env);
  expect([code, error]).toEqual([2, expect.stringContaining('--dashboard is given twice')]);
});
