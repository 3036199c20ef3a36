import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from '@jest/globals';
import { addressOf } from '../../../../shared/sources/s3/get-object.ts';
import { captureRequest } from '../../../support/cloud/capture-request.ts';
import { REGIONS } from '../../../support/cloud/regions.ts';

interface Sent {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
}

/** Returns the address to which the AWS client sends a request for the object `key`. */
const addressOfClient = async (bucket: string, region: string, endpoint?: string): Promise<Sent> => {
  const command = new GetObjectCommand({ Bucket: bucket, Key: 'key' });
  const sent = await captureRequest((settings) => new S3Client(settings).send(command), region, endpoint);
  const { protocol, hostname, port, path } = sent;
  return { protocol, hostname, ...(port !== undefined && { port }), path };
};

const ownAddress = (
  bucket: string,
  region: string,
  environment: Readonly<Record<string, string>>,
): Sent | undefined => {
  const address = addressOf(bucket, region, environment);
  if (!address) return undefined;
  const { prefix, ...server } = address;
  return { ...server, path: `${prefix}key` };
};

test.each(REGIONS)('the address of a bucket in %s is that of the AWS client', async (region) => {
  for (const bucket of ['wall', 'wall-2026', '1wall', 'a'.repeat(63)]) {
    const address = ownAddress(bucket, region, { AWS_REGION: region, AWS_LAMBDA_FUNCTION_NAME: 'wall' });
    expect(address).toBeDefined();
    expect(address).toEqual(await addressOfClient(bucket, region));
  }
});

test.each(['http://127.0.0.1:9000', 'https://10.0.0.1'])(
  'the address of a bucket at the endpoint %s is that of the AWS client',
  async (endpoint) => {
    const address = ownAddress('wall', 'us-east-1', {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_ENDPOINT_URL_SSM: 'http://localhost',
    });
    expect(address).toBeDefined();
    expect(address).toEqual(await addressOfClient('wall', 'us-east-1', endpoint));
  },
);

test.each([
  'wall.example.com',
  'Wall',
  'wall_1',
  'wall--use1-az4--x-s3',
  'wall-abc-s3alias',
  'xn--wall',
  'arn:aws:s3:us-east-1:000000000000:accesspoint/wall',
  '',
])('the address of the bucket %p is left to the AWS client', (bucket) => {
  expect(addressOf(bucket, 'us-east-1', {})).toBeUndefined();
});

test.each<readonly [string, string, Readonly<Record<string, string>>]>([
  ['a region of China', 'cn-north-1', {}],
  ['a region of GovCloud', 'us-gov-west-1', {}],
  ['no region', '', {}],
  ['FIPS', 'us-east-1', { AWS_USE_FIPS_ENDPOINT: 'true' }],
  ['IPv6', 'us-east-1', { AWS_USE_DUALSTACK_ENDPOINT: 'true' }],
  ['an endpoint with a host name', 'us-east-1', { AWS_ENDPOINT_URL: 'http://localhost:9000' }],
  ['an endpoint with a path', 'us-east-1', { AWS_ENDPOINT_URL: 'http://127.0.0.1:9000/s3' }],
  ['an invalid endpoint', 'us-east-1', { AWS_ENDPOINT_URL: 'none' }],
  ['two endpoints', 'us-east-1', { AWS_ENDPOINT_URL: 'http://1.2.3.4', AWS_ENDPOINT_URL_S3: 'http://1.2.3.5' }],
])('the address of a bucket with %s is left to the AWS client', (_, region, environment) => {
  expect(addressOf('wall', region, environment)).toBeUndefined();
});
