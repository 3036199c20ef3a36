/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DataApi, startDataApi } from '../../../infra/local/emulators/rds-data/start-data-api.ts';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import { SQL_PARAMETERS, type SqlSource } from '../../../shared/config/sources.ts';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { number, numberOrText, optional, text, time } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import type { Table } from '../../../shared/tabular/table.ts';
import { typeTables } from '../../../shared/tabular/type-tables.ts';

const SEED = `
create table orders (channel text, at timestamptz, n int, total numeric(10, 2), share double precision, big bigint, paid boolean, day date);
insert into orders values
  ('Web', '2026-11-21 08:00:00+08', 7, 12.50, 0.1, 9007199254740991, true, '2026-11-21'),
  ('App', '2026-11-21 01:30:00.25+00', 8, 1234.00, null, 2, false, '2026-11-22');
`;

const window = { currentTime: Date.UTC(2026, 10, 21, 2), timePeriod: 60 };
const database = {
  cluster: 'arn:aws:rds:us-east-1:000000000000:cluster:wall',
  secret: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:wall',
  name: 'postgres',
};

let api: DataApi;
let folder: string;
let run: (statement: string, milliseconds?: number) => Promise<Table>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
  const seed = join(folder, 'seed.sql');
  await writeFile(seed, SEED);
  api = await startDataApi({ seeds: [seed] });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_RDS_DATA: api.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const { executeStatement } = await import('../../../shared/sources/rds-data.ts');
  run = (statement, milliseconds = 5000) => {
    const parameters = SQL_PARAMETERS.filter((name) => statement.includes(`:${name}`));
    return executeStatement(
      { source: 'sql', statement, parameters } satisfies SqlSource,
      database,
      window,
      createDeadline(performance.now() + milliseconds),
    );
  };
});

afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

describe('the results of a query', () => {
  test('the results of a query keep positions, labels and column types', async () => {
    const { header, rows, origins, locate } = await run(
      'select channel, n as "订单", total, at, paid, day from orders order by n',
    );
    expect(header).toEqual(['channel', '订单', 'total', 'at', 'paid', 'day']);
    expect(origins).toEqual(['text', 'number', 'number', 'timestamp', 'text', 'text']);
    expect(rows).toEqual([
      ['Web', 7, '12.50', '2026-11-21 00:00:00', 'true', '2026-11-21'],
      ['App', 8, '1234.00', '2026-11-21 01:30:00.250', 'false', '2026-11-22'],
    ]);
    expect(locate(1, 0)).toEqual({ row: 2 });
  });

  test('the results of a query keep all digits of an integer beyond 2^53', async () => {
    const { rows } = await run('select big + 2, -1::bigint, null::int from orders where n = 7');
    expect(rows).toEqual([['9007199254740993', -1, null]]);
  });

  test('the results of a query keep two columns with the same name separate', async () => {
    expect((await run('select n, n from orders order by 1 limit 1')).rows).toEqual([[7, 7]]);
  });

  test('the results of a query may have no rows', async () => {
    expect(await run('select channel from orders where n > 100')).toMatchObject({ header: ['channel'], rows: [] });
  });

  test('the results of a query are typed like the same rows in CSV', async () => {
    const definition = table({ a: text, b: number, c: numberOrText, d: optional(number), e: time });
    const csv = parseCsv(
      Buffer.from('a,b,c,d,e\n7,12.5,12.5,0.1,2026-11-21T00:00:00Z\n8,1234,1234,,2026-11-21T01:30:00.250Z\n'),
      {},
      definition,
    );
    const sql = await run('select n, total, total, share, at from orders order by n');
    const type = (read: Table) => typeTables({ table: definition }, { table: read }, { timezone: 'Asia/Shanghai' });
    expect(type(sql)).toEqual(type(csv));
  });
});

describe('the parameters of a query', () => {
  test('the parameters of a query contain the time window of the request', async () => {
    const { rows } = await run(
      'select :from, :to, :currentTime, :timePeriod, pg_typeof(:from)::text, pg_typeof(:currentTime)::text',
    );
    expect(rows).toEqual([
      ['2026-11-21 01:00:00', '2026-11-21 02:00:00', window.currentTime, 60, 'timestamp without time zone', 'bigint'],
    ]);
  });

  test('the parameters of a query restrict it to the time window', async () => {
    expect((await run("select channel from orders where at at time zone 'UTC' between :from and :to")).rows).toEqual([
      ['App'],
    ]);
  });

  test('the parameters of a query are not replaced in literals, names, comments and casts', async () => {
    const { rows } = await run(`select ':from', n::text as ":to" -- :currentTime\n from orders order by n limit 1`);
    expect(rows).toEqual([[':from', '7']]);
  });
});

