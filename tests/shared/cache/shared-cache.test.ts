/** @jest-environment node */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type AttributeValue, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { EmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';
import type { Deadline } from '../../../shared/aws/deadline.ts';
import { sourceError } from '../../../shared/aws/source-error.ts';
import type { CacheTable } from '../../../shared/cache/cache-table.ts';
import type { Lease } from '../../../shared/cache/lease.ts';
import { type CachedResponse, createBody } from '../../../shared/cache/response-body.ts';
import { createSharedCache, type SharedCache } from '../../../shared/cache/shared-cache.ts';
import type { Terms } from '../../../shared/cache/table-access.ts';
import { now } from '../../../shared/cache/timestamp.ts';
import type { SharedKey } from '../../../shared/cache/variants.ts';
import { startCacheTable } from '../../support/cloud/start-cache-table.ts';
import { UNFAKED_TIMERS } from '../../support/unfaked-timers.ts';

const TABLE = 'answers';
const SECOND_MS = 1_000;
const LOOK_MS = 10;

/** Returns the terms of a request. Each read of `endsAt` returns a deadline that counts from the time of the read. */
const termsOf = (deadline: number): Terms => ({
  ttl: 30 * SECOND_MS,
  stale: 600 * SECOND_MS,
  deadline,
  get endsAt() {
    return performance.now() + deadline;
  },
  closesAt: Number.POSITIVE_INFINITY,
});
const TERMS = termsOf(2 * SECOND_MS);

let store: EmulatorServer;
let open: () => Promise<CacheTable>;
const complaints: string[] = [];

const response = (text: string): CachedResponse => ({ body: createBody(text, 2), askedAt: now() });
const advance = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);
/** Each test releases them at its end. */
const leases: Lease[] = [];
const create = (opened = open): SharedCache => {
  const { consult } = createSharedCache(opened);
  return {
    consult: async (...asked) => {
      const turn = await consult(...asked);
      if (turn.lease) leases.push(turn.lease);
      return turn;
    },
  };
};

/** Time from the end of an environment's wait for another environment to the deadline of its request. */
const RESERVE_MS = 250;
const setTimeoutOf = AbortSignal.timeout.bind(AbortSignal);
/**
 * True if a timeout ends a wait for another environment. Such a timeout ends `RESERVE_MS` before a deadline, and the
 * deadlines of all tests are whole seconds.
 */
const endsWait = (milliseconds: number): boolean => (milliseconds + RESERVE_MS) % SECOND_MS === 0;
/** The timeouts of calls and renewals. None passes by itself, because that would depend on the speed of the machine. */
const timeouts: { readonly milliseconds: number; readonly controller: AbortController }[] = [];
const timedOut = (): DOMException => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
/** Waits until a timeout of this length is set, and lets it pass. */
const expire = async (milliseconds: number): Promise<void> => {
  const isSought = ({ milliseconds: set, controller }: (typeof timeouts)[number]) =>
    set === milliseconds && !controller.signal.aborted;
  while (!timeouts.some(isSought)) await sleep(LOOK_MS);
  timeouts.find(isSought)?.controller.abort(timedOut());
};

/** The waits for another environment, which also end at their deadlines. */
const waits: AbortController[] = [];

const PUT = 'DynamoDB_20120810.PutItem';

let tests = 0;
let name = '';
let key: SharedKey = { name: '', period: '' };

const put = (item: Record<string, AttributeValue>) =>
  new DynamoDBClient().send(new PutItemCommand({ TableName: TABLE, Item: item }));

/** Sends requests of several environments, and ends their waits for another environment as their deadlines would. */
const consultInVain = async (count: number, terms = TERMS) => {
  waits.length = 0;
  const consulted = Promise.all(Array.from({ length: count }, () => create().consult(key, terms)));
  while (waits.length < count) await sleep(LOOK_MS);
  for (const wait of waits) wait.abort(timedOut());
  return consulted;
};

const shareResponse = async (text: string, terms: Terms = TERMS): Promise<void> => {
  const { lease } = await create().consult(key, terms);
  await lease?.share(response(text));
};

