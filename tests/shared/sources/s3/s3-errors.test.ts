/** @jest-environment node */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createDeadline } from '../../../../shared/aws/deadline.ts';
import { causeName } from '../../../../shared/errors/cause-name.ts';

/** The pauses before a retry take no time. */
jest.unstable_mockModule('node:timers/promises', () => ({ setTimeout: async (_: number, value: unknown) => value }));

/** Deadline of a call. It is shorter than most pauses that S3 asks for, so that the call does not wait for them. */
const LIMIT_MS = 5_000;
/** Deadline that a call meets even on a busy machine. */
const LONG_LIMIT_MS = 60_000;

let act: (socket: Socket) => unknown = () => undefined;
let calls = 0;
const sockets = new Set<Socket>();

const server = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined));
  socket.once('data', () => {
    calls += 1;
    act(socket);
  });
});

let url = '';
let get: (known?: string, limitMs?: number) => Promise<unknown>;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const { readWholeObject } = await import('../../../../shared/sources/s3/read-whole-object.ts');
  get = (known, limitMs = LIMIT_MS) => {
    calls = 0;
    return readWholeObject(
      { bucket: 'wall', key: 'share.csv' },
      createDeadline(performance.now() + limitMs),
      known === undefined ? known : { etag: known },
    );
  };
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});
afterAll(() => once(server.close(), 'close'));

const reply = (status: string, headers: readonly string[] = [], body = '') => {
  const lines = [`HTTP/1.1 ${status}`, 'connection: close', `content-length: ${body.length}`, ...headers];
  return (socket: Socket) => socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
};
const error = (status: number, code: string) => {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>arn:aws:s3:::wall</Message></Error>`;
  return reply(`${status} x`, ['content-type: application/xml'], body);
};

const failWith = async (todo: typeof act, limitMs?: number) => {
  act = todo;
  const { code, message, details, cause, retryAfter } = await get(undefined, limitMs).then(
    () => ({}),
    (failure) => failure,
  );
  return { code, message, hint: details?.[0].hint, cause: causeName(cause), retryAfter, calls };
};

const BROKE = {
  code: 'SOURCE_TIMEOUT',
  message: 'The connection to the source failed.',
  hint: 'try again in a moment',
};

describe('the error for a broken connection to S3', () => {
  test.each<[string, typeof act]>([
    ['is closed before a response', (socket) => socket.end()],
    ['is closed within the headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nconte')],
    ['is reset', (socket) => socket.resetAndDestroy()],
  ])('the error for a connection to S3 that %s says that the connection broke', async (_, todo) => {
    expect(await failWith(todo)).toMatchObject({ ...BROKE, cause: 'ECONNRESET', calls: 3 });
  });
});

describe('the error for a reply that is not HTTP', () => {
  test.each<[string, string, string]>([
    ['garbage', 'garbage\r\n\r\n', 'HPE_INVALID_CONSTANT'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'HPE_INVALID_CONSTANT'],
    [
      'two content-length headers',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      'HPE_UNEXPECTED_CONTENT_LENGTH',
    ],
  ])('the error for a reply that is not HTTP names its cause: %s', async (_, text, cause) => {
    expect(await failWith((socket) => socket.end(text))).toMatchObject({ code: 'SOURCE_INVALID', cause, calls: 3 });
  });
});

describe('errors of S3', () => {
  test.each<[number, string, number, object]>([
    [400, 'RequestTimeout', 3, { code: 'SOURCE_TIMEOUT', message: 'The source did not answer in time.' }],
    [408, 'Anything', 3, { code: 'SOURCE_TIMEOUT' }],
    [409, 'OperationAborted', 3, { code: 'SOURCE_THROTTLED', retryAfter: 1 }],
    [400, 'InvalidBucketName', 1, { code: 'SOURCE_NOT_FOUND' }],
    [400, 'ExpiredToken', 1, { code: 'SOURCE_DENIED' }],
    [400, 'KMS.DisabledException', 1, { code: 'SOURCE_DENIED' }],
    [403, 'InvalidObjectState', 1, { code: 'SOURCE_INVALID' }],
    [405, 'MethodNotAllowed', 1, { code: 'SOURCE_INVALID' }],
    [401, 'Anything', 1, { code: 'SOURCE_DENIED' }],
  ])(
    'an error of S3 with status %i and name %s gets the code that fits its meaning',
    async (status, name, times, expected) => {
      expect(await failWith(error(status, name))).toMatchObject({ ...expected, cause: name, calls: times });
    },
  );

  test('an invalid error name of S3 does not reach the log', async () => {
    expect(await failWith(error(403, 'arn:aws:s3:::wall'))).toMatchObject({ cause: 'HTTP 403' });
    expect(await failWith(error(403, 'A'.repeat(60_000)))).toMatchObject({ cause: 'HTTP 403' });
  });
});

test.each(['201 Created', '202 Accepted', '203 From a proxy', '206 Partial Content'])(
  'a response with the status %s is not accepted as the object',
  async (status) => {
    const partial = reply(status, ['content-range: bytes 0-3/1000', 'etag: "a"'], 'a,b\n');
    expect(await failWith(partial)).toMatchObject({ code: 'SOURCE_INVALID', cause: `HTTP ${status.slice(0, 3)}` });
  },
);

describe('unchanged objects', () => {
  test.each([
    ['when S3 sends the known ETag', ['etag: "a"']],
    ['when S3 sends the known ETag as a weak one', ['etag: W/"a"']],
    ['when S3 sends no ETag', []],
  ])('an object counts as unchanged on status 304 %s', async (_, headers) => {
    act = reply('304 Not Modified', headers);
    await expect(get('"a"')).resolves.toBeUndefined();
  });

  test('an object counts as changed on status 304 if S3 sends another ETag', async () => {
    act = reply('304 Not Modified', ['etag: "b"']);
    await expect(get('"a"')).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
  });
});

test.each([
  ['999999999999', 300],
  ['301', 300],
  ['60', 60],
  ['0', 1],
  ['-5', 1],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 1],
])('a Retry-After of %s becomes %i s', async (asked, seconds) => {
  expect(await failWith(reply('503 x', [`retry-after: ${asked}`]))).toMatchObject({ retryAfter: seconds });
});

test('a port without a listener is reported as a service that cannot be reached', async () => {
  const failure = await new Promise<unknown>((resolve) => {
    server.close(() => resolve(failWith(() => undefined, LONG_LIMIT_MS)));
    for (const socket of sockets) socket.destroy();
  });
  expect(failure).toMatchObject({ ...BROKE, cause: 'ECONNREFUSED', calls: 0 });
  await once(server.listen(Number(new URL(url).port), '127.0.0.1'), 'listening');
});
