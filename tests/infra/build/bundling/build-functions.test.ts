import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { bundleFunction } from '../../../../infra/build/bundling/build-function.ts';
import { buildFunctions } from '../../../../infra/build/bundling/build-functions.ts';
import { listFunctions } from '../../../../infra/build/bundling/collect-samples.ts';
import { loadCatalogue } from '../../../../infra/build/catalogue/load-catalogue.ts';
import { readPackageLists } from '../../../../infra/program/package-list.ts';
import { dashboardOf } from '../../../support/bundle/endpoints-of-family.ts';
import { runBundle, variablesFor } from '../../../support/bundle/run-bundle.ts';

const families = await listFunctions();
const catalogue = await loadCatalogue();
const { folder } = await buildFunctions();

test('every family of the catalogue has one function, and there are no other functions', () => {
  expect(families).toEqual([...new Set(catalogue.map(({ family }) => family))].sort());
});

/** Returns the bundled source files of a function that was built, without the samples that are beside its bundle. */
const readInputs = async (family: string): Promise<readonly string[]> => {
  const { inputs } = JSON.parse(await readFile(join(folder, `${family}.stamp.json`), 'utf8'));
  return (inputs as readonly string[]).filter((path) => !/\/(?:sample|options)\.json$/.test(path));
};

const readCode = async (family: string): Promise<ReadonlyMap<string, string>> => {
  const paths = (await readdir(join(folder, family), { recursive: true })).filter((path) => path.endsWith('.js'));
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, family, path), 'utf8')] as const)),
  );
};

