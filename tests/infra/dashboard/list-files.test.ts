import { symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from '@jest/globals';
import { listFiles } from '../../../infra/dashboard/list-files.ts';
import { writeFolder } from './write-folder.ts';

test('lists files and links to files inside the folder, but no links that lead outside, nowhere or to folders', async () => {
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

test('lists nothing for a folder that does not exist', async () => {
  expect(await listFiles(join(await writeFolder({}), 'data'))).toEqual([]);
});
