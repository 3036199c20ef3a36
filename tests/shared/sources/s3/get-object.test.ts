/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GetObjectCommandInput } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createDeadline } from '../../../../shared/aws/deadline.ts';
import { isSignedFor, sentOf } from '../../../support/cloud/signed-request.ts';

const CONTENT = 'name,value\nSearch,1\n';
const ETAG = '"one"';

const sendContent = (_: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, { etag: ETAG, 'content-length': CONTENT.length }).end(CONTENT);
};

let server: Server;
let answer: typeof sendContent;
let requests: IncomingMessage[] = [];
let get: (bucket: string, key: string, known?: string) => Promise<string | undefined>;
let getWithClient: (input: GetObjectCommandInput) => Promise<unknown>;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'session',
  });
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const { readWholeObject } = await import('../../../../shared/sources/s3/read-whole-object.ts');
  const client = new S3Client({
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  getWithClient = (input) => client.send(new GetObjectCommand(input));
  get = async (bucket, key, known) => {
    const content = await readWholeObject(
      { bucket, key },
      createDeadline(performance.now() + 60_000),
      known === undefined ? known : { etag: known },
    );
    return content && Buffer.from(content.bytes).toString();
  };
});
beforeEach(() => {
  requests = [];
  answer = sendContent;
});
afterAll(() => {
  delete process.env.AWS_SESSION_TOKEN;
  server.close();
  server.closeAllConnections();
});

test.each(['a.csv', 'reports/final (2026)!*.csv', 'ü/+=&?#.csv', '/a//b.csv', 'a/../b.csv'])(
  'the request for the object %s equals the signed request of the AWS SDK',
  async (key) => {
    expect(await get('wall', 'first.csv')).toBe(CONTENT);
    expect(await get('wall', key, '"another"')).toBe(CONTENT);
    await getWithClient({ Bucket: 'wall', Key: key, IfNoneMatch: '"another"' });
    const [, ours, theirs] = requests as [IncomingMessage, IncomingMessage, IncomingMessage];
    expect(sentOf(ours)).toEqual(sentOf(theirs));
    expect(requests.map((request) => isSignedFor('s3', request))).toEqual([true, true, true]);
    expect(ours.headers['x-amz-security-token']).toBe('session');
  },
);

test('an unchanged object costs one request', async () => {
  answer = (_, response) => response.writeHead(304, { etag: ETAG }).end();
  expect(await get('wall', 'a.csv', ETAG)).toBeUndefined();
  expect(requests).toHaveLength(1);
});

test('an error of S3 is read without the AWS SDK', async () => {
  answer = (_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
  await expect(get('wall', 'a.csv')).rejects.toMatchObject({ code: 'SOURCE_DENIED', cause: { name: 'AccessDenied' } });
  answer = sendContent;
  expect(await get('wall', 'a.csv')).toBe(CONTENT);
  expect(requests.map(({ headers }) => headers['amz-sdk-invocation-id'])).toEqual([undefined, undefined]);
});

test('the error for a redirected request says that the request may succeed later', async () => {
  answer = (_, response) => response.writeHead(307).end('<Error><Code>TemporaryRedirect</Code></Error>');
  await expect(get('wall', 'a.csv')).rejects.toMatchObject({
    details: [
      {
        message: 'S3 redirected the request',
        hint: 'try again in some minutes: S3 redirects requests while a bucket is new or has moved',
      },
    ],
  });
});

test('an object whose length is not known in advance is read whole', async () => {
  answer = (_, response) => {
    response.writeHead(200, { etag: ETAG });
    response.write(CONTENT.slice(0, 5));
    setImmediate(() => response.end(CONTENT.slice(5)));
  };
  expect(await get('wall', 'a.csv')).toBe(CONTENT);
});

test('the AWS SDK requests an object of a bucket whose name has capital letters', async () => {
  expect(await get('Wall', 'a.csv')).toBe(CONTENT);
  expect(requests.map(({ headers }) => typeof headers['amz-sdk-invocation-id'])).toEqual(['string']);
  expect(requests[0]?.headers['x-amz-checksum-mode']).toBeUndefined();
  answer = (_, response) => response.writeHead(304, { etag: ETAG }).end();
  expect(await get('Wall', 'a.csv', ETAG)).toBeUndefined();
  answer = (_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
  await expect(get('Wall', 'a.csv')).rejects.toMatchObject({
    code: 'SOURCE_DENIED',
    cause: { name: 'AccessDenied' },
  });
  expect(requests).toHaveLength(3);
});

test('no request is sent without credentials', async () => {
  const { AWS_ACCESS_KEY_ID } = process.env;
  delete process.env.AWS_ACCESS_KEY_ID;
  await expect(get('wall', 'a.csv')).rejects.toMatchObject({ code: 'SOURCE_DENIED' });
  Object.assign(process.env, { AWS_ACCESS_KEY_ID });
  expect(requests).toHaveLength(0);
});

test('requests are signed with the clock of S3 once S3 has refused a request for its time', async () => {
  const HOUR_MS = 3_600_000;
  await get('wall', 'a.csv');
  const date = new Date(Date.now() + HOUR_MS).toUTCString();
  answer = (_, response) => {
    answer = (request, next) => sendContent(request, next.setHeader('date', date));
    response.writeHead(403, { date }).end('<Error><Code>RequestTimeTooSkewed</Code></Error>');
  };
  await get('wall', 'a.csv');
  await get('wall', 'a.csv');
  const signedAt = requests.map(({ headers }) =>
    Date.parse(String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5')),
  );
  const hoursAhead = signedAt.map((time) => Math.abs(Math.round((time - Date.now()) / HOUR_MS)));
  expect(hoursAhead).toEqual([0, 0, 1, 1]);
});
