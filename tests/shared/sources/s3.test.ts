import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Effect } from '../../../infra/local/emulators/faults.ts';
import { type ObjectStore, startObjectStore } from '../../../infra/local/emulators/s3.ts';
import { createDeadline } from '../../../shared/aws/deadline.ts';

const CONTENT = 'name,value\nSearch,1\n';
const SECOND = 1_000;

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
  const { getObject } = await import('../../../shared/sources/s3.ts');
  get = (milliseconds = 5 * SECOND, known) =>
    getObject({ bucket: 'wall', key: 'wall/share.csv' }, createDeadline(performance.now() + milliseconds), known);
});
afterEach(() => store.clearFaults());
afterAll(async () => {
  await store.close();
  await rm(data, { recursive: true });
});

test('an object is sent with its version, and not again while it is known', async () => {
  const read = await get();
  expect(Buffer.from(read?.bytes ?? []).toString()).toBe(CONTENT);
  expect(await get(undefined, read?.etag)).toBeUndefined();
  expect(await get(undefined, '"another"')).toEqual(read);
});

describe('what passes is got over', () => {
  test.each<[string, Effect]>([
    ['a refusal by rate', { error: 'SlowDown', status: 503 }],
    ['a fault of S3', { error: 'InternalError', status: 500 }],
    ['too many requests', { error: 'TooManyRequests', status: 429 }],
    ['a body that is cut short', { cut: 5 }],
    ['a lost connection', { drop: true }],
  ])('%s', async (_, effect) => {
    store.fail(effect);
    expect(await get()).toBeDefined();
  });

  test('a connection on which nothing comes', async () => {
    store.fail({ hang: true });
    expect(await get()).toBeDefined();
  });

  test('a body that stalls midway is asked for again on another connection', async () => {
    store.fail({ stall: 5 });
    const read = await get(6 * SECOND);
    expect(Buffer.from(read?.bytes ?? []).toString()).toBe(CONTENT);
  });

  test('being slow to the first byte', async () => {
    store.fail({ delay: 4 * SECOND, times: Number.POSITIVE_INFINITY });
    expect(await get()).toBeDefined();
  });
});

test('silence, and a refusal of every further call, is told as the refusal that it is', async () => {
  store.fail({ hang: true });
  store.fail({ error: 'SlowDown', times: Number.POSITIVE_INFINITY });
  await expect(get(4 * SECOND)).rejects.toMatchObject({ code: 'SOURCE_THROTTLED', cause: { name: 'SlowDown' } });
});

describe('what stays is told', () => {
  test.each<[string, Effect, number, string]>([
    ['is not there', { error: 'NoSuchKey' }, 1, 'SOURCE_NOT_FOUND'],
    ['has no bucket', { error: 'NoSuchBucket' }, 1, 'SOURCE_NOT_FOUND'],
    ['is elsewhere', { error: 'PermanentRedirect', status: 301 }, 1, 'SOURCE_NOT_FOUND'],
    ['is denied', { error: 'AccessDenied' }, 1, 'SOURCE_DENIED'],
    ['is asked for with credentials that have run out', { error: 'ExpiredToken', status: 400 }, 1, 'SOURCE_DENIED'],
    ['is unchanged, though nobody asked', { error: 'NotModified', status: 304 }, 1, 'SOURCE_INVALID'],
    ['is asked for too often', { error: 'SlowDown' }, 3, 'SOURCE_THROTTLED'],
    ['is asked for too often for a long time', { error: 'SlowDown', retryAfter: 60 }, 1, 'SOURCE_THROTTLED'],
    ['comes from a service that fails', { error: 'InternalError' }, 3, 'SOURCE_THROTTLED'],
    ['is cut short', { cut: 5 }, 3, 'SOURCE_INVALID'],
    ['never comes', { hang: true }, 3, 'SOURCE_TIMEOUT'],
    ['stops in the middle', { stall: 5 }, 3, 'SOURCE_TIMEOUT'],
    ['comes too slowly', { drip: 1, every: 100 }, 3, 'SOURCE_TIMEOUT'],
  ])('an object that %s', async (_, effect, times, code) => {
    store.fail({ ...effect, times });
    await expect(get(SECOND)).rejects.toMatchObject({ code });
  });
});
