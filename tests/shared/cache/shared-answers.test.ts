import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type AttributeValue, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startAnswersTable } from '../../../infra/local/answers-table.ts';
import type { Front } from '../../../infra/local/start-front.ts';
import { createAnswer, type KeptAnswer } from '../../../shared/cache/answer.ts';
import type { AnswersTable } from '../../../shared/cache/answers-table.ts';
import { now } from '../../../shared/cache/instant.ts';
import {
  createSharedAnswers,
  type Lease,
  type SharedAnswers,
  type Terms,
} from '../../../shared/cache/shared-answers.ts';

const TABLE = 'answers';
const SECOND = 1_000;
const REAL = ['nextTick', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout', 'clearTimeout'] as const;

/** A request that begins when it is asked for. */
const termsOf = (deadline: number): Terms => ({
  ttl: 30 * SECOND,
  stale: 600 * SECOND,
  deadline,
  get endsAt() {
    return performance.now() + deadline;
  },
});
const TERMS = termsOf(2 * SECOND);

let store: Front;
let open: () => Promise<AnswersTable>;
const complaints: string[] = [];

const answer = (text: string): KeptAnswer => ({ answer: createAnswer(text, 2), goodAt: now() });
const later = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);
/** Turns that were given; at the end of a test they are given up. */
const leases: Lease[] = [];
const create = (): SharedAnswers => {
  const { consult, find } = createSharedAnswers(open);
  return {
    find,
    consult: async (...asked) => {
      const turn = await consult(...asked);
      if (turn.lease) leases.push(turn.lease);
      return turn;
    },
  };
};

/** A name of its own for each test. */
let tests = 0;
let name = '';

const put = (item: Record<string, AttributeValue>) =>
  new DynamoDBClient().send(new PutItemCommand({ TableName: TABLE, Item: item }));

/** An environment that is given the turn and shares an answer. */
const makeAnswer = async (text: string, terms: Terms = TERMS): Promise<void> => {
  const { lease } = await create().consult(name, terms);
  await lease?.share(answer(text));
};

beforeAll(async () => {
  jest.spyOn(console, 'error').mockImplementation((line) => complaints.push(String(line)));
  store = await startAnswersTable({
    name: TABLE,
    properties: {
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'key', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'key', KeyType: 'HASH' }],
    },
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const { createAnswersTable } = await import('../../../shared/cache/answers-table.ts');
  open = async () => createAnswersTable(TABLE, 'pie');
});
beforeEach(() => {
  tests += 1;
  name = `share#30#${tests}`;
  complaints.length = 0;
  jest.useFakeTimers({ doNotFake: [...REAL], now: Date.now() });
});
afterEach(async () => {
  store.mend();
  await Promise.all(leases.splice(0).map((lease) => lease.giveUp()));
  // Calls that were given up may still be on their way.
  await sleep(20);
  jest.useRealTimers();
});
afterAll(() => store.close());

describe('one of many environments', () => {
  test('has the turn, and the others get what it shares', async () => {
    const turns = await Promise.all(Array.from({ length: 5 }, () => create().consult(name, { ...TERMS, stale: 0 })));
    expect(turns.filter(({ lease }) => lease)).toHaveLength(1);
    await turns.find(({ lease }) => lease)?.lease?.share(answer('"first"'));
    later(5 * SECOND);
    const { kept, lease } = await create().consult(name, TERMS);
    expect(lease).toBeUndefined();
    expect(kept?.answer).toMatchObject({ text: '"first"', rows: 2 });
  });

  test('waits for what another makes at that moment', async () => {
    const { lease } = await create().consult(name, TERMS);
    const waiting = create().consult(name, TERMS);
    await sleep(50);
    await lease?.share(answer('"first"'));
    expect((await waiting).kept?.answer.text).toBe('"first"');
  });

  test('waits longer than a source usually takes, for what another makes', async () => {
    const terms = termsOf(8 * SECOND);
    const { lease } = await create().consult(name, terms);
    const waiting = Promise.all([create().consult(name, terms), create().consult(name, terms)]);
    await sleep(1_500);
    await lease?.share(answer('"first"'));
    for (const turn of await waiting) expect(turn).toMatchObject({ kept: { answer: { text: '"first"' } } });
  });

  test('looks once more at the end, where it did not wait for it to the end', async () => {
    const shared = create();
    expect(await shared.find(name, TERMS.endsAt)).toBeUndefined();
    await makeAnswer('"first"');
    expect((await shared.find(name, TERMS.endsAt))?.answer.text).toBe('"first"');
  });

  test('serves what there is while another makes the next', async () => {
    await makeAnswer('"first"');
    later(31 * SECOND);
    expect((await create().consult(name, TERMS)).lease).toBeDefined();
    expect(await create().consult(name, TERMS)).toMatchObject({
      isRefreshing: true,
      kept: { answer: { text: '"first"' } },
    });
  });

  test('and does not where it is too old', async () => {
    await makeAnswer('"first"');
    later(631 * SECOND);
    expect((await create().consult(name, TERMS)).lease).toBeDefined();
    expect((await create().consult(name, TERMS)).isRefreshing).toBeUndefined();
  });
});

