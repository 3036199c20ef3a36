import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildFunctions } from '../../../../infra/build/build-functions.ts';
import { loadCatalogue } from '../../../../infra/build/load-catalogue.ts';
import { rehearseFunction } from '../rehearse-function.ts';

const family = 'pie';
const built = await buildFunctions({ families: [family], codeCache: true });
const shape = (await loadCatalogue()).find((entry) => entry.family === family)?.shape.name;

let bundle: string;
beforeEach(async () => {
  bundle = await mkdtemp(join(tmpdir(), 'wallfeed-cached-'));
  await cp(join(built.folder, family), bundle, { recursive: true });
});
afterEach(() => rm(bundle, { recursive: true }));

test.each([
  ['from S3', 'csv', 's3-client.js.cache'],
  ['that environments share', 'shared', 'cache-table.js.cache'],
])('V8 takes the cache of what an answer %s uses', async (_, endpoint, file) => {
  const { statusCode, refused, files } = await rehearseFunction(family, bundle, `${shape}-${endpoint}`);
  expect({ statusCode, refused }).toEqual({ statusCode: 200, refused: false });
  expect(files).toEqual(expect.arrayContaining(['main.js.cache', file]));
});

test('a cache that V8 refuses costs nothing but time, and no other is tried', async () => {
  await writeFile(join(bundle, 'main.js.cache'), 'made by another Node');
  const { statusCode, refused, files } = await rehearseFunction(family, bundle, `${shape}-csv`);
  expect({ statusCode, refused }).toEqual({ statusCode: 200, refused: true });
  expect(files.filter((name) => name.endsWith('.cache'))).toEqual(['main.js.cache']);
});

test('a cache that is not there is not missed', async () => {
  await rm(join(bundle, 'main.js.cache'));
  expect(await rehearseFunction(family, bundle, `${shape}-csv`)).toMatchObject({ statusCode: 200, refused: false });
});

test('without being asked for, there is none: it would not fit the processor that deployed functions run on', async () => {
  const plain = await buildFunctions({ families: [family] });
  expect(plain.folder).not.toBe(built.folder);
  const { files } = await rehearseFunction(family, join(plain.folder, family), `${shape}-csv`);
  expect(files.filter((name) => name.endsWith('.cache'))).toEqual([]);
});
