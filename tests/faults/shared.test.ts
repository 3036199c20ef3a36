import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { EmulatorServer } from '../../infra/local/emulators/server/emulator-server.ts';
import type { Fault } from '../../infra/local/emulators/server/faults.ts';
import { MODES, SOURCES, STALE_MS, slugOf, TTL_MS } from '../support/faults/endpoints.ts';
import { expectGood, expectStale, nextValue } from '../support/faults/scenario.ts';
import { callsOf, startWall, type Wall } from '../support/faults/start-wall.ts';

const SECOND_MS = 1_000;
const TABLE_PAUSE_MS = 10 * SECOND_MS;
/** Time limit of a call to the table. */
const CALL_MS = SECOND_MS;
const TABLE = 'wallfeed-local-answers';
const slug = slugOf('csv', 'shared');
const otherSlug = slugOf('json', 'shared');

let wall: Wall;
let answers: EmulatorServer;
let objects: EmulatorServer;
let client: DynamoDBClient;
beforeAll(async () => {
  wall = await startWall({
    rate: 0,
    dashboard: [
      'timeout: 10s',
      'throttle: { rate: 5000, burst: 5000 }',
      'endpoints:',
      `  ${slug}: { ${SOURCES.csv}${MODES.shared} }`,
      `  ${otherSlug}: { ${SOURCES.json}${MODES.shared} }`,
      `  ${slugOf('csv', 'none')}: { ${SOURCES.csv} }`,
    ].join('\n'),
  });
  if (!wall.stack.emulators.answers || !wall.stack.emulators.objects)
    throw new Error('the stack has no table of answers');
  answers = wall.stack.emulators.answers;
  objects = wall.stack.emulators.objects;
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = wall.stack.emulators.environment();
  client = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: answers.url,
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
  });
  await wall.ask(slug);
});
afterAll(async () => {
  client?.destroy();
  await wall.close();
});
afterEach(() => {
  answers.clearFaults();
  objects.clearFaults();
  wall.clock.pass(TTL_MS + STALE_MS + TABLE_PAUSE_MS);
});

const cacheResponse = async (): Promise<number> => {
  const value = nextValue();
  wall.clock.pass(TTL_MS + STALE_MS + TABLE_PAUSE_MS + SECOND_MS);
  await wall.setValue(value);
  expectGood(await wall.ask(slug), value);
  return value;
};

const always = { times: Number.POSITIVE_INFINITY };
const FAULTS: readonly (readonly [string, Fault, string])[] = [
  ['ThrottlingException', { error: 'ThrottlingException', ...always }, 'ThrottlingException'],
  [
    'ProvisionedThroughputExceededException',
    { error: 'ProvisionedThroughputExceededException', ...always },
    'ProvisionedThroughputExceededException',
  ],
  ['InternalServerError', { error: 'InternalServerError', ...always }, 'InternalServerError'],
  ['ResourceNotFoundException', { error: 'ResourceNotFoundException', ...always }, 'ResourceNotFoundException'],
  ['AccessDeniedException', { error: 'AccessDeniedException', ...always }, 'AccessDeniedException'],
  ['no response', { hang: true, ...always }, 'TimeoutError'],
  ['half a body, then silence', { stall: 5, ...always }, 'TimeoutError'],
  ['a lost connection', { drop: true, ...always }, 'ECONNRESET'],
  ['a page of a proxy', { reply: '<html>', ...always }, 'HTTP 200'],
];

describe.each(FAULTS)('DynamoDB with %s', (_, fault, cause) => {
  test('an endpoint works without the shared cache for 10 s, and then uses it again', async () => {
    await cacheResponse();
    const value = nextValue();
    await wall.setValue(value);
    wall.clock.pass(TTL_MS + SECOND_MS);
    answers.fail(fault);
    const since = wall.lines.length;
    const response = await (cause === 'TimeoutError'
      ? wall.askInVain(slug, { count: 1, of: [answers], milliseconds: CALL_MS })
      : wall.ask(slug));
    expectGood(response, value);
    expect(response.line).toMatchObject({ cache: 'fresh' });
    expect(await wall.remarks(since)).toEqual([expect.objectContaining({ cause })]);

    const calls = callsOf(answers);
    const nextNumber = nextValue();
    await wall.setValue(nextNumber);
    expect(await wall.ask(slug)).toMatchObject({ status: 200, value, line: { cache: 'hit' } });
    wall.clock.pass(TABLE_PAUSE_MS - 2 * SECOND_MS);
    expect(await wall.ask(otherSlug)).toMatchObject({ status: 200, value: nextNumber, line: { cache: 'fresh' } });
    expect(callsOf(answers)).toBe(calls);

    answers.clearFaults();
    wall.clock.pass(TTL_MS + SECOND_MS);
    expectGood(await wall.ask(slug), nextNumber);
    expect(callsOf(answers)).toBeGreaterThan(calls);
  });
});

describe('an endpoint with a shared cache', () => {
  test.each([
    ['taking the lease', 'lease#'],
    ['reading the response', 'answer#'],
    ['releasing the lease', 'DeleteItem'],
  ])('an endpoint with a shared cache responds as usual when %s fails', async (_, on) => {
    await cacheResponse();
    const value = nextValue();
    await wall.setValue(value);
    wall.clock.pass(TTL_MS + SECOND_MS);
    answers.fail({ error: 'InternalServerError', on, ...always });
    expectGood(await wall.ask(slug), value);
  });
});