describe.each(families)('the bundle of %s', (family) => {
  test('the bundle of a function exports only its handler and does not load undici', async () => {
    const config = await dashboardOf(family, ['csv', 'sql']);
    const environment = variablesFor('http://127.0.0.1:1');
    const { exported, init } = await runBundle({ bundle: join(folder, family), config, environment });
    expect(exported).toEqual(['handler']);
    expect(init.builtins.filter((name) => name.includes('undici'))).toEqual([]);
  });

  test('the bundle of a function contains no Ajv, no YAML parser and no schema', async () => {
    const packages = (await readPackageLists(folder, [family])).get(family)?.map(({ name }) => name);
    expect(packages).toContain('@aws-sdk/client-s3');
    expect(packages?.filter((name) => /^(?:ajv|yaml|js-yaml|echarts)$/.test(name))).toEqual([]);
    const inputs = await readInputs(family);
    expect(inputs).toContain(`functions/${family}/handler.ts`);
    expect(inputs.filter((path) => /^schemas\/.*\.json$/.test(path))).toEqual([]);
    const code = await readCode(family);
    expect([...code.keys()]).toContain('main.js');
    expect([...code].filter(([, text]) => /\$schema|json-schema\.org/.test(text)).map(([path]) => path)).toEqual([]);
  });

  test('the bundle of a function contains no preview and no chart', async () => {
    expect((await readInputs(family)).filter((path) => /\/preview\.ts$|\/charts\//.test(path))).toEqual([]);
  });
});

/** Families that are bundled a second time. Three are enough, because all families are bundled in the same way. */
const REBUILT = ['pie', 'list', 'script'];

const bundles = new Map(
  await Promise.all(REBUILT.map(async (family) => [family, await bundleFunction(family)] as const)),
);

test.each([...bundles])(
  'the bundle of %s is identical byte for byte to the one that was built before',
  async (family, { files }) => {
    const others = ['index.mjs', 'package.json', 'samples.json', 'THIRD-PARTY-NOTICES', 'kind-parquet.txt'];
    const built = await readdir(join(folder, family), { recursive: true });
    expect(built.sort()).toEqual(['clients', ...others, ...files.map(({ path }) => path)].sort());
    expect(await readCode(family)).toEqual(new Map(files.map(({ path, text }) => [path, text])));
  },
);

test('two builds at the same time do not disturb each other', async () => {
  const builds = await Promise.all([buildFunctions(), buildFunctions(), buildFunctions({ families: ['pie'] })]);
  expect(builds.map((built) => built.folder)).toEqual([folder, folder, folder]);
  const bundle = join(folder, 'pie');
  const config = await dashboardOf('pie', ['csv']);
  const environment = variablesFor('http://127.0.0.1:1');
  expect((await runBundle({ bundle, config, environment })).exported).toEqual(['handler']);
});

const { files = [], packages = [] } = bundles.get('pie') ?? {};

const CLIENTS = ['athena', 'dynamodb', 'rds-data', 's3', 'ssm'];

/** Matches the names of the error classes of the official AWS clients. */
const OF_CLIENT = /(?:Athena|DynamoDB|RDSData|S3|SSM)ServiceException/;

test('the files of the official clients', () => {
  const clients = files.filter(({ text }) => OF_CLIENT.test(text)).map(({ path }) => path);
  expect(clients.sort()).toEqual(CLIENTS.map((name) => `clients/${name}.js`));
});

test('a handler loads each official client from a file of its own', () => {
  const loaded = files
    .filter(({ path }) => !path.startsWith('clients/'))
    .flatMap(({ text }) => Array.from(text.matchAll(/require\("\.\/clients\/([^"]+)\.js"\)/g), ([, name]) => name));
  expect([...new Set(loaded)].sort()).toEqual(CLIENTS);
});

test('an official client loads no file of the handler', () => {
  const clients = files.filter(({ path }) => path.startsWith('clients/'));
  const loaded = clients.flatMap(({ text }) =>
    Array.from(text.matchAll(/require\("(\.[^"]+)"\)/g), ([, path]) => path),
  );
  expect(loaded.filter((path) => !/^\.\/[^/]+$/.test(path ?? ''))).toEqual([]);
});

test('a zip has no package that looks for credentials in files, in another service or in a browser', () => {
  const names = packages.map(({ name }) => name);
  expect(names).toContain('@aws-sdk/client-s3');
  expect(
    names.filter((name) => /credential-provider-(?!node|env)|nested-clients|token-providers|bowser/.test(name)),
  ).toEqual([]);
});

/** Calls an operation of each official client with credentials, and prints the host that the client asks. */
const CALLS = `
  const settings = {
    region: 'us-gov-west-1',
    maxAttempts: 1,
    credentials: async () => ({ accessKeyId: 'id', secretAccessKey: 'key' }),
    requestHandler: { handle: async ({ hostname }) => Promise.reject(new Error(hostname)) },
  };
  const calls = {
    athena: ['GetQueryExecution', { QueryExecutionId: 'id' }],
    dynamodb: ['GetItem', { TableName: 'answers', Key: { key: { S: 'a' } } }],
    'rds-data': ['ExecuteStatement', { resourceArn: 'cluster', secretArn: 'secret', sql: 'select 1' }],
    s3: ['GetObject', { Bucket: 'bucket', Key: 'a.csv' }],
    ssm: ['GetParameter', { Name: '/token' }],
  };
  (async () => {
    for (const [name, [operation, input]] of Object.entries(calls)) {
      const call = require('./clients/' + name + '.js').createClient(settings);
      await call(operation, input, AbortSignal.timeout(60_000)).catch(({ message }) => console.log(message));
    }
  })();
`;

test('the official clients in a zip send their calls without any installed package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-clients-'));
  try {
    for (const { path, text } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const env = { PATH: process.env.PATH, HOME: folder };
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', CALLS], { cwd: folder, env });
    expect(stdout.trim().split('\n')).toEqual([
      'athena.us-gov-west-1.amazonaws.com',
      'dynamodb.us-gov-west-1.amazonaws.com',
      'rds-data.us-gov-west-1.amazonaws.com',
      'bucket.s3.us-gov-west-1.amazonaws.com',
      'ssm.us-gov-west-1.amazonaws.com',
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
