import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type FolderWatch, watchFolder } from '../../../../infra/local/session/reload.ts';

let folder: string;
let watch: FolderWatch;
let reported = Promise.withResolvers<readonly string[]>();

/** Waits for a change, and returns the paths that were reported. */
const after = async (change: () => Promise<unknown>): Promise<readonly string[]> => {
  reported = Promise.withResolvers();
  await change();
  return reported.promise;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-watch-'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'a.csv'), 'a');
  watch = await watchFolder(folder, join(folder, 'lines.txt'));
  watch.start(async (paths) => reported.resolve(paths));
});
afterEach(async () => {
  await watch.close();
  await rm(folder, { recursive: true });
});

test('the watcher of a dashboard folder reports changed, added, replaced and deleted files, also in new folders', async () => {
  const at = (path: string): string => join(folder, path);
  expect(await after(() => writeFile(at('data/a.csv'), 'b'))).toEqual(['data/a.csv']);
  expect(await after(() => writeFile(at('.secrets.yml'), ''))).toEqual(['.secrets.yml']);
  expect(
    await after(async () => {
      await mkdir(at('queries/deep'), { recursive: true });
      await writeFile(at('queries/deep/a.sql'), '');
    }),
  ).toEqual(['queries/deep/a.sql']);
  expect(
    await after(async () => {
      await writeFile(at('data/.a.csv.swp'), 'c');
      await writeFile(at('data/a.csv~'), 'c');
      await rename(at('data/.a.csv.swp'), at('data/a.csv'));
    }),
  ).toEqual(['data/a.csv']);
  expect(await after(() => rm(at('data/a.csv')))).toEqual(['data/a.csv']);
});

test('the watcher of a dashboard folder ignores logs, and the file that the command itself writes', async () => {
  const at = (path: string): string => join(folder, path);
  const paths = await after(async () => {
    await writeFile(at('data/wall.log'), 'a');
    await writeFile(at('lines.txt'), 'a');
    await writeFile(at('other.txt'), 'a');
  });
  expect(paths).toEqual(['other.txt']);
});
