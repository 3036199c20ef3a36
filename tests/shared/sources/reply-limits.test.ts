/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDeadline } from '../../../shared/aws/deadline.ts';

const BYTES_PER_MB = 1024 * 1024;
/** Bytes that the buffers of a connection may contain, in addition to the bytes that were read. */
const BUFFERED_BYTES = 8 * BYTES_PER_MB;
const CHUNK = Buffer.alloc(64 * 1024, ' ');

let status = 200;
let body: 'endless' | Buffer = 'endless';
let calls = 0;
let sent = 0;
let closed: Promise<unknown>[] = [];

const sendEndlessly = (response: ServerResponse): void => {
  while (!response.destroyed && response.write(CHUNK)) sent += CHUNK.length;
};

const server = createServer((request, response) => {
  calls += 1;
  closed.push(once(response, 'close'));
  request.resume();
  response.writeHead(status, { 'content-type': 'application/json' });
  if (body !== 'endless') return response.end(body);
  response.on('drain', () => sendEndlessly(response));
  return sendEndlessly(response);
});

const within = () => createDeadline(performance.now() + 60_000);

const clients: Record<string, () => Promise<unknown>> = {};

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const { readWholeObject } = await import('../../../shared/sources/s3/read-whole-object.ts');
  const { executeStatement } = await import('../../../shared/sources/rds-data.ts');
  const { getParameter } = await import('../../../shared/token/ssm-client.ts');
  const { createCacheTable } = await import('../../../shared/cache/cache-table.ts');
  const database = { cluster: 'arn:aws:rds:us-east-1:000000000000:cluster:a', secret: 'b', name: 'c' };
  const statement = { source: 'sql', statement: 'select 1', parameters: [] } as const;
  Object.assign(clients, {
    S3: () => readWholeObject({ bucket: 'wall', key: 'share.csv' }, within()),
    'the Data API': () => executeStatement(statement, database, { currentTime: 0, timePeriod: 60 }, within()),
    'the parameter store': () => getParameter('/wall/token', within()),
    DynamoDB: () => createCacheTable('answers', 'pie').find({ name: 'pie', period: '' }, within()),
  });
});
beforeEach(() => {
  [status, body, calls, sent, closed] = [200, 'endless', 0, 0, []];
});
afterAll(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const failureOf = (client: string): Promise<unknown> =>
  Promise.resolve(clients[client]?.()).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('endless responses', () => {
  test.each([
    ['S3', 200, 16, { code: 'SOURCE_TOO_LARGE' }],
    ['S3', 403, 1, { code: 'SOURCE_DENIED' }],
    ['S3', 404, 1, { code: 'SOURCE_NOT_FOUND' }],
    ['the Data API', 200, 2, { code: 'SOURCE_TOO_LARGE' }],
    ['the Data API', 400, 2, { code: 'SOURCE_TOO_LARGE' }],
    ['the parameter store', 200, 1, { name: 'TooLarge' }],
    ['the parameter store', 400, 1, { name: 'TooLarge' }],
    ['DynamoDB', 200, 1, { name: 'TooLarge' }],
    ['DynamoDB', 400, 1, { name: 'TooLarge' }],
  ])(
    'an endless response from %s with status %i is cut off after at most %i MB, and its connection closed',
    async (client, code, most, expected) => {
      status = code;
      expect(await failureOf(client)).toMatchObject(expected);
      await Promise.all(closed);
      expect(calls).toBe(1);
      expect(sent).toBeLessThan(most * BYTES_PER_MB + BUFFERED_BYTES);
    },
  );

  test('an endless error body of S3 is cut off at each attempt', async () => {
    status = 500;
    expect(await failureOf('S3')).toMatchObject({ code: 'SOURCE_THROTTLED' });
    await Promise.all(closed);
    expect(calls).toBe(3);
    expect(sent).toBeLessThan(3 * BUFFERED_BYTES);
  });
});

test('the error for an endless response contains no part of the response', async () => {
  expect(JSON.stringify(await failureOf('the Data API'))).not.toMatch(/response|hidden field/);
});

const resultOf = (bytes: number): Buffer =>
  Buffer.from(
    JSON.stringify({ columnMetadata: [{ name: 'a' }], records: [[{ stringValue: 'x'.repeat(bytes - 75) }]] }).padEnd(
      bytes,
    ),
  );

test('a result of twice the Data API’s limit is read, and a larger one is refused', async () => {
  body = resultOf(2 * BYTES_PER_MB);
  expect(await failureOf('the Data API')).toBeUndefined();
  body = resultOf(2 * BYTES_PER_MB + 1);
  expect(await failureOf('the Data API')).toMatchObject({ code: 'SOURCE_TOO_LARGE' });
  expect(calls).toBe(2);
});
