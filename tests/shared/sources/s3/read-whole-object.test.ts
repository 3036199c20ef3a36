/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type ObjectStore, startObjectStore } from '../../../../infra/local/emulators/s3.ts';
import type { Effect } from '../../../../infra/local/emulators/server/faults.ts';
import { createDeadline } from '../../../../shared/aws/deadline.ts';

/** The pauses before a retry take no time. */
jest.unstable_mockModule('node:timers/promises', () => ({ setTimeout: async (_: number, value: unknown) => value }));

const CONTENT = 'name,value\nSearch,1\n';
const SECOND_MS = 1_000;
/** Time limit for reads that always end. Even on a busy machine, they end in time. */
const MINUTE_MS = 60_000;
/** The effects of the store on the requests for an object, one after another. */
type Behaviour = readonly (Effect & { readonly times?: number })[];

const ALWAYS = { times: Number.POSITIVE_INFINITY };
/** Faults that a read survives, although S3 makes it wait. */
const SLOW: Readonly<Record<string, Behaviour>> = {
  'a connection without a response': [{ hang: true }],
  'a body that stalls midway, by a request on another connection': [{ stall: 5 }],
  'a slow first byte': [{ delay: 4 * SECOND_MS, ...ALWAYS }],
};
const SILENT_THEN_BUSY: Behaviour = [{ hang: true }, { error: 'SlowDown', ...ALWAYS }];
/** Faults that last until the deadline. */
const ENDLESS: Readonly<Record<string, Behaviour>> = {
  'never arrives': [{ hang: true, ...ALWAYS }],
  'stops in the middle': [{ stall: 5, ...ALWAYS }],
  'arrives too slowly': [{ drip: 1, every: 100, ...ALWAYS }],
};

interface ReadOptions {
  readonly key?: string;
  readonly milliseconds?: number;
  readonly known?: string | undefined;
}

let data: string;
let store: ObjectStore;
let get: (options?: ReadOptions) => Promise<{ bytes: Uint8Array; version?: { etag: string } } | undefined>;
/** The reads that wait for S3, by their objects. All of them wait at the same time. */
const waiting = new Map<string, ReturnType<typeof get>>();

const KEYS = [...Object.keys(SLOW), 'silent', ...Object.keys(ENDLESS)];
const keyOf = (name: string): string => `waiting-${KEYS.indexOf(name)}.csv`;
const startRead = (name: string, behaviour: Behaviour, milliseconds: number): void => {
  for (const effect of behaviour) store.fail({ ...effect, on: keyOf(name) });
  const read = get({ key: keyOf(name), milliseconds });
  read.catch(() => undefined);
  waiting.set(name, read);
};

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  for (const key of ['share.csv', ...KEYS.map(keyOf)]) await writeFile(join(data, key), CONTENT);
  store = await startObjectStore({ bucket: 'wall', dashboard: 'wall', data });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const { readWholeObject } = await import('../../../../shared/sources/s3/read-whole-object.ts');
  get = ({ key = 'share.csv', milliseconds = MINUTE_MS, known } = {}) =>
    readWholeObject(
      { bucket: 'wall', key: `wall/${key}` },
      createDeadline(performance.now() + milliseconds),
      known === undefined ? known : { etag: known },
    );
  for (const [name, behaviour] of Object.entries(SLOW)) startRead(name, behaviour, MINUTE_MS);
  startRead('silent', SILENT_THEN_BUSY, 5 * SECOND_MS);
  for (const [name, behaviour] of Object.entries(ENDLESS)) startRead(name, behaviour, SECOND_MS);
});
afterAll(async () => {
  await store.close();
  await rm(data, { recursive: true });
});

test('an object is downloaded with its ETag, and not again while the ETag is the same', async () => {
  const read = await get();
  expect(Buffer.from(read?.bytes ?? []).toString()).toBe(CONTENT);
  expect(await get({ known: read?.version?.etag })).toBeUndefined();
  expect(await get({ known: '"another"' })).toEqual(read);
});

describe('faults while reading an object', () => {
  test.each<[string, Effect]>([
    ['throttling', { error: 'SlowDown', status: 503 }],
    ['an internal error of S3', { error: 'InternalError', status: 500 }],
    ['too many requests', { error: 'TooManyRequests', status: 429 }],
    ['a body that is cut short', { cut: 5 }],
    ['a lost connection', { drop: true }],
  ])('reading an object survives %s', async (_, effect) => {
    store.fail({ ...effect, on: 'share.csv' });
    expect(await get()).toBeDefined();
  });

  test.each(Object.keys(SLOW))('reading an object survives %s', async (name) => {
    const read = await waiting.get(name);
    expect(Buffer.from(read?.bytes ?? []).toString()).toBe(CONTENT);
  });
});

test('silence followed by throttling is reported as throttling', async () => {
  const throttled = { code: 'SOURCE_THROTTLED', cause: { name: 'SlowDown' } };
  await expect(waiting.get('silent')).rejects.toMatchObject(throttled);
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
  ])('a persistent failure is reported for an object that %s', async (_, effect, times, code) => {
    store.fail({ ...effect, times, on: 'share.csv' });
    await expect(get()).rejects.toMatchObject({ code });
  });

  test.each(Object.keys(ENDLESS))('a persistent failure is reported for an object that %s', async (name) => {
    await expect(waiting.get(name)).rejects.toMatchObject({ code: 'SOURCE_TIMEOUT' });
  });
});
