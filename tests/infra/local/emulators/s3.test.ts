/** @jest-environment node */
import { utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { GetObjectCommand, type GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type ObjectStore, startObjectStore } from '../../../../infra/local/emulators/s3.ts';
import { abortAtCall } from '../../../support/cloud/abort-at-call.ts';
import { signed } from '../../../support/cloud/start-s3.ts';
import { createFolder, type Folder } from '../../../support/folders/folder.ts';

let folder: Folder;
let store: ObjectStore;
let client: S3Client;
const written = jest.spyOn(process.stdout, 'write');
beforeAll(async () => {
  folder = await createFolder();
  await folder.write('traffic.csv', 'a,b\n1,2\n');
  await folder.write('2026/流量 b+c.csv', '中');
  await folder.write('empty.json', '');
  await folder.write('seed.sql', 'select 1');
  await folder.write('lake/orders/day=2026-11-20/a.csv', 'a\n1\n');
  await folder.write('stock.parquet', 'PAR1');
  store = await startObjectStore({ bucket: 'local', dashboard: 'ops-room', data: folder.path });
  process.env.AWS_ENDPOINT_URL_S3 = store.url;
  client = new S3Client(signed);
});
afterAll(async () => {
  process.env.AWS_ENDPOINT_URL_S3 = undefined;
  await store.close();
  await folder.remove();
});

const get = (key: string, more: Partial<GetObjectCommandInput> = {}) =>
  client.send(new GetObjectCommand({ Bucket: 'local', Key: `ops-room/${key}`, ...more }));

const read = async (key: string) => (await get(key)).Body?.transformToString();

const error = (name: string, status: number) => ({ name, $metadata: { httpStatusCode: status } });

test('the SDK finds the S3 emulator through its environment variable, with the files below the dashboard’s slug', async () => {
  expect(await read('traffic.csv')).toBe('a,b\n1,2\n');
  expect(await read('2026/流量 b+c.csv')).toBe('中');
  expect(await read('empty.json')).toBe('');
});

test('the S3 emulator does not serve the seeds of the database and the files of a lake', async () => {
  for (const key of ['seed.sql', 'lake/orders/day=2026-11-20/a.csv'])
    await expect(get(key)).rejects.toMatchObject(error('NoSuchKey', 404));
});

test('the S3 emulator answers a request for an unchanged object with 304', async () => {
  const { ETag = '', ContentLength } = await get('traffic.csv');
  expect(ETag).toMatch(/^"[0-9a-f]{32}"$/);
  expect(ContentLength).toBe(8);
  await expect(get('traffic.csv', { IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
});

test.each(['traffic.csv', '2026/流量 b+c.csv'])(
  '%s has the time of its file, also after a write of the same bytes',
  async (name) => {
    const [before, after] = [new Date('2026-10-19T06:12:00Z'), new Date('2026-10-20T06:12:00Z')];
    await utimes(join(folder.path, name), before, before);
    await store.refresh();
    expect((await get(name)).LastModified).toEqual(before);
    await utimes(join(folder.path, name), after, after);
    await store.refresh([`${basename(folder.path)}/${name}`]);
    expect((await get(name)).LastModified).toEqual(after);
  },
);

test('the S3 emulator repeats the time of a file with the status 304', async () => {
  const time = new Date('2026-10-19T06:12:00Z');
  await utimes(join(folder.path, 'traffic.csv'), time, time);
  await store.refresh();
  const { ETag } = await get('traffic.csv');
  const failure = await get('traffic.csv', { IfNoneMatch: ETag }).catch((error) => error);
  expect(failure.$response.headers['last-modified']).toBe(time.toUTCString());
});

test('the S3 emulator refuses an unknown bucket', async () => {
  await expect(get('traffic.csv', { Bucket: 'another' })).rejects.toMatchObject(error('NoSuchBucket', 404));
});

describe('a refresh of the S3 emulator', () => {
  test('a refresh of the S3 emulator uploads new and changed files, deletes removed ones, and leaves the others unchanged', async () => {
    await folder.write('old.csv', 'old');
    await store.refresh();
    const { LastModified: before } = await get('traffic.csv');
    await folder.write('new.csv', 'new');
    await folder.write('empty.json', '{}');
    await folder.remove('old.csv');
    await store.refresh();
    expect(await read('new.csv')).toBe('new');
    expect(await read('empty.json')).toBe('{}');
    await expect(get('old.csv')).rejects.toMatchObject(error('NoSuchKey', 404));
    expect((await get('traffic.csv')).LastModified).toEqual(before);
  });

  test('a refresh of the S3 emulator accepts objects of any size', async () => {
    await folder.write('large.csv', Buffer.alloc(17 * 1024 * 1024, 'x'));
    await store.refresh();
    const { ContentLength, Body } = await get('large.csv');
    expect(ContentLength).toBe(17 * 1024 * 1024);
    expect((await Body?.transformToByteArray())?.length).toBe(ContentLength);
  });

  test('a refresh of the S3 emulator treats a missing folder as empty', async () => {
    const empty = await startObjectStore({ bucket: 'local', dashboard: 'ops-room', data: `${folder.path}/nowhere` });
    const emptyClient = new S3Client({ ...signed, endpoint: empty.url });
    const read = emptyClient.send(new GetObjectCommand({ Bucket: 'local', Key: 'ops-room/traffic.csv' }));
    await expect(read).rejects.toMatchObject(error('NoSuchKey', 404));
    await empty.close();
  });
});

test('a queued fault makes the S3 emulator fail', async () => {
  store.fail({ error: 'AccessDenied' });
  await expect(get('traffic.csv')).rejects.toMatchObject(error('AccessDenied', 403));
  store.fail({ error: 'SlowDown', times: 3 });
  await expect(get('traffic.csv')).rejects.toMatchObject(error('SlowDown', 503));
  store.fail({ drop: true, times: 3 });
  await expect(get('traffic.csv')).rejects.toThrow();
  store.fail({ hang: true });
  const hanging = client.send(new GetObjectCommand({ Bucket: 'local', Key: 'ops-room/traffic.csv' }), {
    abortSignal: abortAtCall(store),
  });
  await expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
  expect(await read('traffic.csv')).toBe('a,b\n1,2\n');
});

test('the S3 emulator prints nothing and listens only on this machine', () => {
  expect(written).not.toHaveBeenCalled();
  expect(store.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

describe('a conditional read', () => {
  test('a conditional read is answered with 304 until the object changes, then with 200', async () => {
    await folder.write('tagged.csv', 'one');
    await store.refresh();
    const { ETag = '' } = await get('tagged.csv');
    const unchanged = { $metadata: { httpStatusCode: 304 } };
    await expect(get('tagged.csv', { IfNoneMatch: ETag })).rejects.toMatchObject(unchanged);
    expect(await (await get('tagged.csv', { IfNoneMatch: '"another"' })).Body?.transformToString()).toBe('one');
    await folder.write('tagged.csv', 'two');
    await store.refresh();
    const changed = await get('tagged.csv', { IfNoneMatch: ETag });
    expect(await changed.Body?.transformToString()).toBe('two');
    expect(changed.ETag).not.toBe(ETag);
  });

  test('a conditional read notices a new object of the same length', async () => {
    await folder.write('length.csv', 'ab');
    await store.refresh();
    const { ETag = '' } = await get('length.csv');
    await folder.write('length.csv', 'ba');
    await store.refresh();
    const again = await get('length.csv', { IfNoneMatch: ETag });
    expect(await again.Body?.transformToString()).toBe('ba');
  });
});

test('the client notices a truncated body by its length', async () => {
  store.fail({ cut: 3, on: 'traffic.csv' });
  const { Body, ContentLength } = await get('traffic.csv');
  expect(ContentLength).toBe(8);
  await expect(Body?.transformToString()).rejects.toThrow('aborted');
  expect(await read('traffic.csv')).toBe('a,b\n1,2\n');
});

test('a fault that cuts the body leaves a response without a body unchanged, and its connection stays usable', async () => {
  const { ETag = '' } = await get('traffic.csv');
  store.fail({ stall: 0 });
  await expect(get('traffic.csv', { IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
  expect(await read('traffic.csv')).toBe('a,b\n1,2\n');
});
