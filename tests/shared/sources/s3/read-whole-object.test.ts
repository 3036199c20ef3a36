import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type ObjectStore, startObjectStore } from '../../../../infra/local/emulators/s3.ts';
import type { Effect } from '../../../../infra/local/emulators/server/faults.ts';
import { createDeadline } from '../../../../shared/aws/deadline.ts';

/** The pauses before a retry take no time. */
jest.unstable_mockModule('node:timers/promises', () => ({ setTimeout: async (_: number, value: unknown) => value }));

const CONTENT = 'name,value\nSearch,1\n';
const SECOND_MS = 1_000;
/** Time limit for what always ends by itself. */
const MINUTE_MS = 60_000;

let data: string;
let store: ObjectStore;
let get: (milliseconds?: number, known?: string) => Promise<{ bytes: Uint8Array; etag?: string } | undefined>;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  await writeFile(join(data, 'share.csv'), CONTENT);
  store = await startObjectStore({ bucket: 'wall', dashboard: 'wall', data });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const { readWholeObject } = await import('../../../../shared/sources/s3/read-whole-object.ts');
  get = (milliseconds = MINUTE_MS, known) =>
    readWholeObject({ bucket: 'wall', key: 'wall/share.csv' }, createDeadline(performance.now() + milliseconds), known);
});
afterEach(() => store.clearFaults());
afterAll(async () => {
  await store.close();
  await rm(data, { recursive: true });
});

test('an object is downloaded with its ETag, and not again while the ETag is the same', async () => {
  const read = await get();
  expect(Buffer.from(read?.bytes ?? []).toString()).toBe(CONTENT);
  expect(await get(undefined, read?.etag)).toBeUndefined();
  expect(await get(undefined, '"another"')).toEqual(read);
});

describe('faults while reading an object', () => {
  test.each<[string, Effect]>([
    ['throttling', { error: 'SlowDown', status: 503 }],
    ['an internal error of S3', { error: 'InternalError', status: 500 }],
    ['too many requests', { error: 'TooManyRequests', status: 429 }],
    ['a body that is cut short', { cut: 5 }],
    ['a lost connection', { drop: true }],
  ])('reading an object survives %s', async (_, effect) => {
    store.fail(effect);
    expect(await get()).toBeDefined();
  });

  test('reading an object survives a connection without a response', async () => {
    store.fail({ hang: true });
    expect(await get()).toBeDefined();
  });

  test('reading an object survives a body that stalls midway, by a request on another connection', async () => {
    store.fail({ stall: 5 });
    const read = await get();
    expect(Buffer.from(read?.bytes ?? []).toString()).toBe(CONTENT);
  });

  test('reading an object survives a slow first byte', async () => {
    store.fail({ delay: 4 * SECOND_MS, times: Number.POSITIVE_INFINITY });
    expect(await get()).toBeDefined();
  });
});

test('silence followed by throttling is reported as throttling', async () => {
  store.fail({ hang: true });
  store.fail({ error: 'SlowDown', times: Number.POSITIVE_INFINITY });
  await expect(get(5 * SECOND_MS)).rejects.toMatchObject({ code: 'SOURCE_THROTTLED', cause: { name: 'SlowDown' } });
});

describe('persistent failures while reading an object', () => {
  test.each<[string, Effect, number, string]>([
    ['does not exist', { error: 'NoSuchKey' }, 1, 'SOURCE_NOT_FOUND'],
    ['has no bucket', { error: 'NoSuchBucket' }, 1, 'SOURCE_NOT_FOUND'],
    ['is in another region', { error: 'PermanentRedirect', status: 301 }, 1, 'SOURCE_NOT_FOUND'],
    ['is denied', { error: 'AccessDenied' }, 1, 'SOURCE_DENIED'],
    ['is requested with expired credentials', { error: 'ExpiredToken', status: 400 }, 1, 'SOURCE_DENIED'],
    ['comes with status 304 without a condition', { error: 'NotModified', status: 304 }, 1, 'SOURCE_INVALID'],
    ['is throttled', { error: 'SlowDown' }, 3, 'SOURCE_THROTTLED'],
    ['is throttled with a long Retry-After', { error: 'SlowDown', retryAfter: 60 }, 1, 'SOURCE_THROTTLED'],
    ['comes from a failing service', { error: 'InternalError' }, 3, 'SOURCE_THROTTLED'],
    ['is cut short', { cut: 5 }, 3, 'SOURCE_INVALID'],
    ['never arrives', { hang: true }, 3, 'SOURCE_TIMEOUT'],
    ['stops in the middle', { stall: 5 }, 3, 'SOURCE_TIMEOUT'],
    ['arrives too slowly', { drip: 1, every: 100 }, 3, 'SOURCE_TIMEOUT'],
  ])('a persistent failure is reported for an object that %s', async (_, effect, times, code) => {
    store.fail({ ...effect, times });
    const time = code === 'SOURCE_TIMEOUT' ? SECOND_MS : MINUTE_MS;
    await expect(get(time)).rejects.toMatchObject({ code });
  });
});
