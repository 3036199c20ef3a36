import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Athena } from '../../infra/local/emulators/athena/start-athena.ts';
import type { Fault } from '../../infra/local/emulators/server/faults.ts';
import { isWhole } from '../support/faults/endpoints.ts';
import { nextValue } from '../support/faults/scenario.ts';
import { DEADLINE_MS, startWall, type Wall, type WallResponse } from '../support/faults/start-wall.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const SLOT_MS = 10 * MINUTE_MS;
const STALE_MS = 60 * MINUTE_MS;
const ENVIRONMENT_COUNT = isWhole ? 10 : 4;
/** Maximum number of attempts within a slot. Each attempt may start a query. */
const MAX_ATTEMPTS = 3;

const ENDPOINT = '{ component: 3D Pie Chart, dataset: figures, columns: { name: name, value: value } }';

let wall: Wall;
let athena: Athena;
beforeAll(async () => {
  wall = await startWall({
    environments: ENVIRONMENT_COUNT,
    rate: 0,
    dashboard: [
      'timeout: 10s',
      'throttle: { rate: 5000, burst: 5000 }',
      'athena: { database: lake }',
      'datasets:',
      `  figures: { athena: 'select name, value from "count"', cache: 10m, stale: 1h }`,
      'endpoints:',
      `  first: ${ENDPOINT}`,
      `  second: ${ENDPOINT}`,
    ].join('\n'),
  });
  if (!wall.stack.emulators.athena) throw new Error('the stack has no Athena');
  athena = wall.stack.emulators.athena;
  await startEnvironments();
});
afterAll(() => wall?.close());
afterEach(() => {
  athena.clearFaults();
  wall.clock.setRate(0);
});

const failAlways = (fault: Fault): void => athena.fail({ ...fault, times: Number.POSITIVE_INFINITY });

/** Moves the clock so far that earlier queries have ended and no rows are left to serve. */
const beginAnew = (): void => wall.clock.pass(STALE_MS + 2 * SLOT_MS);

/** Moves the clock to the beginning of the next slot. The age of the response counts from the start of its slot. */
const beginNextSlot = ({ headers }: WallResponse): void =>
  wall.clock.pass(SLOT_MS + SECOND_MS - Number(headers.get('age')) * SECOND_MS);

/** Expects a new response. Its age counts from the start of the slot. */
const expectFresh = ({ status, value, headers, line, text }: WallResponse, expected: number): void => {
  const cache = headers.get('x-wallfeed-cache');
  expect({ status, value, cache, text }).toEqual({ status: 200, value: expected, cache: 'fresh', text });
  expect(Number(headers.get('age'))).toBeLessThanOrEqual(SLOT_MS / SECOND_MS);
  expect(line).toMatchObject({ status: 200, failures: 0, staleAnswers: 0 });
};

const expectStale = ({ status, value, headers, line }: WallResponse, expected: number, error: string): void => {
  const cache = headers.get('x-wallfeed-cache');
  expect({ status, value, cache, warning: headers.get('warning') }).toEqual({
    status: 200,
    value: expected,
    cache: 'stale',
    warning: `110 wallfeed "Response is Stale: ${error}"`,
  });
  expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(SLOT_MS / SECOND_MS);
  expect(line).toMatchObject({ error, staleAnswers: 1, failures: 0 });
};

const askAll = (): Promise<readonly WallResponse[]> =>
  Promise.all(Array.from({ length: ENVIRONMENT_COUNT }, (_, index) => wall.ask(index % 2 ? 'first' : 'second')));

const startEnvironments = async (): Promise<void> => {
  athena.fail({ delay: 2 * SECOND_MS, on: 'GetQueryExecution', times: ENVIRONMENT_COUNT });
  await askAll();
  athena.clearFaults();
};

describe('a dataset over Athena in many environments', () => {
  test('many environments that are asked at once send one query to Athena, and all respond with its figures', async () => {
    const value = nextValue();
    beginAnew();
    await wall.setValue(value);
    athena.fail({ delay: SECOND_MS, on: 'GetQueryExecution', times: ENVIRONMENT_COUNT });
    const before = athena.executions.length;
    for (const { status, value: received } of await askAll())
      expect({ status, told: received }).toEqual({ status: 200, told: value });
    expect(athena.executions.length - before).toBe(1);
  });
});

