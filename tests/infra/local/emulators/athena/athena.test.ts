import {
  AthenaClient,
  BatchGetQueryExecutionCommand,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  ListQueryExecutionsCommand,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Athena, startAthena } from '../../../../../infra/local/emulators/athena/start-athena.ts';
import { createLake, type TestLake } from '../../../../support/athena/create-lake.ts';
import { runQuery, waitForEnd } from '../../../../support/athena/run-query.ts';
import { signed } from '../../../../support/cloud/start-s3.ts';

const MINUTE_MS = 60_000;
const FAST = { queue: 0, run: 0 };
const TOKEN = 'a'.repeat(64);

let lake: TestLake;
let athena: Athena;
let client: AthenaClient;
beforeAll(async () => {
  lake = await createLake();
  athena = await startAthena({
    data: lake.path,
    workgroups: { walls: {}, small: { cutoffBytes: 10 } },
    times: FAST,
  });
  client = new AthenaClient({ ...signed, endpoint: athena.url, maxAttempts: 1 });
});
afterEach(() => {
  athena.clearFaults();
  athena.change({ times: FAST });
});
afterAll(async () => {
  client.destroy();
  await athena.close();
  await lake.remove();
});

const start = (sql: string, input = {}) =>
  client.send(
    new StartQueryExecutionCommand({
      QueryString: sql,
      QueryExecutionContext: { Database: 'shop' },
      WorkGroup: 'walls',
      ...input,
    }),
  );

const stateOf = async (id: string | undefined) =>
  (await client.send(new GetQueryExecutionCommand({ QueryExecutionId: id }))).QueryExecution?.Status?.State;

