import { symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from '@jest/globals';
import { listDashboardFiles, listFiles } from '../../../../infra/dashboard/folder/find-file.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

test('the list of a folder has files and links to files inside it, but no links that lead outside, nowhere or to folders', async () => {
  const folder = await writeFolder({ 'data/a/1.csv': '', 'shared/2.csv': '' });
  const link = (target: string, name: string) => symlink(target, join(folder, 'data', name));
  await link('a/1.csv', 'own.csv');
  await link('../shared/2.csv', 'beside.csv');
  await link('/etc/hostname', 'out.csv');
  await link('nowhere.csv', 'broken.csv');
  await link('../shared', 'folder');
  const names = async (inside: string) =>
    (await listFiles(join(folder, 'data'), inside)).map((file) => relative(folder, file)).sort();
  expect(await names(folder)).toEqual(['data/a/1.csv', 'data/beside.csv', 'data/own.csv']);
  expect(await names(join(folder, 'data'))).toEqual(['data/a/1.csv', 'data/own.csv']);
});

test('the list of a folder that does not exist is empty', async () => {
  expect(await listFiles(join(await writeFolder({}), 'data'))).toEqual([]);
});

test('the list of a dashboard folder leaves out the files of npm and git, and files that commands write', async () => {
  const folder = await writeFolder({
    'dashboard.yml': '',
    '.secrets.yml': '',
    'data/a/dist/x.csv': '',
    'queries/q.sql': '',
    'node_modules/p/index.js': '',
    'dist/packages/x/template.json': '',
    '.git/config': '',
  });
  const files = (await listDashboardFiles(folder)).map((file) => relative(folder, file)).sort();
  expect(files).toEqual(['.secrets.yml', 'dashboard.yml', 'data/a/dist/x.csv', 'queries/q.sql']);
});
