/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ObjectStore, startObjectStore } from '../../../infra/local/emulators/s3.ts';
import { createServe, ENDPOINT, REQUEST_EVENT, type Served } from '../../support/requests/serve-events.ts';

const ONE_MINUTE_MS = 60_000;
const REMAINING_MS = 2_000;

const cache = { ttl: 1, shared: false };
const SLOW = { ...ENDPOINT, deadline: ONE_MINUTE_MS };

let folder: string;
let store: ObjectStore;
let ask: (slug: 'bare' | 'stale', remaining?: number) => Promise<Served>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  await writeFile(join(folder, 'share.csv'), 'name,value,score,pv\na,1,,\n');
  store = await startObjectStore({ bucket: 'wall', dashboard: 'wall', data: folder });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    WALLFEED_BUCKET: 'wall',
  });
  const serve = (await createServe())({ bare: SLOW, stale: { ...SLOW, cache, stale: ONE_MINUTE_MS } });
  ask = (slug, remaining) =>
    serve(
      { ...REQUEST_EVENT, pathParameters: { endpoint: slug } },
      remaining === undefined ? {} : { getRemainingTimeInMillis: () => remaining },
    );
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

/** Returns the response, or undefined if Lambda would have ended the invocation first. */
const inTime = (slug: 'bare' | 'stale') =>
  Promise.race([ask(slug, REMAINING_MS), sleep(REMAINING_MS, 'killed by Lambda', { ref: false })]);

test('an invocation with little time left serves the stale response, or else the error, before Lambda ends it', async () => {
  expect(await ask('stale')).toMatchObject({ statusCode: 200 });
  store.fail({ hang: true, times: Number.POSITIVE_INFINITY });
  expect(await inTime('stale')).toMatchObject({ statusCode: 200, line: { cache: 'stale', error: 'SOURCE_TIMEOUT' } });
  expect(await inTime('bare')).toMatchObject({ statusCode: 504, problem: { error: 'SOURCE_TIMEOUT' } });
});
