import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildFunctions } from '../../../infra/build/build-functions.ts';
import { bundleFunction } from '../../../infra/build/bundle-function.ts';
import { listFunctions } from '../../../infra/build/list-functions.ts';
import { loadCatalogue } from '../../../infra/build/load-catalogue.ts';
import { rehearseFunction } from './rehearse-function.ts';

const families = await listFunctions();
const catalogue = await loadCatalogue();
const { folder } = await buildFunctions();

const shapeOf = (family: string): string => catalogue.find((entry) => entry.family === family)?.shape.name ?? '';

test('every family of the catalogue has a function, and every function a family', () => {
  expect(families).toEqual([...new Set(catalogue.map(({ family }) => family))]);
});

describe.each(families)('the bundle of %s', (family) => {
  test('exports its handler and loads neither undici nor a client', async () => {
    const { exported, builtins, files } = await rehearseFunction(family, join(folder, family));
    expect(exported).toEqual(['handler']);
    expect(builtins.filter((name) => name.includes('undici'))).toEqual([]);
    expect(files.filter((name) => name.includes('client'))).toEqual([]);
  });

  test('loads the client that an endpoint needs, and no other', async () => {
    const clientsFor = async (endpoint: string) =>
      (await rehearseFunction(family, join(folder, family), endpoint)).files.filter((name) => /client\.js$/.test(name));
    expect(await clientsFor(`${shapeOf(family)}-csv`)).toEqual(['s3-client.js']);
    expect(await clientsFor(`${shapeOf(family)}-sql`)).toEqual(['rds-data-client.js']);
  });

  test('holds no Ajv, no YAML and no schema', async () => {
    const { files, inputs } = await bundleFunction(family);
    expect(inputs.filter((path) => /node_modules\/(ajv|yaml|js-yaml)\/|^schemas\/.*\.json$/.test(path))).toEqual([]);
    expect(files.filter(({ text }) => /\$schema|json-schema\.org/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('is the same, byte for byte, when it is built again', async () => {
    const [bundle, again] = await Promise.all([bundleFunction(family), bundleFunction(family)]);
    expect(again).toEqual(bundle);
    const built = await readdir(join(folder, family), { recursive: true });
    const files = ['chunks', 'package.json', 'THIRD-PARTY-NOTICES', ...bundle.files.map(({ path }) => path)];
    expect(built.sort()).toEqual(files.sort());
  });
});

test('builds that run side by side do not disturb each other', async () => {
  const builds = await Promise.all([buildFunctions(), buildFunctions(), buildFunctions({ families: ['pie'] })]);
  expect(builds.map((built) => built.folder)).toEqual([folder, folder, folder]);
  expect((await rehearseFunction('pie', join(folder, 'pie'))).exported).toEqual(['handler']);
});
