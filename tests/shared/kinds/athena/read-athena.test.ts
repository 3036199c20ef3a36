/** @jest-environment node */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createDeadline } from '../../../../shared/aws/deadline.ts';
import { isStillRunning } from '../../../../shared/aws/source-error.ts';
import { WallfeedError } from '../../../../shared/errors/wallfeed-error.ts';
import type { AthenaSource } from '../../../../shared/kinds/athena/athena-query.ts';
import type { ReadAthena } from '../../../../shared/kinds/athena/read.ts';
import { UNLIMITED } from '../../../../shared/limits/budget.ts';
import type { Table } from '../../../../shared/tabular/table.ts';
import { type Athena, type StubResult, startAthena } from '../../../support/athena/start-athena.ts';
import { UNFAKED_TIMERS } from '../../../support/unfaked-timers.ts';

const RESULT: StubResult = {
  columns: { region: 'varchar', amount: 'double' },
  rows: [
    ['East', '1.5E3'],
    ['West', null],
  ],
};

const SOURCE: AthenaSource = {
  source: 'athena',
  statement: 'select region, amount from orders where at between ? and ?',
  parameters: ['from', 'to'],
  workgroup: 'walls',
  database: 'shop',
};

/** Time passes only while the reader pauses, so that the speed of the machine does not count. */
jest.unstable_mockModule('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number, value: unknown) => {
    jest.advanceTimersByTime(milliseconds);
    return value;
  },
}));
const { createAthenaReader } = await import('../../../../shared/kinds/athena/read.ts');

const SLOT_MS = 600_000;

let athena: Athena;
/** Start of the slot of the latest test. It lies in the future, so that no slot ends during a test. */
let nextSlot = Math.floor(Date.now() / SLOT_MS) * SLOT_MS;
let slot = nextSlot;
let readAthena: ReadAthena;

interface Options {
  readonly ms?: number;
  readonly hasStale?: boolean;
}

/** Time limit for requests that always end. Even on a busy machine, they end in time. */
const ANSWER_MS = 60_000;
/** Time limit that is long enough to start a query, and shorter than the query. */
const SHORT_MS = 3_000;

const currentSlot = () => {
  const windowAt = (start: number) => ({ currentTime: start, timePeriod: 60 });
  return { start: slot, ttl: SLOT_MS, name: '', isFar: false, window: windowAt(slot), startAt: () => slot, windowAt };
};

const ask = async ({ ms = ANSWER_MS, hasStale = false }: Options = {}): Promise<Table> => {
  const { table } = await readAthena(currentSlot(), {
    deadline: createDeadline(performance.now() + ms),
    budget: UNLIMITED,
    hasStale,
    keepEarlier: () => undefined,
  });
  return table;
};