describe('a query of the Athena emulator', () => {
  test('a query of the Athena emulator returns a header, typed columns and values as Trino writes them', async () => {
    const sql = `select region, count(*) as orders, round(sum(amount), 1) as amount, max(at) as last, max(day) as day
      from orders where day >= date(?) group by 1 order by 1`;
    const { columns, types, rows } = await runQuery(client, sql, {
      ExecutionParameters: ["timestamp '2026-11-19 00:00:00.000'"],
    });
    expect(columns).toEqual(['region', 'orders', 'amount', 'last', 'day']);
    expect(types).toEqual(['varchar', 'bigint', 'double', 'timestamp', 'date']);
    expect(rows).toEqual([
      ['east', '667', '33300.0', '2026-11-20 23:38:34.000', '2026-11-20'],
      ['north', '666', '33266.7', '2026-11-20 23:35:42.000', '2026-11-20'],
      ['south', '667', '33333.3', '2026-11-20 23:37:08.000', '2026-11-20'],
    ]);
  });

  test('a query of the Athena emulator reports its state, its times and the bytes that it scanned', async () => {
    const { execution } = await runQuery(client, 'select count(*) from orders');
    expect(execution.Status).toEqual({
      State: 'SUCCEEDED',
      SubmissionDateTime: expect.any(Date),
      CompletionDateTime: expect.any(Date),
    });
    expect(execution.WorkGroup).toBe('walls');
    expect(execution.Statistics?.DataScannedInBytes).toBe(0);
  });

  test('a query of the Athena emulator passes through QUEUED and RUNNING', async () => {
    let now = Date.now();
    athena.useClock(() => now);
    athena.fail({ query: { queue: MINUTE_MS, run: MINUTE_MS } });
    const { QueryExecutionId: id } = await start('select 1');
    expect(await stateOf(id)).toBe('QUEUED');
    now += MINUTE_MS;
    while ((await stateOf(id)) === 'QUEUED') await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await stateOf(id)).toBe('RUNNING');
    await expect(client.send(new GetQueryResultsCommand({ QueryExecutionId: id }))).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: 'Query has not yet finished. Current state: RUNNING',
    });
    now += MINUTE_MS;
    expect((await waitForEnd(client, id)).Status?.State).toBe('SUCCEEDED');
    athena.useClock(Date.now);
  });

  test('a query of the Athena emulator can be stopped', async () => {
    athena.change({ times: { queue: 10_000, run: 0 } });
    const { QueryExecutionId: id } = await start('select 1');
    await client.send(new StopQueryExecutionCommand({ QueryExecutionId: id }));
    expect((await waitForEnd(client, id)).Status).toMatchObject({
      State: 'CANCELLED',
      StateChangeReason: 'Query cancelled by user',
    });
  });

  test('a query of the Athena emulator has its result in pages of at most 1 000 rows, and the first page begins with the header', async () => {
    const { QueryExecutionId: id } = await start('select id from orders order by 1');
    await waitForEnd(client, id);
    const sizes: number[] = [];
    const firstCells: (string | undefined)[] = [];
    for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
      const page = await client.send(new GetQueryResultsCommand({ QueryExecutionId: id, NextToken: token }));
      sizes.push(page.ResultSet?.Rows?.length ?? 0);
      firstCells.push(...(page.ResultSet?.Rows ?? []).map(({ Data }) => Data?.[0]?.VarCharValue));
      token = page.NextToken;
    }
    expect(sizes).toEqual([1000, 1000, 1000, 1]);
    expect(firstCells).toEqual(['id', ...Array.from({ length: 3000 }, (_, index) => String(index))]);
    await expect(
      client.send(new GetQueryResultsCommand({ QueryExecutionId: id, MaxResults: 1001 })),
    ).rejects.toMatchObject({ name: 'InvalidRequestException' });
  });

  test('a column without an alias is named _col and its position, and NULL differs from an empty text', async () => {
    const { columns, rows } = await runQuery(client, `select 1, 'a' as b, count(*), null, '' from stock`);
    expect(columns).toEqual(['_col0', 'b', '_col2', '_col3', '_col4']);
    expect(rows).toEqual([['1', 'a', '2', undefined, '']]);
  });

  test('the columns of a result have the upper and lower case of the statement', async () => {
    const sql = 'select Region, o."AMOUNT", Day as Day from orders o limit 1';
    expect((await runQuery(client, sql)).columns).toEqual(['Region', 'AMOUNT', 'Day']);
  });

  test('a query sees files that are added, changed and removed while the emulator runs', async () => {
    const names = async () => (await runQuery(client, 'select name from news order by 1')).rows;
    await lake.write('lake/news/day=2026-11-18/a.csv', 'name\none\n');
    expect(await names()).toEqual([['one']]);
    await lake.write('lake/news/day=2026-11-19/a.csv', 'name\ntwo\n');
    expect(await names()).toEqual([['one'], ['two']]);
    await lake.write('lake/news/day=2026-11-18/a.csv', 'name\nthree\n');
    expect(await names()).toEqual([['three'], ['two']]);
    await lake.remove('lake/news');
    const { execution } = await runQuery(client, 'select name from news');
    expect(execution.Status?.StateChangeReason).toContain('TABLE_NOT_FOUND');
  });

  test('a query sees a Parquet file that was replaced under its name, and reads NULL if a partition lacks a column', async () => {
    const write = (day: string, sql: string) => lake.writeParquet(`lake/stores/day=${day}/a.parquet`, sql);
    await lake.write('lake/stores/day=2026-11-18/.keep', '');
    await lake.write('lake/stores/day=2026-11-19/.keep', '');
    await write('2026-11-18', `select 'Lyon' as city`);
    await write('2026-11-19', `select 'Turin' as city, 'it' as country`);
    const rows = async () => (await runQuery(client, 'select city, country from stores order by day')).rows;
    expect(await rows()).toEqual([
      ['Lyon', undefined],
      ['Turin', 'it'],
    ]);
    await write('2026-11-18', `select 'Nice' as city`);
    expect((await rows())[0]).toEqual(['Nice', undefined]);
  });

  test('the Athena emulator says which CSV files cannot be read, and runs all other queries', async () => {
    await lake.write('lake/odd/a.csv', 'a,b\n1,2\n');
    await lake.write('lake/odd/b.csv', Buffer.from([0xff, 0xfe, 0x00, 0x2c, 0x31]));
    const { execution } = await runQuery(client, 'select count(*) from odd');
    expect(execution.Status?.StateChangeReason).toMatch(/^HIVE_BAD_DATA: the CSV files of odd cannot be read: /);
    expect((await runQuery(client, 'select count(*) from stock')).rows).toEqual([['2']]);
    await lake.remove('lake/odd');
  });

  test('a query finds its tables by their database, with or without the catalogue', async () => {
    for (const name of ['stock', 'shop.stock', 'awsdatacatalog.shop.stock', '"AwsDataCatalog"."shop"."stock"']) {
      expect((await runQuery(client, `select sum(count) from ${name}`)).rows).toEqual([['12']]);
    }
    expect((await runQuery(client, 'select 1 from other.stock')).execution.Status?.State).toBe('FAILED');
  });
});