describe('a turn', () => {
  test('ends when it is given up', async () => {
    const { lease } = await create().consult(name, TERMS);
    await lease?.giveUp();
    expect((await create().consult(name, TERMS)).lease).toBeDefined();
  });

  test('lasts for as long as an answer is being made', async () => {
    const terms = termsOf(8 * SECOND);
    await create().consult(name, terms);
    jest.useRealTimers();
    await sleep(3_500);
    expect((await create().consult(name, { ...terms, endsAt: performance.now() + 10 })).lease).toBeUndefined();
  });

  test('ends by time, once nobody is at work', async () => {
    await create().consult(name, TERMS);
    later(3 * SECOND + 1);
    expect((await create().consult(name, TERMS)).lease).toBeDefined();
  });

  test('ends with a good answer that is good for less than a turn lasts', async () => {
    const terms = { ...TERMS, ttl: 2 * SECOND };
    await makeAnswer('"first"', terms);
    later(2 * SECOND + 1);
    expect((await create().consult(name, terms)).lease).toBeDefined();
  });

  test('that ends later than any that could be taken is of a wrong clock, and void', async () => {
    const until = { N: String(Date.now() + 3_600_000) };
    await put({ key: { S: `pie#lease#${name}` }, owner: { S: 'another' }, until });
    expect((await create().consult(name, TERMS)).lease).toBeDefined();
  });

  test('whose end is no time is void', async () => {
    await put({ key: { S: `pie#lease#${name}` }, owner: { S: 'another' }, until: { S: 'tomorrow' } });
    expect((await create().consult(name, TERMS)).lease).toBeDefined();
  });

  test('that never ends is not waited for, once it has lasted longer than any does', async () => {
    await makeAnswer('"first"');
    later(31 * SECOND);
    const shared = create();
    const hold = () =>
      put({ key: { S: `pie#lease#${name}` }, owner: { S: 'x' }, until: { N: String(Date.now() + SECOND) } });
    await hold();
    expect((await shared.consult(name, TERMS)).isRefreshing).toBe(true);
    later(4 * SECOND);
    await hold();
    const { lease } = await shared.consult(name, TERMS);
    await lease?.share(answer('"second"'));
    expect((await create().consult(name, TERMS)).kept?.answer.text).toBe('"second"');
    later(31 * SECOND);
    await hold();
    expect((await shared.consult(name, TERMS)).isRefreshing).toBe(true);
  });

  test('that was taken over is not given up by the one who had it', async () => {
    const { lease } = await create().consult(name, TERMS);
    later(10 * SECOND);
    expect((await create().consult(name, TERMS)).lease).toBeDefined();
    await lease?.giveUp();
    expect((await create().consult(name, TERMS)).lease).toBeUndefined();
  });
});

describe('what is shared', () => {
  test('is as old as it was when it was made', async () => {
    await makeAnswer('"first"');
    later(12 * SECOND);
    const { kept } = await create().consult(name, TERMS);
    expect(Date.now() - (kept?.goodAt.wall ?? 0)).toBe(12 * SECOND);
    expect(performance.now() - (kept?.goodAt.steady ?? 0)).toBeCloseTo(12 * SECOND, 0);
  });

  test('is for one name alone', async () => {
    await makeAnswer('"first"');
    expect((await create().consult(`${name}#other`, TERMS)).kept).toBeUndefined();
  });

  test('is no answer that is too large: then each environment makes its own', async () => {
    await makeAnswer(randomBytes(500_000).toString('base64'));
    expect(await create().consult(name, TERMS)).toEqual({});
    expect(complaints).toEqual([]);
  });

  test.each([
    ['was made in the future, by a wrong clock', { madeAt: { N: String(Date.now() + 3_600_000) } }],
    ['cannot be unpacked', { body: { B: Buffer.from('not gzip') } }],
    ['is not JSON', { body: { B: gzipSync('<html>') } }],
    ['is empty', { body: { B: gzipSync('') } }],
    ['is larger than any answer once it is unpacked', { body: { B: gzipSync(Buffer.alloc(7 * 1024 * 1024, '1')) } }],
    ['does not say when it was made', { madeAt: { S: 'yesterday' } }],
  ])('is nothing when it %s, and is replaced', async (_, wrong) => {
    const body = { B: gzipSync('"first"') };
    const key = { S: `pie#answer#${name}` };
    await put({ key, madeAt: { N: String(Date.now()) }, body, ...wrong });
    const { lease } = await create().consult(name, TERMS);
    await lease?.share(answer('"second"'));
    expect((await create().consult(name, TERMS)).kept?.answer.text).toBe('"second"');
    expect(complaints).toEqual([]);
  });
});

describe('a table that fails', () => {
  test.each([
    ['refuses', { error: 'ProvisionedThroughputExceededException' }],
    ['breaks', { error: 'InternalServerError' }],
    ['does not let us in', { error: 'AccessDeniedException' }],
    ['hangs up', { drop: true }],
    ['does not answer', { hang: true }],
    ['answers something else', { reply: '<html>', status: 200 }],
  ] as const)('and %s is done without, and left alone for a while', async (_, effect) => {
    const shared = create();
    store.fail({ ...effect, times: 3 });
    expect(await shared.consult(name, TERMS)).toEqual({});
    expect(complaints).toHaveLength(1);
    store.mend();
    later(9 * SECOND);
    expect(await shared.consult(name, TERMS)).toEqual({});
    later(SECOND);
    expect((await shared.consult(name, TERMS)).lease).toBeDefined();
  });

  test('with the answer in hand does no harm', async () => {
    const { lease } = await create().consult(name, TERMS);
    store.fail({ error: 'InternalServerError', times: 3 });
    await lease?.share(answer('"first"'));
    await lease?.giveUp();
    expect(complaints).toHaveLength(1);
  });
});
