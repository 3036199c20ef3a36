import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { startParameterStore } from '../../../infra/local/parameter-store.ts';
import { createDeadline } from '../../../shared/sources/deadline.ts';

const MINUTE = 60_000;

/** The clocks stand until they are told to go on; the store is real, and so are its timers. */
const REAL = ['nextTick', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout', 'clearTimeout'] as const;

let folder: string;
let store: Awaited<ReturnType<typeof startParameterStore>>;
let readToken: typeof import('../../../shared/token/read-token.ts').readToken;

const keep = (secrets: string) => writeFile(join(folder, '.secrets.yml'), secrets);
const deadline = () => createDeadline(performance.now() + MINUTE);
let clock = 0;
/** Reads a token so many minutes after the test began. */
const read = (name: string, minutes: number) => {
  jest.advanceTimersByTime((minutes - clock) * MINUTE);
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
  jest.useFakeTimers({ doNotFake: [...REAL] });
  clock = 0;
  return keep('/kept: one\n/failing: one\n/hanging: one\n/back: one\n/late: one\n');
});
afterEach(() => {
  jest.useRealTimers();
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

test('a token is kept for five minutes, and read again after them', async () => {
  expect(await read('/kept', 0)).toBe('one');
  await keep('/kept: two\n');
  expect(await read('/kept', 4.9)).toBe('one');
  expect(await read('/kept', 5.1)).toBe('two');
});

test('while the store fails, the last value known serves', async () => {
  expect(await read('/failing', 0)).toBe('one');
  store.fail({ error: 'InternalServerError', status: 500, times: 3 });
  expect(await read('/failing', 6)).toBe('one');
  await keep('/failing: two\n');
  expect(await read('/failing', 6.1)).toBe('one');
  expect(await read('/failing', 6.2)).toBe('two');
});

test('the last value known serves too while the store does not answer', async () => {
  expect(await read('/hanging', 0)).toBe('one');
  store.fail({ hang: true });
  const short = () => createDeadline(performance.now() + 20);
  jest.advanceTimersByTime(6 * MINUTE);
  expect(await readToken({ from: 'ssm', name: '/hanging' }, short)).toBe('one');
});

test('a clock that is set back does not keep a token longer', async () => {
  expect(await read('/back', 0)).toBe('one');
  await keep('/back: two\n');
  jest.setSystemTime(Date.now() - 60 * MINUTE);
  expect(await read('/back', 6)).toBe('two');
});

test('one that was never read is none, until it can be', async () => {
  await keep('/other: one\n');
  expect(await read('/late', 0)).toBeUndefined();
  await keep('/late: one\n');
  expect(await read('/late', 0.1)).toBe('one');
});