describe('the bytes that a query scans', () => {
  const scanned = async (sql: string) => (await runQuery(client, sql)).execution.Statistics?.DataScannedInBytes ?? 0;

  test('a query scans only the columns that it reads, in the partitions that its conditions select', async () => {
    const ofOneDay = await scanned(`select sum(amount) from orders where day = date '2026-11-19'`);
    const ofAllDays = await scanned('select sum(amount) from orders');
    const two = await scanned('select sum(amount), max(id) from orders');
    expect(ofOneDay).toBeGreaterThan(100);
    expect(ofAllDays).toBeGreaterThan(2.5 * ofOneDay);
    expect(ofAllDays).toBeLessThan(3.5 * ofOneDay);
    expect(two).toBeGreaterThan(ofAllDays);
  });

  test('a query scans whole CSV files, in the partitions that its conditions select', async () => {
    expect(await scanned('select page from visits')).toBe(51 + 44);
    expect(await scanned(`select page from visits where day = date '2026-11-19'`)).toBe(44);
  });

  test('a query scans the tables of a WITH once for each use', async () => {
    const once = await scanned('select page, count(*) from visits group by 1');
    const twice = await scanned(
      'with a as (select page, count(*) as n from visits group by 1) select * from a join a as b on a.page = b.page',
    );
    expect(twice).toBe(2 * once);
  });

  test('a workgroup cancels a query that scans more than its limit of bytes', async () => {
    const { execution } = await runQuery(client, 'select sum(amount) from orders', { WorkGroup: 'small' });
    expect(execution.Status).toMatchObject({
      State: 'CANCELLED',
      StateChangeReason: 'Bytes scanned limit was exceeded',
    });
  });
});

describe('a client request token', () => {
  test('a client request token gives the same execution again for the same call', async () => {
    const first = await start('select 1', { ClientRequestToken: TOKEN });
    expect(await start('select 1', { ClientRequestToken: TOKEN })).toMatchObject({
      QueryExecutionId: first.QueryExecutionId,
    });
  });

  test('a client request token gives the same execution again after it has failed', async () => {
    const input = { ClientRequestToken: 'b'.repeat(64) };
    const { QueryExecutionId: id } = await start('select nothing from stock', input);
    expect((await waitForEnd(client, id)).Status?.State).toBe('FAILED');
    expect((await start('select nothing from stock', input)).QueryExecutionId).toBe(id);
  });

  test('a client request token is refused with another statement or another length', async () => {
    await expect(start('select 2', { ClientRequestToken: TOKEN })).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: 'Idempotent parameters do not match',
    });
    for (const length of [31, 129]) {
      await expect(start('select 1', { ClientRequestToken: 'a'.repeat(length) })).rejects.toMatchObject({
        name: 'InvalidRequestException',
      });
    }
  });
});

describe('a query that cannot run', () => {
  const reasonOf = async (sql: string, parameters?: string[]) =>
    (await runQuery(client, sql, { ExecutionParameters: parameters })).execution.Status?.StateChangeReason;

  test.each([
    [
      'select 1 from stock where count > ?',
      undefined,
      'INVALID_PARAMETER_USAGE: line 1:1: Incorrect number of parameters: expected 1 but found 0',
    ],
    [
      'select 1 from stock',
      ['1'],
      'INVALID_PARAMETER_USAGE: line 1:1: Incorrect number of parameters: expected 0 but found 1',
    ],
    ['select ? from stock', ['1'], 'SYNTAX_ERROR: line 1:8: Parameters are allowed only in a WHERE clause'],
    [
      'select 1 from stock where count > ? limit ?',
      ['1', '2'],
      'SYNTAX_ERROR: line 1:43: Parameters are allowed only in a WHERE clause',
    ],
    ['select 1 from nowhere', undefined, "TABLE_NOT_FOUND: line 1:15: Table 'nowhere' does not exist"],
    [
      'select price from stock',
      undefined,
      "COLUMN_NOT_FOUND: line 1:8: Column 'price' cannot be resolved or requester is not authorized to access requested resources",
    ],
    ['select 1 / (count - 5) from stock', undefined, 'DIVISION_BY_ZERO: Division by zero'],
    [
      'select histogram(count) from stock',
      undefined,
      'NOT_SUPPORTED: the function histogram is not emulated locally; on Athena it may work',
    ],
  ])('a query that cannot run fails with a reason: %s', async (sql, parameters, reason) => {
    expect(await reasonOf(sql, parameters)).toBe(reason);
  });

  test.each([
    `select * from read_csv('/etc/passwd')`,
    `select * from '/etc/passwd'`,
    `select * from "/etc/passwd"`,
    `select * from 'https://example.com/a.parquet'`,
    `copy stock to '/tmp/stock.csv'`,
    `attach '/tmp/other.db' as other`,
    `set enable_external_access = true`,
    `select 1; select 2`,
    `select getenv('HOME')`,
    `install httpfs`,
    `drop view stock`,
    `from stock select getenv('HOME')`,
  ])('a query reaches no file, no network and no setting: %s', async (sql) => {
    const { execution } = await runQuery(client, sql);
    expect(execution.Status?.State).toBe('FAILED');
    expect((await runQuery(client, 'select count(*) from stock')).rows).toEqual([['2']]);
  });

  test('a query is refused in an unknown workgroup', async () => {
    await expect(start('select 1', { WorkGroup: 'other' })).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: 'WorkGroup other is not found.',
    });
  });
});