describe('errors of a query', () => {
  test.each([
    [
      'a missing table',
      'select * from nothing',
      { code: 'SQL_FAILED', message: expect.stringContaining('SQLState 42P01') },
    ],
    ['a division by zero', 'select 1 / 0', { code: 'SQL_FAILED', message: expect.stringContaining('SQLState 22012') }],
    [
      'a type that the Data API does not support',
      "select interval '1 day'",
      {
        code: 'SQL_FAILED',
        details: [
          {
            message: expect.stringContaining('unsupported data type INTERVAL'),
            hint: expect.stringContaining('::text'),
          },
        ],
      },
    ],
    ['a write', "insert into orders (channel) values ('x')", { code: 'SQL_FAILED' }],
    [
      'a result over 1 MiB',
      "select repeat('x', 60000) from generate_series(1, 20)",
      { code: 'SOURCE_TOO_LARGE', details: [{ message: expect.stringContaining('1 MiB') }] },
    ],
    ['more than 50 000 rows', 'select 1 from generate_series(1, 50001)', { code: 'SOURCE_TOO_LARGE' }],
  ])('a query fails with its own error code on %s', async (_, statement, expected) => {
    const failure = await run(statement).catch((error: unknown) => error);
    expect(failure).toMatchObject(expected);
    expect(JSON.stringify(Object(failure).details) + Object(failure).message).not.toMatch(
      /nothing|generate_series|arn:/,
    );
  });

  test.each([
    ['DatabaseResumingException', { code: 'SOURCE_RESUMING', retryAfter: 15 }],
    ['StatementTimeoutException', { code: 'SOURCE_TIMEOUT' }],
    ['AccessDeniedException', { code: 'SOURCE_DENIED' }],
    ['InvalidSecretException', { code: 'SOURCE_DENIED' }],
    ['DatabaseNotFoundException', { code: 'SOURCE_NOT_FOUND' }],
  ])('a query fails with its own error code on %s of the Data API', async (error, expected) => {
    api.fail({ error });
    await expect(run('select 1')).rejects.toMatchObject(expected);
    expect((await run('select 1')).rows).toEqual([[1]]);
  });

  test.each(['ThrottlingException', 'ServiceUnavailableError', 'InternalServerErrorException'])(
    'a query is reported as throttled if %s persists',
    async (error) => {
      api.fail({ error, times: 3 });
      await expect(run('select 1')).rejects.toMatchObject({ code: 'SOURCE_THROTTLED', retryAfter: 1 });
    },
  );

  test('the error for an unsupported result shows only the type from the service’s message', async () => {
    const message = 'cannot send select secret from arn:aws:rds';
    api.fail({ error: 'UnsupportedResultException', message });
    const failure = await run('select 1').catch((error) => JSON.stringify([error.message, error.details]));
    expect(failure).toContain('the Data API cannot return the result');
    expect(failure).not.toMatch(/secret|arn/);
  });

  test.each([
    ['rows that are not a list', '{"columnMetadata":[],"records":{}}'],
    ['a row that is not a list', '{"columnMetadata":[{"name":"a"}],"records":["x"]}'],
    ['a value that is not an object', '{"columnMetadata":[{"name":"a"}],"records":[[7]]}'],
    ['a value that is null', '{"columnMetadata":[{"name":"a"}],"records":[[null]]}'],
    ['a string value that is not text', '{"columnMetadata":[{"name":"a"}],"records":[[{"stringValue":{"a":1}}]]}'],
    ['columns that are not a list', '{"columnMetadata":"a","records":[]}'],
    ['a column that is not an object', '{"columnMetadata":[null],"records":[]}'],
    ['a label that is not text', '{"columnMetadata":[{"label":{"a":1}}],"records":[]}'],
    ['a type that is not text', '{"columnMetadata":[{"typeName":7}],"records":[]}'],
  ])('a malformed reply to a query is refused: %s', async (_, reply) => {
    api.fail({ reply, contentType: 'application/json' });
    await expect(run('select 1')).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
  });

  test('a query fails with a timeout if the service hangs beyond the deadline', async () => {
    api.fail({ hang: true });
    await expect(run('select 1', 50)).rejects.toMatchObject({ code: 'SOURCE_TIMEOUT' });
  });

  test('a query fails with a timeout if the service drops every connection', async () => {
    api.fail({ drop: true, times: 3 });
    await expect(run('select 1')).rejects.toMatchObject({ code: 'SOURCE_TIMEOUT' });
  });
});