interface Case {
  readonly name: string;
  readonly fault: Fault;
  readonly error: string;
  readonly status: number;
  readonly queries: number;
  /** Number of calls to wait for before the deadline passes, if Athena gives neither rows nor an error. */
  readonly callsInVain?: number;
}

const CASES: readonly Case[] = [
  {
    name: 'is queued for long',
    fault: { query: { queue: 2 * MINUTE_MS } },
    callsInVain: 3,
    error: 'SOURCE_RESUMING',
    status: 503,
    queries: 1,
  },
  {
    name: 'runs for long',
    fault: { query: { queue: 0, run: 2 * MINUTE_MS } },
    callsInVain: 3,
    error: 'SOURCE_TIMEOUT',
    status: 504,
    queries: 1,
  },
  {
    name: 'is refused',
    fault: { query: { state: 'FAILED', reason: "COLUMN_NOT_FOUND: line 1:8: Column 'valu' cannot be resolved" } },
    error: 'SQL_FAILED',
    status: 502,
    queries: MAX_ATTEMPTS,
  },
  {
    name: 'fails inside of Athena',
    fault: { query: { state: 'FAILED', reason: 'GENERIC_INTERNAL_ERROR', errorType: 200, retryable: true } },
    error: 'SOURCE_THROTTLED',
    status: 503,
    queries: MAX_ATTEMPTS,
  },
  {
    name: 'is cancelled by a person',
    fault: { query: { state: 'CANCELLED', reason: 'Query cancelled by user' } },
    error: 'SQL_FAILED',
    status: 502,
    queries: MAX_ATTEMPTS,
  },
  {
    name: 'is cut off at the limit of bytes',
    fault: { query: { state: 'CANCELLED', reason: 'Bytes scanned limit was exceeded' } },
    error: 'SOURCE_TOO_LARGE',
    status: 502,
    queries: 1,
  },
  {
    name: 'has results that are gone',
    fault: { query: { expired: true } },
    error: 'SOURCE_NOT_FOUND',
    status: 502,
    queries: MAX_ATTEMPTS,
  },
  {
    name: 'cannot start because of too many others',
    callsInVain: 1,
    fault: { error: 'TooManyRequestsException', status: 400, on: 'StartQueryExecution' },
    error: 'SOURCE_THROTTLED',
    status: 503,
    queries: 0,
  },
  {
    name: 'has results that Athena is too busy to send',
    callsInVain: 3,
    fault: { error: 'ThrottlingException', status: 400, on: 'GetQueryResults' },
    error: 'SOURCE_THROTTLED',
    status: 503,
    queries: 1,
  },
  {
    name: 'may not run',
    fault: { error: 'AccessDeniedException', status: 400 },
    error: 'SOURCE_DENIED',
    status: 502,
    queries: 0,
  },
  {
    name: 'is never answered',
    callsInVain: 1,
    fault: { hang: true, on: 'StartQueryExecution' },
    error: 'SOURCE_TIMEOUT',
    status: 504,
    queries: 0,
  },
];

const CALLS_FOR_HISTORY = 2;
/** Maximum number of calls with which a request first checks a query that is still running. */
const MAX_LOOKS = 4;

/** Returns the duration of a failing request. A throttled call is repeated until too little time is left for a pause. */
const millisecondsOf = (error: string): number =>
  error === 'SOURCE_THROTTLED' ? DEADLINE_MS - SECOND_MS : DEADLINE_MS;

