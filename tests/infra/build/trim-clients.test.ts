import { expect, test } from '@jest/globals';
import { bundleFunction } from '../../../infra/build/bundle-function.ts';

const USED = ['credential-provider-env/', 'client-s3/', 'client-rds-data/', 'client-athena/', 'signature-v4/'];
/** Maximum size of the bundled Athena client, which has only the three operations that a function calls. */
const MAX_ATHENA_CHARACTERS = 40_000;

const UNUSED = [
  'credential-provider-sso/',
  'credential-provider-ini/',
  'nested-clients/',
  'eventstream-codec/',
  'flexibleChecksumsMiddleware.js',
  'Crc64NvmeJs.js',
  'Sha1Js.js',
];

test('the client of Athena is in one file that only datasets load', async () => {
  const { files } = await bundleFunction('pie');
  const clients = files.filter(({ text }) => text.includes('AthenaServiceException'));
  expect(clients.map(({ path }) => path.replace(/-[A-Z0-9]{8}\./, '.'))).toEqual(['chunks/read-athena.js']);
  expect(clients[0]?.text.length).toBeLessThan(MAX_ATHENA_CHARACTERS);
});

test('a function contains only the modules of the AWS clients that it can run', async () => {
  const { inputs } = await bundleFunction('pie');
  const isBundled = (part: string): boolean => inputs.some((path) => path.includes(part));
  expect(USED.filter(isBundled)).toEqual(USED);
  expect(UNUSED.filter(isBundled)).toEqual([]);
});
