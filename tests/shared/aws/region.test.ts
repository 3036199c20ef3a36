/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import { regionOfArn } from '../../../shared/config/sources.ts';

const CONTENT = 'name,value\nSearch,1\n';
const HOME = 'eu-central-1';

const regionOf = ({ headers }: IncomingMessage): string =>
  /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';

let answer: (region: string, response: ServerResponse) => void;
let regions: string[] = [];
let server: Server;
let get: (bucket: string) => Promise<string>;
let query: (cluster: string) => Promise<unknown>;

const soon = () => createDeadline(performance.now() + 60_000);

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    regions.push(regionOf(request));
    answer(regionOf(request), response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: url,
    AWS_ENDPOINT_URL_RDS_DATA: url,
    AWS_REGION: HOME,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const { readWholeObject } = await import('../../../shared/sources/s3/read-whole-object.ts');
  const { executeStatement } = await import('../../../shared/sources/rds-data.ts');
  get = async (bucket) =>
    Buffer.from((await readWholeObject({ bucket, key: 'a.csv' }, soon()))?.bytes ?? []).toString();
  query = (cluster) =>
    executeStatement(
      { source: 'sql', statement: 'select 1', parameters: [] },
      { cluster, secret: 'arn:secret', name: 'wall' },
      { currentTime: 0, timePeriod: 30 },
      soon(),
    );
});
beforeEach(() => {
  regions = [];
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Returns the replies of S3 for a bucket in one region. Calls in other regions are redirected. */
const bucketIn =
  (home: string, status: number, code: string): typeof answer =>
  (region, response) => {
    if (region === home) return response.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT);
    const headers = { 'content-type': 'application/xml', 'x-amz-bucket-region': home };
    return response.writeHead(status, headers).end(`<Error><Code>${code}</Code><Message>elsewhere</Message></Error>`);
  };

describe('a bucket in another region', () => {
  test.each([
    ['asia', 301, 'PermanentRedirect'],
    ['america', 400, 'AuthorizationHeaderMalformed'],
  ])(
    'a bucket in another region is read there, after one call to the function’s own region (bucket %s, status %i)',
    async (bucket, status, code) => {
      answer = bucketIn('ap-southeast-1', status, code);
      expect(await get(bucket)).toBe(CONTENT);
      expect(await get(bucket)).toBe(CONTENT);
      expect(regions).toEqual([HOME, 'ap-southeast-1', 'ap-southeast-1']);
    },
  );

  test('a redirect to the region of a bucket is followed once, and never in a loop', async () => {
    answer = bucketIn('us-west-2', 301, 'PermanentRedirect');
    expect(await get('asia')).toBe(CONTENT);
    const refuse = bucketIn('nowhere-1', 301, 'PermanentRedirect');
    answer = (_, response) => refuse('', response);
    await expect(get('asia')).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
    expect(regions).toEqual(['ap-southeast-1', 'us-west-2', 'us-west-2', 'nowhere-1']);
  });

  test('a bucket is requested again from its last known region after a reply that names no region', async () => {
    answer = bucketIn('evil.example.com/#', 301, 'PermanentRedirect');
    await expect(get('europe')).rejects.toMatchObject({ code: 'SOURCE_NOT_FOUND' });
    answer = bucketIn(HOME, 301, 'PermanentRedirect');
    expect(await get('europe')).toBe(CONTENT);
    expect(regions).toEqual([HOME, HOME]);
  });
});

test('a cluster is called in the region of its ARN', async () => {
  answer = (_, response) => {
    const body = JSON.stringify({ columnMetadata: [{ label: 'a', typeName: 'int4' }], records: [[{ longValue: 1 }]] });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  };
  await query('arn:aws:rds:ap-southeast-1:123456789012:cluster:metrics');
  await query(`arn:aws:rds:${HOME}:123456789012:cluster:metrics`);
  expect(regions).toEqual(['ap-southeast-1', HOME]);
});

test.each([
  ['arn:aws:rds:eu-west-1:123456789012:cluster:metrics', 'eu-west-1'],
  ['arn:aws:s3:::bucket', 'nothing'],
  ['arn:cluster', 'nothing'],
])('the region in the ARN %s is %s', (arn, expected) => {
  expect(regionOfArn(arn) ?? 'nothing').toBe(expected);
});