describe('a failing query of Athena', () => {
  test.each(CASES)(
    'endpoints serve their last figures while a query $name, start no more queries than allowed, and then recover',
    async ({ fault, error, status, queries, callsInVain }) => {
      const ask = (slug: string, callsBefore = 0) =>
        callsInVain === undefined
          ? wall.ask(slug)
          : wall.askInVain(slug, { count: callsBefore + callsInVain, milliseconds: millisecondsOf(error) });
      const [before, after] = [nextValue(), nextValue()];
      beginAnew();
      await wall.setValue(before);
      const fresh = await wall.ask('first');
      expectFresh(fresh, before);
      await wall.setValue(after);
      failAlways(fault);

      const started = athena.executions.length;
      beginNextSlot(fresh);
      for (const slug of ['first', 'second', 'first', 'second']) expectStale(await ask(slug), before, error);
      expect(athena.executions.length - started).toBeLessThanOrEqual(queries);

      beginAnew();
      const failed = await ask('first', CALLS_FOR_HISTORY + ('query' in fault ? MAX_LOOKS : 0));
      expect({ status: failed.status, error: failed.body.error }).toEqual({ status, error });
      expect(failed.text).not.toMatch(/select|count"|valu'/);

      athena.clearFaults();
      beginAnew();
      expectFresh(await wall.ask('first'), after);
    },
  );

  test('a query that outlasts the deadline is not repeated: the next request finds its result', async () => {
    const value = nextValue();
    beginAnew();
    await wall.setValue(value);
    athena.fail({ query: { queue: 0, run: DEADLINE_MS + 2 * SECOND_MS } });
    const started = athena.executions.length;
    expect((await wall.askInVain('first', { count: CALLS_FOR_HISTORY + 3 })).body.error).toBe('SOURCE_TIMEOUT');
    wall.clock.pass(3 * SECOND_MS);
    expect((await wall.ask('second')).value).toBe(value);
    expect(athena.executions.length - started).toBe(1);
  });

  test('a query starts with a new client request token if Athena knows the first token from another statement', async () => {
    const value = nextValue();
    beginAnew();
    await wall.setValue(value);
    athena.fail({
      error: 'InvalidRequestException',
      message: 'Idempotent parameters do not match',
      on: 'StartQueryExecution',
    });
    expectFresh(await wall.ask('first'), value);
  });

  test('a request is answered within the deadline although each call to Athena is throttled twice', async () => {
    const value = nextValue();
    beginAnew();
    await wall.setValue(value);
    for (const on of ['StartQueryExecution', 'GetQueryExecution', 'GetQueryResults'])
      athena.fail({ error: 'ThrottlingException', status: 400, on, times: 2 });
    wall.clock.setRate(1);
    expectFresh(await wall.ask('first'), value);
  });
});

describe('a query of 75 seconds over slots of 60 seconds', () => {
  const RUN_MS = 75 * SECOND_MS;
  const STEP_MS = 15 * SECOND_MS;
  const WATCHED_MS = 7 * MINUTE_MS;

  test('three environments show the result of each query once it has ended, and start at most six queries in seven minutes', async () => {
    const slow = await startWall({
      environments: 3,
      rate: 0,
      dashboard: [
        'timeout: 10s',
        'athena: { database: lake }',
        'datasets:',
        `  figures: { athena: 'select name, value from "count"', cache: 1m }`,
        'endpoints:',
        `  first: ${ENDPOINT}`,
      ].join('\n'),
    });
    try {
      const service = slow.stack.emulators.athena as Athena;
      service.fail({ query: { queue: 0, run: RUN_MS }, times: Number.POSITIVE_INFINITY });
      const startedAt = slow.clock.now();
      const failed = await slow.askInVain('first', { count: 3 });
      expect(failed.body.error).toBe('SOURCE_TIMEOUT');
      slow.clock.pass(RUN_MS);
      const shown: number[] = [];
      while (slow.clock.now() - startedAt < WATCHED_MS) {
        slow.clock.pass(STEP_MS);
        const first = await slow.ask('first');
        // Requests at the same moment may see the query before and after its end.
        const together = await Promise.all([slow.ask('first'), slow.ask('first')]);
        const ages = together.map(({ headers }) => Number(headers.get('age'))).toSorted((one, other) => other - one);
        for (const { status, headers } of [first, ...together])
          expect([status, headers.get('x-wallfeed-cache')]).toEqual([200, 'stale']);
        for (const age of [Number(first.headers.get('age')), ...ages]) {
          expect(age * SECOND_MS).toBeLessThan(5 * MINUTE_MS);
          shown.push(slow.clock.now() - age * SECOND_MS);
        }
      }
      expect(shown).toEqual(shown.toSorted((one, other) => one - other));
      const { executions } = service;
      expect(executions.length).toBeLessThanOrEqual(6);
      const isBeforeLastStep = ({ completedAt = Number.POSITIVE_INFINITY }): boolean =>
        completedAt <= slow.clock.now() - STEP_MS;
      expect(new Set(shown).size).toBeGreaterThanOrEqual(executions.filter(isBeforeLastStep).length);
      for (const [index, { submittedAt }] of executions.entries())
        expect(submittedAt).toBeGreaterThanOrEqual(executions[index - 1]?.completedAt ?? 0);
    } finally {
      await slow.close();
    }
  });
});
