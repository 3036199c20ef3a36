import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startObjectStore } from '../../../../infra/local/emulators/s3.ts';
import { type FolderWatch, watchFolder } from '../../../../infra/local/session/watch-folder.ts';

let folder: string;
let watch: FolderWatch;
let reported = Promise.withResolvers<readonly string[]>();

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

const FIRST = 'a,b\n1,2\n';
const REST = '3,4\n';
const PAUSE_MS = 250;

const SIGNED = { authorization: 'AWS4-HMAC-SHA256 Credential=local' };

test('a file that is written in several steps counts once it is complete, and until then with its last content', async () => {
  const file = join(folder, 'data', 'steps.csv');
  await writeFile(file, FIRST);
  const store = await startObjectStore({ bucket: 'local', dashboard: 'ops', data: join(folder, 'data') });
  const served = new Set<string>();
  const look = async (): Promise<string> => {
    const text = await (await fetch(`${store.url}/local/ops/steps.csv`, { headers: SIGNED })).text();
    served.add(text);
    return text;
  };
  await watch.close();
  watch = await watchFolder(folder);
  watch.start((paths) => store.refresh(paths));
  await writeFile(file, 'a,b\n');
  const steps = Array.from({ length: 4 }, async (_, index) => {
    await wait((index + 1) * PAUSE_MS);
    await appendFile(file, `${index},9\n`);
  });
  while ((await look()) === FIRST) await wait(20);
  await Promise.all(steps);
  expect([...served]).toEqual([FIRST, 'a,b\n0,9\n1,9\n2,9\n3,9\n']);
  await writeFile(file, REST);
  await writeFile(join(folder, 'data', 'other.csv'), 'x');
  await store.refresh(['data/other.csv']);
  expect(await look()).not.toBe(REST);
  await store.close();
});

test('a file that is written all the time keeps no other change waiting', async () => {
  const writer = setInterval(() => appendFile(join(folder, 'data', 'busy.csv'), 'x'), 50);
  try {
    expect(await after(() => writeFile(join(folder, 'data', 'a.csv'), 'b'))).toEqual(['data/a.csv']);
  } finally {
    clearInterval(writer);
  }
});