const askInVain = async (options?: Options): Promise<WallfeedError> => {
  try {
    await ask(options);
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
  throw new Error('Expected an error, but there were rows.');
};

beforeAll(async () => {
  athena = await startAthena();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_ATHENA: athena.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
});
afterAll(() => athena.close());
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: [...UNFAKED_TIMERS, 'hrtime', 'clearInterval', 'clearImmediate'] });
  jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  athena.reset();
  athena.setClock(() => performance.now());
  athena.plan(() => ({ result: RESULT }));
  nextSlot += 10 * SLOT_MS;
  slot = nextSlot;
  readAthena = createAthenaReader(SOURCE, 0);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a query', () => {
  test('a query of Athena gives typed rows', async () => {
    expect(await ask()).toMatchObject({
      header: ['region', 'amount'],
      origins: ['text', 'number'],
      rows: [
        ['East', 1500],
        ['West', null],
      ],
    });
  });

  test('a query of Athena is sent with its parameters as literals and a token of 64 hexadecimal digits', async () => {
    slot = Date.parse('2026-11-20T09:00:00Z');
    await ask();
    expect(athena.queries[0]?.input).toEqual({
      QueryString: SOURCE.statement,
      QueryExecutionContext: { Database: 'shop', Catalog: 'AwsDataCatalog' },
      WorkGroup: 'walls',
      ExecutionParameters: ["timestamp '2026-11-20 08:00:00.000'", "timestamp '2026-11-20 09:00:00.000'"],
      ClientRequestToken: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('the log of a request has the scanned bytes of each query that ended during it, by id', async () => {
    const scans = new Map<string, number>();
    const deadline = { ...createDeadline(performance.now() + ANSWER_MS), scans };
    const limits = { budget: UNLIMITED, hasStale: false, keepEarlier: () => undefined };
    await readAthena(currentSlot(), { ...limits, deadline });
    expect([...scans.values()]).toEqual([10_485_760]);
    await createAthenaReader(SOURCE, 0)(currentSlot(), { ...limits, deadline });
    expect([scans.size, athena.queries.length]).toEqual([1, 1]);
  });

  test('a query of Athena runs once for a slot, and again for the next slot', async () => {
    await ask();
    await ask();
    expect(athena.queries).toHaveLength(1);
    expect(athena.calls.get('StartQueryExecution')).toBe(1);
    slot += SLOT_MS;
    await ask();
    expect(athena.queries).toHaveLength(2);
  });

  test('a result of ten thousand rows is read in pages', async () => {
    const rows = Array.from({ length: 10_000 }, (_, row) => [`r${row}`, String(row)]);
    athena.plan(() => ({ result: { ...RESULT, rows } }));
    const table = await ask();
    expect(table.rows).toHaveLength(10_000);
    expect(table.rows.at(-1)).toEqual(['r9999', 9999]);
    expect(athena.calls.get('GetQueryResults')).toBe(11);
  });

  test('a result of more than ten thousand rows is refused', async () => {
    const rows = Array.from({ length: 10_001 }, (_, row) => [`r${row}`, String(row)]);
    athena.plan(() => ({ result: { ...RESULT, rows } }));
    expect(await askInVain()).toMatchObject({
      code: 'SOURCE_TOO_LARGE',
      message: 'The source is too large: the result has more than 10000 rows.',
    });
  });
});

describe('a long query', () => {
  test('a long query continues after the deadline, and the next request finds its result', async () => {
    athena.plan(() => ({ runningMs: 2 * SHORT_MS, result: RESULT }));
    const error = await askInVain({ ms: SHORT_MS });
    expect(error).toMatchObject({
      code: 'SOURCE_TIMEOUT',
      message: 'The source did not answer in time: the query is still running.',
      details: [{ hint: 'try again: the next request finds its result' }],
      retryAfter: 5,
    });
    expect(isStillRunning(error)).toBe(true);
    expect((await ask()).rows).toHaveLength(2);
    expect(athena.queries).toHaveLength(1);
  });

  test('a query that waits in the queue is reported as a database that is not ready', async () => {
    athena.plan(() => ({ queuedMs: ANSWER_MS, result: RESULT }));
    expect(await askInVain({ ms: SHORT_MS })).toMatchObject({
      code: 'SOURCE_RESUMING',
      message: 'The database is not ready: the query is queued behind others.',
      retryAfter: 5,
    });
  });

  test('a running query is checked only once, without waiting, by a request that has a stale response to serve', async () => {
    athena.plan(() => ({ runningMs: 2 * ANSWER_MS }));
    await askInVain({ ms: SHORT_MS });
    const calls = athena.calls.get('GetQueryExecution') ?? 0;
    await askInVain({ hasStale: true });
    expect(athena.calls.get('GetQueryExecution')).toBe(calls + 1);
  });
});

describe('a query that failed', () => {
  const SYNTAX = "COLUMN_NOT_FOUND: line 3:8: Column 'secret_salary' cannot be resolved or requester is not authorized";

  test('the error of a failed query names its kind and line, and contains no word of the statement', async () => {
    athena.plan(() => ({
      state: 'FAILED',
      reason: SYNTAX,
      error: { ErrorCategory: 2, ErrorType: 1006, Retryable: false, ErrorMessage: SYNTAX },
    }));
    const error = await askInVain();
    expect(error).toMatchObject({
      code: 'SQL_FAILED',
      message: 'The database refused the query: COLUMN_NOT_FOUND, line 3 of the query.',
    });
    expect(JSON.stringify([error.message, error.details])).not.toContain('secret_salary');
  });

  test('a failed query is not sent to Athena again until its pause is over', async () => {
    athena.plan(() => ({ state: 'FAILED', reason: SYNTAX }));
    await askInVain();
    const calls = new Map(athena.calls);
    await askInVain();
    await askInVain();
    expect(athena.calls).toEqual(calls);
    expect(athena.queries).toHaveLength(1);
  });

  test('a query that failed because of an error inside Athena soon runs again, with a new client request token', async () => {
    athena.plan((attempt) =>
      attempt === 0
        ? {
            state: 'FAILED',
            reason: 'GENERIC_INTERNAL_ERROR',
            error: { ErrorCategory: 1, ErrorType: 200, Retryable: true },
          }
        : { result: RESULT },
    );
    expect(await askInVain()).toMatchObject({ code: 'SOURCE_THROTTLED', retryAfter: 1 });
    jest.advanceTimersByTime(1_100);
    expect((await ask()).rows).toHaveLength(2);
    expect(athena.queries).toHaveLength(2);
    expect(new Set(athena.queries.map(({ token }) => token)).size).toBe(2);
  });

  test('a query that reached the limit on scanned bytes is never repeated within its slot', async () => {
    athena.plan(() => ({ state: 'CANCELLED', reason: 'Bytes scanned limit was exceeded' }));
    for (let time = 0; time < 3; time += 1) {
      expect(await askInVain()).toMatchObject({
        code: 'SOURCE_TOO_LARGE',
        details: [{ hint: 'name the partition column in WHERE, or raise `scan` in the dashboard file' }],
      });
    }
    expect(athena.queries).toHaveLength(1);
    expect(athena.calls.get('GetQueryExecution')).toBe(1);
  });

  test.each([
    ['Query cancelled by user', { state: 'CANCELLED' as const }, 'SQL_FAILED'],
    ['Query exhausted resources at this scale factor', { error: { ErrorType: 0 } }, 'SOURCE_TOO_LARGE'],
    ['Access Denied (Service: Amazon S3; Status Code: 403)', { error: { ErrorType: 1501 } }, 'SOURCE_DENIED'],
    ['Insufficient Lake Formation permission(s) on orders', {}, 'SOURCE_DENIED'],
    ['The specified bucket does not exist', { error: { ErrorType: 1306 } }, 'SOURCE_NOT_FOUND'],
    ['Rate exceeded', { error: { ErrorType: 1401, Retryable: true } }, 'SOURCE_THROTTLED'],
    ['HIVE_BAD_DATA: Field day has wrong type', { error: { ErrorType: 1001 } }, 'SQL_FAILED'],
  ])('a query that failed with %s has an error code of its own', async (reason, more, code) => {
    athena.plan(() => ({ state: 'FAILED', reason, ...more }));
    expect((await askInVain()).code).toBe(code);
  });
});

describe('results of a query', () => {
  test('a result that has expired is made again', async () => {
    athena.plan((attempt) => ({ result: RESULT, isExpired: attempt === 0 }));
    expect((await ask()).rows).toHaveLength(2);
    expect(athena.queries).toHaveLength(2);
  });

  test('results that always expire do not start queries without end', async () => {
    athena.plan(() => ({ result: RESULT, isExpired: true }));
    for (let time = 0; time < 3; time += 1) expect((await askInVain()).code).toBe('SOURCE_NOT_FOUND');
    expect(athena.queries).toHaveLength(3);
  });
});

describe('a call to Athena', () => {
  const THROTTLED = { type: 'TooManyRequestsException', fields: { Reason: 'CONCURRENT_QUERY_LIMIT_EXCEEDED' } };

  test.each(['StartQueryExecution', 'GetQueryExecution', 'GetQueryResults'])(
    'a throttled call of %s is repeated within the deadline',
    async (operation) => {
      athena.fail({ operation, ...THROTTLED, times: 4 });
      expect((await ask()).rows).toHaveLength(2);
      expect(athena.queries).toHaveLength(1);
    },
  );

  test('a query is sent again with a new client request token if Athena knows the first token from another statement', async () => {
    athena.fail({
      operation: 'StartQueryExecution',
      type: 'InvalidRequestException',
      message: 'Idempotent parameters do not match',
    });
    expect((await ask()).rows).toHaveLength(2);
    expect(athena.calls.get('StartQueryExecution')).toBe(2);
  });

  test.each([
    ['AccessDeniedException', 'not authorized to perform: athena:StartQueryExecution', {}, 'SOURCE_DENIED'],
    ['InvalidRequestException', 'WorkGroup walls is not found.', {}, 'SOURCE_NOT_FOUND'],
    ['InvalidRequestException', 'WorkGroup walls is disabled.', {}, 'SOURCE_DENIED'],
    ['InvalidRequestException', 'No output location provided.', {}, 'SOURCE_DENIED'],
    [
      'InvalidRequestException',
      "line 2:1: mismatched input 'form'",
      { AthenaErrorCode: 'MALFORMED_QUERY' },
      'SQL_FAILED',
    ],
  ])('a call that fails with %s: %s has its own error code', async (type, message, fields, code) => {
    athena.fail({ operation: 'StartQueryExecution', type, message, fields });
    const error = await askInVain();
    expect(error.code).toBe(code);
    expect(JSON.stringify([error.message, error.details])).not.toContain('form');
  });
});