describe('an environment whose source fails', () => {
  test('an environment whose source fails releases the lease, so that another environment may try at once', async () => {
    const value = await cacheResponse();
    const after = nextValue();
    await wall.setValue(after);
    wall.clock.pass(TTL_MS + SECOND_MS);
    objects.fail({ error: 'AccessDenied' });
    const denied = { error: 'SOURCE_DENIED', cause: 'AccessDenied' };
    expectStale(await wall.ask(slug), value, denied, TTL_MS + SECOND_MS);
    wall.stack.restart();
    expectGood(await wall.ask(slug), after);
  });

  test('an environment whose source fails serves the shared response with its age, and no longer than `cache` plus `stale`', async () => {
    const value = await cacheResponse();
    await wall.setValue(nextValue());
    objects.fail({ error: 'AccessDenied', ...always });
    wall.stack.restart();
    expect(await wall.ask(slug)).toMatchObject({ status: 200, value, line: { cache: 'hit' } });
    wall.stack.restart();
    wall.clock.pass(TTL_MS + STALE_MS - 20 * SECOND_MS);
    const denied = { error: 'SOURCE_DENIED', cause: 'AccessDenied' };
    expectStale(await wall.ask(slug), value, denied, TTL_MS + STALE_MS - 20 * SECOND_MS);
    wall.clock.pass(20 * SECOND_MS);
    expect(await wall.ask(slug)).toMatchObject({ status: 502, body: { error: 'SOURCE_DENIED' } });
    wall.stack.restart();
    expect(await wall.ask(slug)).toMatchObject({ status: 502, body: { error: 'SOURCE_DENIED' } });
  });
});

const nameOfItems = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(`${wall.stack.taskRoot('pie')}/dashboard.json`, 'utf8'));
  return `${slug}##${version}`;
};

const lend = async (milliseconds: number): Promise<void> => {
  const until = wall.clock.now() + milliseconds;
  const Item = {
    key: { S: `pie#lease#${await nameOfItems()}` },
    owner: { S: 'another' },
    until: { N: String(until) },
    expiresAt: { N: String(Math.ceil(until / 1000) + 60) },
  };
  await client.send(new PutItemCommand({ TableName: TABLE, Item }));
};

describe('leases of other environments', () => {
  test('a lease of another environment makes this environment serve the stale response, and refresh it once the lease has ended', async () => {
    const value = await cacheResponse();
    const after = nextValue();
    await wall.setValue(after);
    wall.clock.pass(TTL_MS + SECOND_MS);
    await lend(5 * SECOND_MS);
    const calls = callsOf(objects);
    const response = await wall.ask(slug);
    expect(response).toMatchObject({
      status: 200,
      value,
      line: { status: 200, cache: 'stale', cause: 'refreshing elsewhere', staleAnswers: 1, failures: 0 },
    });
    expect(response.headers.get('warning')).toBe('110 wallfeed "Response is Stale: refreshing elsewhere"');
    expect(Number(response.headers.get('age'))).toBeGreaterThanOrEqual((TTL_MS + SECOND_MS) / SECOND_MS);
    expect(callsOf(objects)).toBe(calls);
    wall.clock.pass(5 * SECOND_MS + 1);
    expectGood(await wall.ask(slug), after);
  });

  test('a lease of another environment makes this environment wait, and then read the source, if no response is cached', async () => {
    await cacheResponse();
    const after = nextValue();
    await wall.setValue(after);
    wall.clock.pass(TTL_MS + STALE_MS + SECOND_MS);
    await lend(3 * SECOND_MS);
    const looks = { count: 6, of: [answers], milliseconds: 3 * SECOND_MS + 1 };
    expectGood(await wall.askInVain(slug, looks), after);
  });

  test('a lease of another environment is ignored if the clock of that environment was an hour ahead', async () => {
    await cacheResponse();
    const after = nextValue();
    await wall.setValue(after);
    wall.clock.pass(TTL_MS + SECOND_MS);
    await lend(3_600 * SECOND_MS);
    expectGood(await wall.ask(slug), after);
  });
});

test('after the holder of a lease was killed, other environments serve the stale response, and one of them refreshes it once the lease has ended', async () => {
  const value = await cacheResponse();
  const after = nextValue();
  await wall.setValue(after);
  wall.clock.pass(TTL_MS + SECOND_MS);
  objects.fail({ hang: true });
  const calls = callsOf(objects);
  const lost = wall.ask(slug);
  while (callsOf(objects) === calls) await sleep(10);
  const [pid = 0] = wall.stack.processes('pie');
  process.kill(pid, 'SIGKILL');
  expect(await lost).toMatchObject({ status: 500 });
  expect(await wall.ask(slug)).toMatchObject({ status: 200, value, line: { cache: 'stale' } });
  wall.clock.pass(6 * SECOND_MS);
  expectGood(await wall.ask(slug), after);
});

test('setting the clock back does not keep a shared response fresh', async () => {
  wall.clock.jump(3_600 * SECOND_MS);
  const value = await cacheResponse();
  wall.clock.jump(-3_600 * SECOND_MS);
  const after = nextValue();
  await wall.setValue(after);
  wall.stack.restart();
  wall.clock.pass(TTL_MS + SECOND_MS);
  const response = await wall.ask(slug);
  expect([value, after]).toContain(response.value);
  expect(response).toMatchObject({ status: 200, value: after });
});