describe('the history of the Athena emulator', () => {
  const list = (input = {}) => client.send(new ListQueryExecutionsCommand({ WorkGroup: 'history', ...input }));

  test('the Athena emulator lists the executions of one workgroup in pages, the newest page first', async () => {
    athena.change({ workgroups: { walls: {}, small: { cutoffBytes: 10 }, history: {} } });
    const ids: string[] = [];
    for (let query = 0; query < 5; query += 1)
      ids.push(String((await start(`select ${query}`, { WorkGroup: 'history' })).QueryExecutionId));
    const first = await list({ MaxResults: 2 });
    const second = await list({ MaxResults: 3, NextToken: first.NextToken });
    expect(new Set(first.QueryExecutionIds)).toEqual(new Set(ids.slice(3)));
    expect(new Set(second.QueryExecutionIds)).toEqual(new Set(ids.slice(0, 3)));
    expect(second.NextToken).toBeUndefined();
    await expect(list({ MaxResults: 51 })).rejects.toMatchObject({ name: 'InvalidRequestException' });
    await expect(list({ WorkGroup: 'other' })).rejects.toMatchObject({ name: 'InvalidRequestException' });
  });

  test('the Athena emulator describes several executions, and names those that it does not know', async () => {
    const { QueryExecutionId: id = '' } = await start('select 1');
    const reply = await client.send(new BatchGetQueryExecutionCommand({ QueryExecutionIds: [id, 'unknown'] }));
    expect(reply.QueryExecutions).toMatchObject([{ QueryExecutionId: id, Query: 'select 1', WorkGroup: 'walls' }]);
    expect(reply.UnprocessedQueryExecutionIds).toMatchObject([{ QueryExecutionId: 'unknown' }]);
  });
});

describe('faults of the Athena emulator', () => {
  test('a fault can let a query wait, fail or be cancelled', async () => {
    athena.fail({ query: { queue: 60_000 } });
    const { QueryExecutionId: waiting } = await start('select 1');
    expect(await stateOf(waiting)).toBe('QUEUED');
    athena.fail({ query: { state: 'FAILED', reason: 'GENERIC_INTERNAL_ERROR: lost a node', retryable: true } });
    expect((await runQuery(client, 'select 1')).execution.Status).toMatchObject({
      State: 'FAILED',
      StateChangeReason: 'GENERIC_INTERNAL_ERROR: lost a node',
      AthenaError: { Retryable: true },
    });
    athena.fail({ query: { state: 'CANCELLED', reason: 'Query cancelled by an administrator' } });
    expect((await runQuery(client, 'select 1')).execution.Status?.State).toBe('CANCELLED');
  });

  test('a fault can throttle calls, and let results expire', async () => {
    athena.fail({ on: 'StartQueryExecution', error: 'ThrottlingException' });
    await expect(start('select 1')).rejects.toMatchObject({ name: 'ThrottlingException' });
    athena.fail({ on: 'StartQueryExecution', query: { expired: true } });
    const { QueryExecutionId: id } = await start('select 1');
    await waitForEnd(client, id);
    await expect(client.send(new GetQueryResultsCommand({ QueryExecutionId: id }))).rejects.toMatchObject({
      name: 'InvalidRequestException',
      message: 'Could not find results',
    });
  });
});
