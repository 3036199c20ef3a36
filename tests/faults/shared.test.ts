import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { EmulatorServer } from '../../infra/local/emulators/emulator-server.ts';
import type { Fault } from '../../infra/local/emulators/faults.ts';
import { MODES, SOURCES, STALE, slugOf, TTL } from './endpoints.ts';
import { callsOf, expectGood, expectStale, nextValue } from './scenario.ts';
import { startWall, type Wall } from './start-wall.ts';

const WAIT = 60_000;
const SECOND = 1_000;
/** How long the table is left alone once it has failed. */
const LEFT_ALONE = 10 * SECOND;
const TABLE = 'wallfeed-local-answers';
const slug = slugOf('csv', 'shared');
const other = slugOf('json', 'shared');

let wall: Wall;
let answers: EmulatorServer;
let objects: EmulatorServer;
let client: DynamoDBClient;
beforeAll(async () => {
  wall = await startWall({
    dashboard: [
      'timeout: 6s',
      'throttle: { rate: 5000, burst: 5000 }',
      'endpoints:',
      `  ${slug}: { ${SOURCES.csv}${MODES.shared} }`,
      `  ${other}: { ${SOURCES.json}${MODES.shared} }`,
      `  ${slugOf('csv', 'none')}: { ${SOURCES.csv} }`,
    ].join('\n'),
  });
  if (!wall.stack.emulators.answers || !wall.stack.emulators.objects)
    throw new Error('the stack has no table of answers');
  answers = wall.stack.emulators.answers;
  objects = wall.stack.emulators.objects;
  client = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: answers.url,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await wall.ask(slug);
}, WAIT);
afterAll(async () => {
  client?.destroy();
  await wall.close();
});
afterEach(() => {
  answers.clearFaults();
  objects.clearFaults();
  wall.clock.pass(TTL + STALE + LEFT_ALONE);
});

/** An answer that was made now, in the environment and in the table. */
const makeGood = async (): Promise<number> => {
  const value = nextValue();
  wall.clock.pass(TTL + STALE + LEFT_ALONE + SECOND);
  await wall.hold(value);
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
  ['no answer', { hang: true, ...always }, 'TimeoutError'],
  ['half a body, then silence', { stall: 5, ...always }, 'TimeoutError'],
  ['a lost connection', { drop: true, ...always }, 'ECONNRESET'],
  ['a page of a proxy', { reply: '<html>', ...always }, 'HTTP 200'],
];

describe.each(FAULTS)('DynamoDB: %s', (_, fault, cause) => {
  test('the endpoint works without it, leaves it alone for 10 s, and comes back to it', async () => {
    await makeGood();
    const value = nextValue();
    await wall.hold(value);
    wall.clock.pass(TTL + SECOND);
    answers.fail(fault);
    const since = wall.lines.length;
    const told = await wall.ask(slug);
    expectGood(told, value);
    expect(told.line).toMatchObject({ cache: 'fresh' });
    expect(await wall.remarks(since)).toEqual([expect.objectContaining({ cause })]);

    const calls = callsOf(answers);
    const next = nextValue();
    await wall.hold(next);
    expect(await wall.ask(slug)).toMatchObject({ status: 200, value, line: { cache: 'hit' } });
    wall.clock.pass(LEFT_ALONE - 2 * SECOND);
    expect(await wall.ask(other)).toMatchObject({ status: 200, value: next, line: { cache: 'fresh' } });
    expect(callsOf(answers)).toBe(calls);

    answers.clearFaults();
    wall.clock.pass(TTL + SECOND);
    expectGood(await wall.ask(slug), next);
    expect(callsOf(answers)).toBeGreaterThan(calls);
  });
});

describe('one operation of DynamoDB', () => {
  test.each([
    ['the lease', 'lease#'],
    ['the answer', 'answer#'],
    ['giving the lease up', 'DeleteItem'],
  ])('%s fails, and the caller never knows', async (_, on) => {
    await makeGood();
    const value = nextValue();
    await wall.hold(value);
    wall.clock.pass(TTL + SECOND);
    answers.fail({ error: 'InternalServerError', on, ...always });
    expectGood(await wall.ask(slug), value);
  });
});