beforeAll(async () => {
  jest.spyOn(console, 'error').mockImplementation((line) => complaints.push(String(line)));
  store = await startCacheTable(TABLE);
  const { createCacheTable } = await import('../../../shared/cache/cache-table.ts');
  open = async () => createCacheTable(TABLE, 'pie');
});
beforeEach(() => {
  tests += 1;
  name = `share##${tests}`;
  key = { name, period: '' };
  complaints.length = 0;
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS], now: Date.now() });
  timeouts.length = 0;
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController();
    if (endsWait(milliseconds)) {
      waits.push(controller);
      return AbortSignal.any([setTimeoutOf(milliseconds), controller.signal]);
    }
    timeouts.push({ milliseconds, controller });
    return controller.signal;
  });
});
afterEach(async () => {
  store.clearFaults();
  await Promise.all(leases.splice(0).map((lease) => lease.giveUp()));
  // Waits for aborted calls that may still arrive.
  if (timeouts.some(({ controller }) => controller.signal.aborted)) await sleep(20);
  jest.useRealTimers();
});
afterAll(() => store.close());

describe('environments that share a cache', () => {
  test('one of several environments gets the lease, and the others get the response that it shares', async () => {
    const turns = await consultInVain(5, { ...TERMS, stale: 0 });
    expect(turns.filter(({ lease }) => lease)).toHaveLength(1);
    await turns.find(({ lease }) => lease)?.lease?.share(response('"first"'));
    advance(5 * SECOND_MS);
    const { response: found, lease } = await create().consult(key, TERMS);
    expect(lease).toBeUndefined();
    expect(found?.body.text()).toBe('"first"');
  });

  test('environments that share a cache wait for the response that another environment is making', async () => {
    const { lease } = await create().consult(key, TERMS);
    const waiting = create().consult(key, TERMS);
    await sleep(50);
    await lease?.share(response('"first"'));
    expect((await waiting).response?.body.text()).toBe('"first"');
  });

  test('environments that share a cache wait for the response of another environment for longer than a source usually takes', async () => {
    const terms = termsOf(8 * SECOND_MS);
    const { lease } = await create().consult(key, terms);
    const waiting = Promise.all([create().consult(key, terms), create().consult(key, terms)]);
    await sleep(1_500);
    await lease?.share(response('"first"'));
    for (const turn of await waiting) expect(turn).toMatchObject({ response: { body: { rows: 2 } } });
  });

  test('an environment serves the stale shared response while another environment refreshes it', async () => {
    await shareResponse('"first"');
    advance(31 * SECOND_MS);
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
    expect(await create().consult(key, TERMS)).toMatchObject({
      isRefreshing: true,
      response: { body: { rows: 2 } },
    });
  });

  test('environments serve no shared response that is older than `cache` plus `stale`', async () => {
    await shareResponse('"first"');
    advance(631 * SECOND_MS);
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
    const [other] = await consultInVain(1);
    expect(other?.isRefreshing).toBeUndefined();
  });
});

describe('a lease', () => {
  test('a lease ends when its holder releases it', async () => {
    const { lease } = await create().consult(key, TERMS);
    await lease?.giveUp();
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
  });

  test('a lease is renewed while its holder makes a response', async () => {
    const terms = termsOf(8 * SECOND_MS);
    await create().consult(key, terms);
    for (const _ of [1, 2, 3]) {
      const puts = store.calls.get(PUT) ?? 0;
      advance(1.5 * SECOND_MS);
      await expire(1.5 * SECOND_MS);
      while (store.calls.get(PUT) === puts) await sleep(LOOK_MS);
    }
    const other = create().consult(key, { ...terms, endsAt: performance.now() + 10 });
    await expire(1);
    expect((await other).lease).toBeUndefined();
  });

  test('a lease expires when its holder no longer renews it', async () => {
    await create().consult(key, TERMS);
    advance(3 * SECOND_MS + 1);
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
  });

  test('a lease ends when its cached response expires, if that is earlier', async () => {
    const terms = { ...TERMS, ttl: 2 * SECOND_MS };
    await shareResponse('"first"', terms);
    advance(2 * SECOND_MS + 1);
    expect((await create().consult(key, { ...TERMS, ttl: terms.ttl })).lease).toBeDefined();
  });

  test('a lease is ignored when its end is further away than any correct clock could have set it', async () => {
    const until = { N: String(Date.now() + 3_600_000) };
    await put({ key: { S: `pie#lease#${name}` }, owner: { S: 'another' }, until });
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
  });

  test('a lease is ignored when its end is not a time', async () => {
    await put({ key: { S: `pie#lease#${name}` }, owner: { S: 'another' }, until: { S: 'tomorrow' } });
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
  });

  test('a lease is ignored once it has been renewed for longer than a request can last', async () => {
    await shareResponse('"first"');
    advance(31 * SECOND_MS);
    const shared = create();
    const startedAt = { N: String(Date.now()) };
    const hold = () =>
      put({
        key: { S: `pie#lease#${name}` },
        owner: { S: 'x' },
        startedAt,
        until: { N: String(Date.now() + SECOND_MS) },
      });
    await hold();
    expect((await shared.consult(key, TERMS)).isRefreshing).toBe(true);
    advance(5 * SECOND_MS);
    await hold();
    const { lease } = await shared.consult(key, TERMS);
    await lease?.share(response('"second"'));
    expect((await create().consult(key, TERMS)).response?.body.text()).toBe('"second"');
  });

  test('a lease is not released by its former holder after another environment took it over', async () => {
    const { lease } = await create().consult(key, TERMS);
    advance(10 * SECOND_MS);
    expect((await create().consult(key, TERMS)).lease).toBeDefined();
    await lease?.giveUp();
    const [other] = await consultInVain(1);
    expect(other?.lease).toBeUndefined();
  });
});

