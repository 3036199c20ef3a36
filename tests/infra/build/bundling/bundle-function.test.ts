import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { bundleFunction } from '../../../../infra/build/bundling/build-function.ts';

const CLIENTS = ['athena', 'dynamodb', 'rds-data', 's3', 'ssm'];

/** Matches the texts of the official clients that name their classes of errors. */
const OF_CLIENT = /(?:Athena|DynamoDB|RDSData|S3|SSM)ServiceException/;

test('the official clients are in files of their own', async () => {
  const { files } = await bundleFunction('pie');
  const clients = files.filter(({ text }) => OF_CLIENT.test(text)).map(({ path }) => path);
  expect(clients.sort()).toEqual(CLIENTS.map((name) => `clients/${name}.js`));
});

test('a handler loads the files of official clients only by their names', async () => {
  const { files } = await bundleFunction('pie');
  const loaded = files
    .filter(({ path }) => !path.startsWith('clients/'))
    .flatMap(({ text }) => Array.from(text.matchAll(/require\("\.\/clients\/([^"]+)\.js"\)/g), ([, name]) => name));
  expect([...new Set(loaded)].sort()).toEqual(CLIENTS);
});

test('an official client loads no file of the handler', async () => {
  const { files } = await bundleFunction('pie');
  const clients = files.filter(({ path }) => path.startsWith('clients/'));
  const loaded = clients.flatMap(({ text }) =>
    Array.from(text.matchAll(/require\("(\.[^"]+)"\)/g), ([, path]) => path),
  );
  expect(loaded.filter((path) => !/^\.\/[^/]+$/.test(path ?? ''))).toEqual([]);
});

test('a zip has no package that looks for credentials in files, in another service or in a browser', async () => {
  const { packages } = await bundleFunction('pie');
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

test('the official clients of a zip send their calls in a folder without any package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-clients-'));
  try {
    for (const { path, text } of (await bundleFunction('pie')).files) {
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
