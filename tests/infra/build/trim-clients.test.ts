import { expect, test } from '@jest/globals';
import { bundleFunction } from '../../../infra/build/bundle-function.ts';

const USED = ['credential-provider-env/', 'client-s3/', 'client-rds-data/', 'signature-v4/'];
const UNUSED = [
  'credential-provider-sso/',
  'credential-provider-ini/',
  'nested-clients/',
  'eventstream-codec/',
  'flexibleChecksumsMiddleware.js',
  'Crc64NvmeJs.js',
  'Sha1Js.js',
];

test('a function contains only the modules of the AWS clients that it can run', async () => {
  const { inputs } = await bundleFunction('pie');
  const isBundled = (part: string): boolean => inputs.some((path) => path.includes(part));
  expect(USED.filter(isBundled)).toEqual(USED);
  expect(UNUSED.filter(isBundled)).toEqual([]);
});