describe('a source that does not answer, with a shared cache', () => {
  const timeout = sourceError('SOURCE_TIMEOUT', { name: 'TimeoutError' });
  const failure = { error: timeout, count: 1 };
  const expected = { code: 'SOURCE_TIMEOUT', message: timeout.message, cause: { name: 'TimeoutError' } };

  test('one of sixteen environments calls a source that does not answer, and the others get its error', async () => {
    const lookups = Array.from({ length: 16 }, () => create().consult(key, termsOf(4 * SECOND_MS)));
    while (leases.length === 0) await sleep(LOOK_MS);
    await leases[0]?.leaveAlone(failure, 5 * SECOND_MS);
    const waited = (await Promise.all(lookups)).filter(({ lease }) => !lease);
    expect([leases.length, waited.length]).toEqual([1, 15]);
    for (const lookup of waited)
      expect(lookup).toEqual({ failure: expect.objectContaining({ ...expected, retryAfter: 5 }) });
  });

  test('an environment that waited for another one until its own deadline does not call the source', async () => {
    await create().consult(key, termsOf(4 * SECOND_MS));
    const [{ lease, failure } = {}] = await consultInVain(1, termsOf(SECOND_MS));
    expect([lease, failure?.code]).toEqual([undefined, 'SOURCE_TIMEOUT']);
    expect(AbortSignal.timeout).toHaveBeenCalledWith(SECOND_MS - RESERVE_MS);
  });

  test('no environment calls a source during the pause that one of them set, and one environment calls it after the pause', async () => {
    await shareResponse('"first"');
    advance(31 * SECOND_MS);
    await (await create().consult(key, TERMS)).lease?.leaveAlone(failure, 5 * SECOND_MS);
    advance(4 * SECOND_MS);
    const lookup = await create().consult(key, TERMS);
    expect(lookup).toMatchObject({ response: { body: { rows: 2 } }, failure: { ...expected, retryAfter: 1 } });
    advance(SECOND_MS + 1);
    const lookups = await Promise.all(Array.from({ length: 5 }, () => create().consult(key, TERMS)));
    expect(lookups.flatMap(({ lease }) => lease?.failures ?? [])).toEqual([1]);
    expect(lookups.filter(({ isRefreshing }) => isRefreshing)).toHaveLength(4);
  });

  test('one environment calls a silent source after each pause, for as long as the source stays silent', async () => {
    for (const turn of [0, 1, 2, 3]) {
      const [lease, ...others] = (await consultInVain(8)).flatMap(({ lease }) => lease ?? []);
      expect([lease?.failures, others]).toEqual([turn, []]);
      await lease?.leaveAlone({ ...failure, count: turn + 1 }, 5 * SECOND_MS);
      advance(5 * SECOND_MS + 1);
    }
  });

  test.each(['not JSON', '{}', '{"code":"INTERNAL","message":"x","details":[]}'])(
    'a source is called again after a shared failure that cannot be parsed: %s',
    async (text) => {
      const until = { N: String(Date.now() + SECOND_MS) };
      await put({ key: { S: `pie#lease#${name}` }, until, failure: { S: text } });
      advance(SECOND_MS + 1);
      expect((await create().consult(key, TERMS)).lease).toBeDefined();
    },
  );
});

