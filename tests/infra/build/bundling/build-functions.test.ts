import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { bundleFunction } from '../../../../infra/build/bundling/build-function.ts';
import { buildFunctions } from '../../../../infra/build/bundling/build-functions.ts';
import { listFunctions } from '../../../../infra/build/bundling/collect-samples.ts';
import { loadCatalogue } from '../../../../infra/build/catalogue/load-catalogue.ts';
import { dashboardOf } from '../../../../infra/lab/bundle/endpoints-of-family.ts';
import { runBundle, variablesFor } from '../../../../infra/lab/bundle/run-bundle.ts';

const families = await listFunctions();
const catalogue = await loadCatalogue();
const { folder } = await buildFunctions();

test('every family of the catalogue has one function, and there are no other functions', () => {
  expect(families).toEqual([...new Set(catalogue.map(({ family }) => family))].sort());
});

describe.each(families)('the bundle of %s', (family) => {
  let bundle: Awaited<ReturnType<typeof bundleFunction>>;
  beforeAll(async () => {
    bundle = await bundleFunction(family);
  });

  test('the bundle of a function exports only its handler and does not load undici', async () => {
    const config = await dashboardOf(family, ['csv', 'sql']);
    const environment = variablesFor('http://127.0.0.1:1');
    const { exported, init } = await runBundle({ bundle: join(folder, family), config, environment });
    expect(exported).toEqual(['handler']);
    expect(init.builtins.filter((name) => name.includes('undici'))).toEqual([]);
  });

  test('the bundle of a function contains no Ajv, no YAML parser and no schema', async () => {
    const { files, inputs } = bundle;
    expect(inputs.filter((path) => /node_modules\/(ajv|yaml|js-yaml)\/|^schemas\/.*\.json$/.test(path))).toEqual([]);
    expect(files.filter(({ text }) => /\$schema|json-schema\.org/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('the bundle of a function contains no preview and no chart', async () => {
    expect(bundle.inputs.filter((path) => /\/preview\.ts$|\/charts\/|node_modules\/echarts/.test(path))).toEqual([]);
  });

  test('the bundle of a function is identical byte for byte to the one that was built before', async () => {
    const built = await readdir(join(folder, family), { recursive: true });
    const others = ['clients', 'index.mjs', 'package.json', 'samples.json', 'THIRD-PARTY-NOTICES'];
    expect(built.sort()).toEqual([...others, ...bundle.files.map(({ path }) => path)].sort());
    for (const { path, text } of bundle.files) expect(await readFile(join(folder, family, path), 'utf8')).toBe(text);
  });
});

test('two builds at the same time do not disturb each other', async () => {
  const builds = await Promise.all([buildFunctions(), buildFunctions(), buildFunctions({ families: ['pie'] })]);
  expect(builds.map((built) => built.folder)).toEqual([folder, folder, folder]);
  const bundle = join(folder, 'pie');
  const config = await dashboardOf('pie', ['csv']);
  const environment = variablesFor('http://127.0.0.1:1');
  expect((await runBundle({ bundle, config, environment })).exported).toEqual(['handler']);
});
