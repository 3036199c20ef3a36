import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { linkFolder, makeOnce, writeFiles } from '../../../infra/program/write-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-write-'));
});
afterEach(() => rm(folder, { recursive: true }));

const LONG = 'x'.repeat(300);

test('of more than 200 stored files, the one that was used least recently is removed', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `file-${index}`);
  for (const [index, name] of names.entries()) {
    await writeFile(join(folder, name), name);
    await utimes(join(folder, name), index, index);
  }
  const make = (): never => {
    throw new Error('made again');
  };
  expect(String(await makeOnce(folder, 'file-0', make))).toBe('file-0');
  await makeOnce(folder, 'new', () => Buffer.from('new'));
  expect((await readdir(folder)).toSorted()).toEqual([...names.filter((name) => name !== 'file-1'), 'new'].toSorted());
});

describe('writing files into a folder', () => {
  test('files are written with the folders that they need, and nothing else is left beside them', async () => {
    await writeFiles(join(folder, 'new/one'), { 'a.csv': 'a', 'data/b.csv': Uint8Array.of(98) });
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      'new',
      'new/one',
      'new/one/a.csv',
      'new/one/data',
      'new/one/data/b.csv',
    ]);
    expect(await readFile(join(folder, 'new/one/data/b.csv'), 'utf8')).toBe('b');
  });

  test('a replaced file keeps its permissions', async () => {
    await writeFile(join(folder, 'a.csv'), 'old');
    await chmod(join(folder, 'a.csv'), 0o640);
    await writeFiles(folder, { 'a.csv': 'new' });
    expect((await stat(join(folder, 'a.csv'))).mode & 0o777).toBe(0o640);
  });

  test.each([
    [
      'a name that is too long',
      { 'new/a.csv': 'a', [`new/${LONG}`]: 'b' },
      `new/${LONG} cannot be written: its name is too long`,
    ],
    [
      'a file in place of the folder',
      { 'new/a.csv': 'a', 'file/b.csv': 'b' },
      'file/b.csv cannot be written: a file has the name of the folder',
    ],
    ['a folder in place of the file', { 'new/a.csv': 'a', taken: 'b' }, 'taken cannot be written: it is a folder'],
  ])('if there is %s, none of the files is written, and no new folder is left', async (_, files, message) => {
    await writeFile(join(folder, 'file'), '');
    await mkdir(join(folder, 'taken'));
    await expect(writeFiles(folder, files)).rejects.toThrow(message);
    expect((await readdir(folder)).sort()).toEqual(['file', 'taken']);
  });

  test('replacing a file leaves its other hard link with the old content', async () => {
    await mkdir(join(folder, 'wall'), { recursive: true });
    await writeFile(join(folder, 'linked.csv'), 'other');
    await link(join(folder, 'linked.csv'), join(folder, 'wall/linked.csv'));
    await writeFiles(join(folder, 'wall'), { 'linked.csv': 'new' });
    expect(await readFile(join(folder, 'linked.csv'), 'utf8')).toBe('other');
    expect(await readFile(join(folder, 'wall/linked.csv'), 'utf8')).toBe('new');
  });

  test('no file is written through a link, be it the file itself or a folder above it', async () => {
    await mkdir(join(folder, 'other'));
    await mkdir(join(folder, 'wall'));
    await writeFile(join(folder, 'other/a.csv'), 'old');
    await symlink('../other', join(folder, 'wall/data'));
    await symlink('../other/a.csv', join(folder, 'wall/a.csv'));
    const write = (path: string) => writeFiles(join(folder, 'wall'), { [path]: 'new' });
    await expect(write('data/a.csv')).rejects.toThrow('data is a link; remove it, and try again');
    await expect(write('a.csv')).rejects.toThrow('a.csv is a link; remove it, and try again');
    expect(await readFile(join(folder, 'other/a.csv'), 'utf8')).toBe('old');
  });
});

describe('linking a folder', () => {
  const at = (...path: readonly string[]): string => join(folder, ...path);
  beforeEach(async () => {
    await mkdir(at('from/packages/own'), { recursive: true });
    await writeFile(at('from/packages/own/a.js'), 'a');
    await symlink('packages/own', at('from/own'));
  });

  test('a linked folder has the same files and symbolic links', async () => {
    await linkFolder(at('from'), at('to'));
    expect((await stat(at('to/packages/own/a.js'))).ino).toBe((await stat(at('from/packages/own/a.js'))).ino);
    expect(await readlink(at('to/own'))).toBe('packages/own');
  });

  test('files and symbolic links are copied where the system allows no link', async () => {
    await mkdir(at('to/packages/own'), { recursive: true });
    await writeFile(at('to/packages/own/a.js'), 'taken');
    await symlink('packages', at('to/own'));
    await linkFolder(at('from'), at('to'));
    expect(await readFile(at('to/packages/own/a.js'), 'utf8')).toBe('a');
    expect(await readlink(at('to/own'))).toBe('packages/own');
  });
});
