/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { startParameterStore } from '../../../infra/local/emulators/ssm.ts';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import { UNFAKED_TIMERS } from '../../support/unfaked-timers.ts';

const MINUTE_MS = 60_000;

const NAMES = 'kept failing hanging back late deleted emptied blank proxied outage'.split(' ');
const SECRETS = NAMES.map((name) => `/${name}: one\n`).join('');

let folder: string;
let store: Awaited<ReturnType<typeof startParameterStore>>;
let readToken: typeof import('../../../shared/token/read-token.ts').readToken;

const keep = (secrets: string) => writeFile(join(folder, '.secrets.yml'), secrets);
const deadline = () => createDeadline(performance.now() + MINUTE_MS);
let clock = 0;
const read = (name: string, minutes: number) => {
  jest.advanceTimersByTime((minutes - clock) * MINUTE_MS);
  clock = minutes;
  return readToken({ from: 'ssm', name }, deadline);
};

beforeAll(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  store = await startParameterStore({ secrets: join(folder, '.secrets.yml') });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SSM: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  ({ readToken } = await import('../../../shared/token/read-token.ts'));
});
beforeEach(() => {
  // The clocks stand still until a test advances them.
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS] });
  clock = 0;
  return keep(SECRETS);
});
afterEach(() => {
  jest.useRealTimers();
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

test('a token is cached for five minutes, and then read again', async () => {
  expect(await read('/kept', 0)).toBe('one');
  await keep('/kept: two\n');
  expect(await read('/kept', 4.9)).toBe('one');
  expect(await read('/kept', 5.1)).toBe('two');
});

test('while the parameter store fails, the last known token is used', async () => {
  expect(await read('/failing', 0)).toBe('one');
  store.fail({ error: 'InternalServerError', status: 500, times: 3 });
  expect(await read('/failing', 6)).toBe('one');
  await keep('/failing: two\n');
  expect(await read('/failing', 6.1)).toBe('one');
  expect(await read('/failing', 6.2)).toBe('two');
});

test('while the parameter store does not answer, the last known token is used', async () => {
  expect(await read('/hanging', 0)).toBe('one');
  store.fail({ hang: true });
  const short = () => createDeadline(performance.now() + 20);
  jest.advanceTimersByTime(6 * MINUTE_MS);
  expect(await readToken({ from: 'ssm', name: '/hanging' }, short)).toBe('one');
});

test('a deleted token is refused after five minutes, and a new token is accepted', async () => {
  expect(await read('/deleted', 0)).toBe('one');
  await keep('/other: one\n');
  expect(await read('/deleted', 4.9)).toBe('one');
  expect(await read('/deleted', 5.1)).toBeUndefined();
  store.fail({ error: 'InternalServerError', status: 500, times: 3 });
  expect(await read('/deleted', 5.2)).toBeUndefined();
  await keep('/deleted: two\n');
  expect(await read('/deleted', 5.3)).toBe('two');
});

test.each([
  ['/emptied', ''],
  ['/blank', '  '],
])('an emptied token is refused after five minutes: %s', async (name, value) => {
  expect(await read(name, 0)).toBe('one');
  const reply = JSON.stringify({ Parameter: { Name: name, Value: value } });
  store.fail({ reply, contentType: 'application/x-amz-json-1.1' });
  expect(await read(name, 6)).toBeUndefined();
});

test('while the parameter store replies without a parameter, the last known token is used', async () => {
  expect(await read('/proxied', 0)).toBe('one');
  store.fail({ reply: '{}', contentType: 'application/x-amz-json-1.1' });
  expect(await read('/proxied', 6)).toBe('one');
});

test('during an outage of the parameter store, the last known token is used for an hour and no longer', async () => {
  expect(await read('/outage', 0)).toBe('one');
  // The fault drops the connection: a reply would have the real time, and the AWS client would adopt it.
  store.fail({ drop: true, times: Number.POSITIVE_INFINITY });
  expect(await read('/outage', 6)).toBe('one');
  expect(await read('/outage', 59.9)).toBe('one');
  expect(await read('/outage', 60.05)).toBeUndefined();
  store.clearFaults();
  expect(await read('/outage', 60.1)).toBe('one');
});

test('a token that could never be read is undefined until it can be read', async () => {
  await keep('/other: one\n');
  expect(await read('/late', 0)).toBeUndefined();
  await keep('/late: one\n');
  expect(await read('/late', 0.1)).toBe('one');
});

test('a clock that is set back does not extend the caching of a token', async () => {
  expect(await read('/back', 0)).toBe('one');
  await keep('/back: two\n');
  jest.setSystemTime(Date.now() - 60 * MINUTE_MS);
  expect(await read('/back', 6)).toBe('two');
});