describe('a shared response', () => {
  test('a shared response is never replaced by an older response of an environment that was paused', async () => {
    const paused = (await create().consult(key, TERMS)).lease;
    const older = response('"older"');
    advance(10 * SECOND_MS);
    await shareResponse('"newer"');
    advance(SECOND_MS);
    await paused?.share(older);
    const { response: found, lease } = await create().consult(key, TERMS);
    expect([found?.body.text(), lease]).toEqual(['"newer"', undefined]);
  });

  test('the age of a shared response counts from when it was made, not from when it was shared', async () => {
    await shareResponse('"first"');
    advance(12 * SECOND_MS);
    const { response: found } = await create().consult(key, TERMS);
    expect(Date.now() - (found?.askedAt.wall ?? 0)).toBe(12 * SECOND_MS);
    expect(performance.now() - (found?.askedAt.monotonic ?? 0)).toBeCloseTo(12 * SECOND_MS, 0);
  });

  test('a shared response keeps the reason why it is empty', async () => {
    const empty = { step: 'window', read: 600, newest: Date.parse('2026-11-22T15:10:00Z') } as const;
    const { lease } = await create().consult(key, TERMS);
    await lease?.share({ body: createBody('"none"', 0, { empty }), askedAt: now() });
    expect((await create().consult(key, TERMS)).response?.body.empty).toEqual(empty);
  });

  test('a shared response is found only by its own key', async () => {
    await shareResponse('"first"');
    expect((await create().consult({ ...key, name: `${name}#other` }, TERMS)).response).toBeUndefined();
  });

  test('a shared response is not stored when it is too large, so that each environment makes its own', async () => {
    await shareResponse(randomBytes(500_000).toString('base64'));
    expect(await create().consult(key, TERMS)).toEqual({});
    expect(complaints).toEqual([]);
  });

  test.each([
    ['was made in the future by a wrong clock', { madeAt: { N: String(Date.now() + 3_600_000) } }],
    ['is not gzip', { body: { B: Buffer.from('not gzip') } }],
    ['is not JSON once it is unpacked', { body: { B: gzipSync('<html>') } }],
    ['is empty', { body: { B: gzipSync('') } }],
    ['is larger than 6 MB once it is unpacked', { body: { B: gzipSync(Buffer.alloc(7 * 1024 * 1024, '1')) } }],
    ['has a timestamp that is not a number', { madeAt: { S: 'yesterday' } }],
    ['has a row count that is not a number', { rows: { S: 'many' } }],
    ['has a row count that is negative', { rows: { N: '-1.5' } }],
    ['is of another time period', { period: { S: '60' } }],
  ])('a shared response is ignored and replaced if it %s', async (_, wrong) => {
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

describe('a failure of the shared cache', () => {
  /** Lets the client repeat a call after its shortest pause. Otherwise, the pause is random. */
  beforeEach(() => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    jest.mocked(Math.random).mockRestore();
  });

  test.each([
    ['the table throttles', { error: 'ProvisionedThroughputExceededException' }],
    ['the table has an internal error', { error: 'InternalServerError' }],
    ['access is denied', { error: 'AccessDeniedException' }],
    ['the connection drops', { drop: true }],
    ['the table does not answer', { hang: true }],
    ['the reply is not JSON', { reply: '<html>', status: 200 }],
  ] as const)('an environment works without the shared cache for ten seconds if %s', async (_, effect) => {
    const shared = create();
    store.fail({ ...effect, times: 3 });
    const consulted = shared.consult(key, TERMS);
    if ('hang' in effect) await expire(SECOND_MS);
    expect(await consulted).toEqual({});
    expect(complaints).toHaveLength(1);
    store.clearFaults();
    advance(9 * SECOND_MS);
    expect(await shared.consult(key, TERMS)).toEqual({});
    advance(SECOND_MS);
    expect((await shared.consult(key, TERMS)).lease).toBeDefined();
  });

  test('a failure of the shared cache while a response is shared is logged and changes nothing else', async () => {
    const { lease } = await create().consult(key, TERMS);
    store.fail({ error: 'InternalServerError', times: 3 });
    await lease?.share(response('"first"'));
    await lease?.giveUp();
    expect(complaints).toHaveLength(1);
  });
});

describe('a slow shared table', () => {
  /** Creates a cache whose table takes some time for each call. Records how long each call may take. */
  const slowCache = (callMs: number, openMs = 0) => {
    const limits: [call: string, milliseconds: number][] = [];
    const wait =
      <Result>(call: string, result: Result) =>
      async (...given: readonly unknown[]): Promise<Result> => {
        const { endsAt } = given.at(-1) as Deadline;
        limits.push([call, Math.round(endsAt - performance.now())]);
        advance(callMs);
        return result;
      };
    const table: CacheTable = {
      find: wait('find', undefined),
      put: wait('put', true),
      takeLease: wait('takeLease', 0),
      findLease: wait('findLease', undefined),
      leaveAlone: wait('leaveAlone', undefined),
      giveUpLease: wait('giveUpLease', undefined),
    };
    const shared = create(async () => {
      advance(limits.length === 0 ? openMs : 0);
      return table;
    });
    return { limits, shared };
  };
  const terms = termsOf(20 * SECOND_MS);

  test('an environment waits up to 3 s for its first call to a slow shared table, and 1 s for each later call', async () => {
    const { limits, shared } = slowCache(600);
    const { lease } = await shared.consult(key, terms);
    await lease?.share(response('"first"'));
    await (await shared.consult(key, terms)).lease?.giveUp();
    expect(limits).toEqual([
      ['find', 3000],
      ['takeLease', 1000],
      ['put', 1000],
      ['find', 1000],
      ['takeLease', 1000],
      ['giveUpLease', 1000],
    ]);
  });

  test('a request waits at most 3 s in all for a slow shared table, before and after its response is made', async () => {
    const { limits, shared } = slowCache(900, 200);
    const { lease } = await shared.consult(key, terms);
    advance(5 * SECOND_MS);
    await lease?.share({ ...response('"first"'), askedAt: { ...now(), wall: Date.now() - 29 * SECOND_MS } });
    expect(limits).toEqual([
      ['find', 2800],
      ['takeLease', 1000],
      ['put', 1000],
      ['takeLease', 100],
    ]);
  });

  test('a request that waits for another environment spends at most 3 s on a slow shared table, pauses excluded', async () => {
    let answered = 0;
    const call = async (_key: SharedKey, given: unknown, deadline = given): Promise<undefined> => {
      if ((deadline as Deadline).endsAt < performance.now() + 700) throw new Error('aborted');
      answered += 1;
      advance(700);
    };
    const findLease = async () => ({ isOther: false, until: Date.now() + 60 * SECOND_MS });
    const table = { find: call, takeLease: call, findLease } as Partial<CacheTable> as CacheTable;
    expect(await createSharedCache(async () => table).consult(key, terms)).toEqual({});
    expect(answered).toBe(4);
  });

  test('a request spends at most 3 s on a slow shared table, for its response and its datasets together', async () => {
    const tableTime = { waitedMs: 0 };
    const [one, other] = [slowCache(900), slowCache(900)];
    await one.shared.consult(key, { ...terms, tableTime });
    await other.shared.consult(key, { ...terms, tableTime });
    expect(other.limits).toEqual([
      ['find', 1200],
      ['takeLease', 300],
    ]);
  });
});

const FAILURE = { error: sourceError('SOURCE_TIMEOUT', { name: 'TimeoutError' }), count: 1 };

describe('an invocation that Lambda ends soon', () => {
  /**
   * Records the ends of calls to the table, in milliseconds from the start of the request, by the names of the calls.
   */
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

  test('an invocation near its end leaves half of its remaining time for the calls to the source', async () => {
    const { ends, startedAt, shared } = recordEnds();
    const terms = { ...termsOf(8 * SECOND_MS), endsAt: startedAt + 500, closesAt: startedAt + 750 };
    const { lease } = await shared.consult(key, terms);
    expect(ends).toEqual({ find: 250, takeLease: 250 });
    await lease?.giveUp();
  });

  test.each([
    ['shares its response', 'put', (lease: Lease) => lease.share(response('"first"'))],
    ['says that its source failed', 'leaveAlone', (lease: Lease) => lease.leaveAlone(FAILURE, SECOND_MS)],
    ['gives up its lease', 'giveUpLease', (lease: Lease) => lease.giveUp()],
  ])('an environment %s before Lambda ends its invocation', async (_, call, close) => {
    const { ends, startedAt, shared } = recordEnds();
    const { lease } = await shared.consult(key, {
      ...termsOf(8 * SECOND_MS),
      endsAt: startedAt + 500,
      closesAt: startedAt + 750,
    });
    advance(600);
    if (lease) await close(lease);
    expect(ends[call]).toBe(750);
  });
});
