import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type AttributeValue, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startAnswersTable } from '../../../infra/local/emulators/dynamodb.ts';
import type { EmulatorServer } from '../../../infra/local/emulators/emulator-server.ts';
import type { Deadline } from '../../../shared/aws/deadline.ts';
import type { CacheTable } from '../../../shared/cache/cache-table.ts';
import { now } from '../../../shared/cache/instant.ts';
import { type CachedResponse, createBody } from '../../../shared/cache/response-body.ts';
import { createSharedCache, type Lease, type SharedCache, type Terms } from '../../../shared/cache/shared-cache.ts';
import type { SharedKey } from '../../../shared/cache/variants.ts';
import { sourceError } from '../../../shared/sources/source-error.ts';

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
  closesAt: Number.POSITIVE_INFINITY,
});
const TERMS = termsOf(2 * SECOND);

let store: EmulatorServer;
let open: () => Promise<CacheTable>;
const complaints: string[] = [];

const response = (text: string): CachedResponse => ({ body: createBody(text, 2), askedAt: now() });
const later = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);
/** Turns that were given; at the end of a test they are given up. */
const leases: Lease[] = [];
const create = (): SharedCache => {
  const { consult } = createSharedCache(open);
  return {
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
let key: SharedKey = { name: '', period: '' };

const put = (item: Record<string, AttributeValue>) =>
  new DynamoDBClient().send(new PutItemCommand({ TableName: TABLE, Item: item }));

/** An environment that is given the turn and shares an answer. */
const makeAnswer = async (text: string, terms: Terms = TERMS): Promise<void> => {
  const { lease } = await create().consult(key, terms);
  await lease?.share(response(text));
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
  const { createCacheTable } = await import('../../../shared/cache/cache-table.ts');
  open = async () => createCacheTable(TABLE, 'pie');
});
beforeEach(() => {
  tests += 1;
  name = `share##${tests}`;
  key = { name, period: '' };
  complaints.length = 0;
  jest.useFakeTimers({ doNotFake: [...REAL], now: Date.now() });
});
afterEach(async () => {
  store.clearFaults();
  await Promise.all(leases.splice(0).map((lease) => lease.giveUp()));
  // Calls that were given up may still be on their way.
  await sleep(20);
  jest.useRealTimers();
});
afterAll(() => store.close());

describe('one of many environments', () => {
  test('has the turn, and the others get what it shares', async () => {
    const turns = await Promise.all(Array.from({ length: 5 }, () => create().consult(key, { ...TERMS, stale: 0 })));
    expect(turns.filter(({ lease }) => lease)).toHaveLength(1);
    await turns.find(({ lease }) => lease)?.lease?.share(response('"first"'));
    later(5 * SECOND);
    const { response: found, lease } = await create().consult(key, TERMS);
    expect(lease).toBeUndefined();
    expect(found?.body.text()).toBe('"first"');
  });

  test('waits for what another makes at that moment', async () => {
    const { lease } = await create().consult(key, TERMS);
    const waiting = create().consult(key, TERMS);
    await sleep(50);
    await lease?.share(response('"first"'));
    expect((await waiting).response?.body.text()).toBe('"first"');
  });

  test('waits longer than a source usually takes, for what another makes', async () => {
    const terms = termsOf(8 * SECOND);
    const { lease } = await create().consult(key, terms);
    const waiting = Promise.all([create().consult(key, terms), create().consult(key, terms)]);
    await sleep(1_500);
    await lease?.share(response('"first"'));
    for (const turn of await waiting) expect(turn).toMatchObject({ response: { body: { rows: 2 } } });
  });

  test('serves what there is while another makes the next', async () => {
    await makeAnswer('"first"');
    later(31 * SECOND);
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
    expect(await create().consult(key, TERMS)).toMatchObject({
      isRefreshing: true,
      response: { body: { rows: 2 } },
    });
  });

  test('and does not where it is too old', async () => {
    await makeAnswer('"first"');
    later(631 * SECOND);
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
    expect((await create().consult(key, TERMS)).isRefreshing).toBeUndefined();
  });
});

describe('a turn', () => {
  test('ends when it is given up', async () => {
    const { lease } = await create().consult(key, TERMS);
    await lease?.giveUp();
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
  });

  test('lasts for as long as an answer is being made', async () => {
    const terms = termsOf(8 * SECOND);
    await create().consult(key, terms);
    jest.useRealTimers();
    await sleep(3_500);
    expect((await create().consult(key, { ...terms, endsAt: performance.now() + 10 })).lease).toBeUndefined();
  });

  test('ends by time, once nobody is at work', async () => {
    await create().consult(key, TERMS);
    later(3 * SECOND + 1);
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
  });

  test('ends with a good answer that is good for less than a turn lasts', async () => {
    const terms = { ...TERMS, ttl: 2 * SECOND };
    await makeAnswer('"first"', terms);
    later(2 * SECOND + 1);
    expect((await create().consult(key, { ...TERMS, ttl: terms.ttl })).lease).toBeDefined();
  });

  test('that ends later than any that could be taken is of a wrong clock, and void', async () => {
    const until = { N: String(Date.now() + 3_600_000) };
    await put({ key: { S: `pie#lease#${name}` }, owner: { S: 'another' }, until });
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
  });

  test('whose end is no time is void', async () => {
    await put({ key: { S: `pie#lease#${name}` }, owner: { S: 'another' }, until: { S: 'tomorrow' } });
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
  });

  test('that never ends is not waited for, once it has lasted longer than any does', async () => {
    await makeAnswer('"first"');
    later(31 * SECOND);
    const shared = create();
    const startedAt = { N: String(Date.now()) };
    const hold = () =>
      put({ key: { S: `pie#lease#${name}` }, owner: { S: 'x' }, startedAt, until: { N: String(Date.now() + SECOND) } });
    await hold();
    expect((await shared.consult(key, TERMS)).isRefreshing).toBe(true);
    later(5 * SECOND);
    await hold();
    const { lease } = await shared.consult(key, TERMS);
    await lease?.share(response('"second"'));
    expect((await create().consult(key, TERMS)).response?.body.text()).toBe('"second"');
  });

  test('that was taken over is not given up by the one who had it', async () => {
    const { lease } = await create().consult(key, TERMS);
    later(10 * SECOND);
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
    await lease?.giveUp();
    expect((await create().consult(key, TERMS)).lease).toBeUndefined();
  });
});

describe('a source that does not answer', () => {
  const timeout = sourceError('SOURCE_TIMEOUT', { name: 'TimeoutError' });
  const failure = { error: timeout, count: 1 };
  const told = { code: 'SOURCE_TIMEOUT', message: timeout.message, cause: { name: 'TimeoutError' } };

  test('is asked by one of sixteen environments; the others get its error while they wait', async () => {
    const lookups = Array.from({ length: 16 }, () => create().consult(key, termsOf(4 * SECOND)));
    await sleep(1_000);
    expect(leases).toHaveLength(1);
    await leases[0]?.leaveAlone(failure, 5 * SECOND);
    const waited = (await Promise.all(lookups)).filter(({ lease }) => !lease);
    expect(waited).toHaveLength(15);
    for (const lookup of waited)
      expect(lookup).toEqual({ failure: expect.objectContaining({ ...told, retryAfter: 5 }) });
  });

  test('is not asked by those who have waited in vain until their own time ran out', async () => {
    await create().consult(key, termsOf(4 * SECOND));
    const { lease, failure } = await create().consult(key, termsOf(SECOND));
    expect([lease, failure?.code]).toEqual([undefined, 'SOURCE_TIMEOUT']);
  });

  test('is left alone by all environments for as long as one of them says, then asked by one', async () => {
    await makeAnswer('"first"');
    later(31 * SECOND);
    await (await create().consult(key, TERMS)).lease?.leaveAlone(failure, 5 * SECOND);
    later(4 * SECOND);
    const lookup = await create().consult(key, TERMS);
    expect(lookup).toMatchObject({ response: { body: { rows: 2 } }, failure: { ...told, retryAfter: 1 } });
    later(SECOND + 1);
    const lookups = await Promise.all(Array.from({ length: 5 }, () => create().consult(key, TERMS)));
    expect(lookups.flatMap(({ lease }) => lease?.failures ?? [])).toEqual([1]);
    expect(lookups.filter(({ isRefreshing }) => isRefreshing)).toHaveLength(4);
  });

  test('is asked by one environment in each turn, however long it stays silent', async () => {
    for (const turn of [0, 1, 2, 3]) {
      const lookups = await Promise.all(Array.from({ length: 16 }, () => create().consult(key, termsOf(SECOND))));
      const [lease, ...others] = lookups.flatMap(({ lease }) => lease ?? []);
      expect([lease?.failures, others]).toEqual([turn, []]);
      await lease?.leaveAlone({ ...failure, count: turn + 1 }, 5 * SECOND);
      later(5 * SECOND + 1);
    }
  });

  test.each(['no JSON', '{}', '{"code":"INTERNAL","message":"x","details":[]}'])(
    'is asked again after a failure that nobody can read: %s',
    async (text) => {
      const until = { N: String(Date.now() + SECOND) };
      await put({ key: { S: `pie#lease#${name}` }, until, failure: { S: text } });
      later(SECOND + 1);
      expect((await create().consult(key, TERMS)).lease).toBeDefined();
    },
  );
});

describe('what is shared', () => {
  test('is never replaced by an older response of an environment that was paused', async () => {
    const paused = (await create().consult(key, TERMS)).lease;
    const older = response('"older"');
    later(10 * SECOND);
    await makeAnswer('"newer"');
    later(SECOND);
    await paused?.share(older);
    const { response: found, lease } = await create().consult(key, TERMS);
    expect([found?.body.text(), lease]).toEqual(['"newer"', undefined]);
  });

  test('is as old as it was when it was made', async () => {
    await makeAnswer('"first"');
    later(12 * SECOND);
    const { response: found } = await create().consult(key, TERMS);
    expect(Date.now() - (found?.askedAt.wall ?? 0)).toBe(12 * SECOND);
    expect(performance.now() - (found?.askedAt.steady ?? 0)).toBeCloseTo(12 * SECOND, 0);
  });

  test('is for one name alone', async () => {
    await makeAnswer('"first"');
    expect((await create().consult({ ...key, name: `${name}#other` }, TERMS)).response).toBeUndefined();
  });

  test('is no answer that is too large: then each environment makes its own', async () => {
    await makeAnswer(randomBytes(500_000).toString('base64'));
    expect(await create().consult(key, TERMS)).toEqual({});
    expect(complaints).toEqual([]);
  });

  test.each([
    ['was made in the future, by a wrong clock', { madeAt: { N: String(Date.now() + 3_600_000) } }],
    ['cannot be unpacked', { body: { B: Buffer.from('not gzip') } }],
    ['is not JSON', { body: { B: gzipSync('<html>') } }],
    ['is empty', { body: { B: gzipSync('') } }],
    ['is larger than any answer once it is unpacked', { body: { B: gzipSync(Buffer.alloc(7 * 1024 * 1024, '1')) } }],
    ['does not say when it was made', { madeAt: { S: 'yesterday' } }],
    ['does not say how many rows it was made from', { rows: { S: 'many' } }],
    ['says that it was made from no number of rows', { rows: { N: '-1.5' } }],
    ['is of another time period', { period: { S: '60' } }],
  ])('is nothing when it %s, and is replaced', async (_, wrong) => {
    const body = { B: gzipSync('"first"') };
    await put({
      key: { S: `pie#answer#${name}` },
      madeAt: { N: String(Date.now()) },
      rows: { N: '2' },
      body,
      ...wrong,
    });
    const { lease } = await create().consult(key, TERMS);
    await lease?.share(response('"second"'));
    expect((await create().consult(key, TERMS)).response?.body.text()).toBe('"second"');
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
    expect(await shared.consult(key, TERMS)).toEqual({});
    expect(complaints).toHaveLength(1);
    store.clearFaults();
    later(9 * SECOND);
    expect(await shared.consult(key, TERMS)).toEqual({});
    later(SECOND);
    expect((await shared.consult(key, TERMS)).lease).toBeDefined();
  });

  test('with the answer in hand does no harm', async () => {
    const { lease } = await create().consult(key, TERMS);
    store.fail({ error: 'InternalServerError', times: 3 });
    await lease?.share(response('"first"'));
    await lease?.giveUp();
    expect(complaints).toHaveLength(1);
  });
});

const FAILURE = { error: sourceError('SOURCE_TIMEOUT', { name: 'TimeoutError' }), count: 1 };

describe('an invocation that Lambda ends soon', () => {
  /** When calls to the table must have ended, in milliseconds from the start of the request, by their names. */
  const recordEnds = () => {
    const startedAt = performance.now();
    const ends: Record<string, number> = {};
    const note = (call: string, { endsAt }: Deadline): void => {
      ends[call] = Math.round(endsAt - startedAt);
    };
    const table: CacheTable = {
      find: async (_key, deadline) => {
        note('find', deadline);
        return undefined;
      },
      put: async (_key, _response, _until, deadline) => {
        note('put', deadline);
        return false;
      },
      takeLease: async (_key, _terms, deadline) => {
        note('takeLease', deadline);
        return 0;
      },
      findLease: async () => undefined,
      leaveAlone: async (_key, _owner, _failure, deadline) => note('leaveAlone', deadline),
      giveUpLease: async (_key, _owner, deadline) => note('giveUpLease', deadline),
    };
    return { ends, startedAt, shared: createSharedCache(async () => table) };
  };

  test('leaves the source half of the time that there is for calls', async () => {
    const { ends, startedAt, shared } = recordEnds();
    const terms = { ...termsOf(8 * SECOND), endsAt: startedAt + 500, closesAt: startedAt + 750 };
    const { lease } = await shared.consult(key, terms);
    expect(ends).toEqual({ find: 250, takeLease: 250 });
    await lease?.giveUp();
  });

  test.each([
    ['shares its response', 'put', (lease: Lease) => lease.share(response('"first"'))],
    ['says that its source failed', 'leaveAlone', (lease: Lease) => lease.leaveAlone(FAILURE, SECOND)],
    ['gives up its lease', 'giveUpLease', (lease: Lease) => lease.giveUp()],
  ])('%s in time for the answer', async (_, call, close) => {
    const { ends, startedAt, shared } = recordEnds();
    const { lease } = await shared.consult(key, {
      ...termsOf(8 * SECOND),
      endsAt: startedAt + 500,
      closesAt: startedAt + 750,
    });
    later(600);
    if (lease) await close(lease);
    expect(ends[call]).toBe(750);
  });
});