describe('a source that fails', () => {
  test('the lease is given up, so that another environment may try at once', async () => {
    const value = await makeGood();
    const after = nextValue();
    await wall.hold(after);
    wall.clock.pass(TTL + SECOND);
    objects.fail({ error: 'AccessDenied' });
    const denied = { error: 'SOURCE_DENIED', cause: 'AccessDenied' };
    expectStale(await wall.ask(slug), value, denied, TTL + SECOND);
    wall.stack.restart();
    expectGood(await wall.ask(slug), after);
  });

  test('a new environment serves what is in the table, aged, and never for longer than the first would have', async () => {
    const value = await makeGood();
    await wall.hold(nextValue());
    objects.fail({ error: 'AccessDenied', ...always });
    wall.stack.restart();
    expect(await wall.ask(slug)).toMatchObject({ status: 200, value, line: { cache: 'hit' } });
    wall.stack.restart();
    wall.clock.pass(TTL + STALE - 20 * SECOND);
    const denied = { error: 'SOURCE_DENIED', cause: 'AccessDenied' };
    expectStale(await wall.ask(slug), value, denied, TTL + STALE - 20 * SECOND);
    wall.clock.pass(20 * SECOND);
    expect(await wall.ask(slug)).toMatchObject({ status: 502, body: { error: 'SOURCE_DENIED' } });
    wall.stack.restart();
    expect(await wall.ask(slug)).toMatchObject({ status: 502, body: { error: 'SOURCE_DENIED' } });
  });
});

/** The items of an endpoint end alike. */
const nameOfItems = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(`${wall.stack.taskRoot('pie')}/dashboard.json`, 'utf8'));
  return `${slug}##${version}`;
};

/** Another environment has the lease for so long. */
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

describe('a lease that another environment has', () => {
  test('what there is is served meanwhile, no source is called; once it has ended, the next one refreshes', async () => {
    const value = await makeGood();
    const after = nextValue();
    await wall.hold(after);
    wall.clock.pass(TTL + SECOND);
    await lend(5 * SECOND);
    const calls = callsOf(objects);
    const told = await wall.ask(slug);
    expect(told).toMatchObject({
      status: 200,
      value,
      line: { status: 200, cache: 'stale', cause: 'refreshing elsewhere', staleAnswers: 1, failures: 0 },
    });
    expect(told.headers.get('warning')).toBe('110 wallfeed "Response is Stale: refreshing elsewhere"');
    expect(Number(told.headers.get('age'))).toBeGreaterThanOrEqual((TTL + SECOND) / SECOND);
    expect(callsOf(objects)).toBe(calls);
    wall.clock.pass(5 * SECOND);
    expectGood(await wall.ask(slug), after);
  });

  test('with nothing that may be served, the source is read after a while', async () => {
    await makeGood();
    const after = nextValue();
    await wall.hold(after);
    wall.clock.pass(TTL + STALE + SECOND);
    await lend(3 * SECOND);
    expectGood(await wall.ask(slug), after);
  });

  test('a lease of a clock that was an hour ahead holds nobody up for an hour', async () => {
    await makeGood();
    const after = nextValue();
    await wall.hold(after);
    wall.clock.pass(TTL + SECOND);
    await lend(3_600 * SECOND);
    expectGood(await wall.ask(slug), after);
  });
});

test('the environment that has the lease is killed: others serve on, and one of them refreshes once it has ended', async () => {
  const value = await makeGood();
  const after = nextValue();
  await wall.hold(after);
  wall.clock.pass(TTL + SECOND);
  objects.fail({ hang: true });
  const calls = callsOf(objects);
  const lost = wall.ask(slug);
  while (callsOf(objects) === calls) await sleep(10);
  const [pid = 0] = wall.stack.processes('pie');
  process.kill(pid, 'SIGKILL');
  expect(await lost).toMatchObject({ status: 500 });
  expect(await wall.ask(slug)).toMatchObject({ status: 200, value, line: { cache: 'stale' } });
  wall.clock.pass(6 * SECOND);
  expectGood(await wall.ask(slug), after);
});

test('a clock that goes back does not keep an answer fresh', async () => {
  wall.clock.jump(3_600 * SECOND);
  const value = await makeGood();
  wall.clock.jump(-3_600 * SECOND);
  const after = nextValue();
  await wall.hold(after);
  wall.stack.restart();
  wall.clock.pass(TTL + SECOND);
  const told = await wall.ask(slug);
  expect([value, after]).toContain(told.value);
  expect(told).toMatchObject({ status: 200, value: after });
});
