import { expect, test } from '@jest/globals';
import { bundleFunction } from '../../../../infra/build/bundling/bundle-function.ts';

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
  expect(loaded.sort()).toEqual(CLIENTS);
});

test('an official client loads no file of the handler', async () => {
  const { files } = await bundleFunction('pie');
  const clients = files.filter(({ path }) => path.startsWith('clients/'));
  const loaded = clients.flatMap(({ text }) =>
    Array.from(text.matchAll(/require\("(\.[^"]+)"\)/g), ([, path]) => path),
  );
  expect(loaded.filter((path) => !/^\.\/[^/]+$/.test(path ?? ''))).toEqual([]);
});
