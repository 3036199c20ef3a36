/** @jest-environment node */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkStatements } from '../../../../../infra/check/check-statements.ts';
import { loadDashboard } from '../../../../../infra/dashboard/definition/load-dashboard.ts';
import { openerOf } from '../../../../../infra/local/emulators/local-database.ts';
import { type DataApi, startDataApi } from '../../../../../infra/local/emulators/rds-data/start-data-api.ts';
import { createDeadline } from '../../../../../shared/aws/deadline.ts';
import { createAsk } from '../../../../support/cloud/ask-database.ts';
import { errorOf } from '../../../../support/cloud/start-replies.ts';
import { writeFolder } from '../../../../support/folders/write-folder.ts';
import { describeWithPostgres, type PostgresServer, startPostgres } from '../../../../support/postgres-server.ts';

const SEEDS = `
create type mood as enum ('calm', 'busy');
create table orders (
  id serial primary key, channel varchar(20) not null, amount numeric(12, 2), at timestamp, sent timestamptz, day date,
  mood mood default 'calm', paid boolean, tags text[], note json, bytes bytea, span interval, ratio float8);
insert into orders (channel, amount, at, sent, day, paid, tags, note, bytes, span, ratio) values
  ('web', 12.50, '2026-11-28 01:02:03.5', '2026-11-28 01:00+00', '2026-11-28', true, '{a,"b,c"}', '{"a": [1]}', '\\x00ff', '1 day 2 hours', 0.1),
  ('应用', null, '2026-03-29 02:30', '2026-07-01 12:00+02', '1999-12-31', false, '{}', 'null', '\\x', '-3 days', 'NaN');`;

/** Settings of a database that change how the server writes values. */
const FOREIGN = [
  "datestyle = 'German'",
  "intervalstyle = 'iso_8601'",
  'extra_float_digits = -3',
  'bytea_output = escape',
];

const STATEMENTS = [
  'select id + 0 as id, channel, amount, at, sent, day, mood, paid, note, bytes, ratio from orders order by id',
  'select tags from orders order by id',
  'select span::text as span, extract(epoch from span) as seconds from orders order by id',
  'select count(*) as n, sum(amount) as total, avg(id) as mean, max(sent) as newest from orders',
  "select 9007199254740993 as big, 1.5::float4 as small, 'x'::char(3) as padded, null::int as nothing, now() - now() = '0' as same",
  "select date_trunc('day', sent) as day, current_setting('timezone') as zone from orders order by 1",
  "select 'a'::regclass",
  'select point(1, 2)',
];

const NAME = 'WALLFEED_TEST_SALES_URL';
const LOCAL = { engine: 'postgresql', name: 'postgres', timezone: 'UTC', variable: NAME } as const;

const folderWith = (sql: string, files: Readonly<Record<string, string>> = {}): Promise<string> =>
  writeFolder({
    'dashboard.yml': `dashboard: shop\ndatabase: { local: env:${NAME} }\nendpoints:\n  orders: { component: Rows, sql: "${sql}" }\n`,
    ...files,
  });

const diagnosticsOf = async (sql: string, files?: Readonly<Record<string, string>>) =>
  (await checkStatements(await loadDashboard(await folderWith(sql, files)))).map(
    ({ severity, line, column, message, hint }) => `${severity} ${line}:${column} ${message} (${hint})`,
  );

describeWithPostgres('a server of PostgreSQL that the developer names', () => {
  let server: PostgresServer;
  let named: DataApi;
  let own: DataApi;
  beforeAll(async () => {
    server = await startPostgres(SEEDS);
    for (const setting of FOREIGN) await server.run(`alter database postgres set ${setting}`);
    process.env[NAME] = server.url;
    named = await startDataApi({ seeds: [], open: openerOf(LOCAL) });
    const folder = await writeFolder({ 'data/a.sql': SEEDS });
    own = await startDataApi({ seeds: [`${folder}/data/a.sql`] });
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_RDS_DATA: named.url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    });
  });
  afterAll(async () => {
    delete process.env[NAME];
    await named?.close();
    await own?.close();
    await server?.close();
  });

  const run = async (statement: string) => {
    const { executeStatement } = await import('../../../../../shared/sources/rds-data.ts');
    const parameters = (['from', 'to'] as const).filter((name) => statement.includes(`:${name}`));
    return executeStatement(
      { source: 'sql', statement, parameters },
      { cluster: 'arn:aws:rds:us-east-1:0:cluster:shop', secret: 's', name: 'shop' },
      { currentTime: Date.UTC(2026, 10, 28, 2), timePeriod: 120 },
      createDeadline(performance.now() + 20_000),
    );
  };

  test.each(STATEMENTS)('%s gets the reply that the database of `start` gives', async (sql) => {
    const options = { includeResultMetadata: true, resultSetOptions: { longReturnType: 'STRING' as const } };
    const replies = await Promise.all(
      [named, own].map((api) =>
        createAsk(api)(sql, [], options).then(
          ({ records, columnMetadata }) => ({
            records,
            types: columnMetadata?.map(({ label, typeName, type }) => [label, typeName, type]),
          }),
          ({ name, message }: Error) => ({ name, message }),
        ),
      ),
    );
    expect(replies[0]).toEqual(replies[1]);
  });

  test('parameters have their types and are in UTC for a server in any zone', async () => {
    const { rows } = await run("select id, ':to' as text from orders where at between :from and :to");
    expect(rows).toEqual([[1, ':to']]);
  });

  test.each([
    ['select nope from orders', 'SQL_FAILED', '42703'],
    ['select 1 from nope', 'SQL_FAILED', '42P01'],
    ['selec 1', 'SQL_FAILED', '42601'],
    ["insert into orders (channel) values ('x')", 'SQL_FAILED', '25006'],
    ['delete from orders', 'SQL_FAILED', '25006'],
    ["select repeat('x', 70000)", 'SOURCE_TOO_LARGE', '64 KB for each row'],
  ])('the statement "%s" is %s', async (statement, code, words) => {
    const found = await errorOf(run(statement));
    expect(found).toMatchObject({ code, text: expect.stringContaining(words) });
    expect(await server.rows('select count(*)::int as n from orders')).toEqual([{ n: 2 }]);
  });

  test('a server that ends the session, or refuses the user, is unavailable, and no message has the password', async () => {
    const ended = await errorOf(run('select pg_terminate_backend(pg_backend_pid())'));
    expect(ended).toMatchObject({ code: 'SOURCE_THROTTLED', text: expect.stringContaining(`env:${NAME}`) });
    process.env[NAME] = server.url.replace(server.password, 'wr0ng-word');
    const api = await startDataApi({ seeds: [], open: openerOf(LOCAL) });
    const message = await createAsk(api)('select 1').catch(String);
    await api.close();
    process.env[NAME] = server.url;
    expect(message).toContain(`the server of env:${NAME} cannot be reached`);
    expect(message).not.toMatch(/wr0ng-word|owner/);
  });

  test('the server stops a statement that runs longer than a statement may', async () => {
    const impatient = await startDataApi({ seeds: [], open: openerOf(LOCAL), limit: 500 });
    const message = await createAsk(impatient)('select pg_sleep(600)').catch(String);
    await impatient.close();
    expect(message).toBe('StatementTimeoutException: Request timed out');
    expect(
      await server.rows(
        "select 1 from pg_stat_activity where query like '%pg_sleep(6%' and state = 'active' and pid <> pg_backend_pid()",
      ),
    ).toEqual([]);
  });

  test('check tries statements in the tables of the server, and says once that seeds are not run there', async () => {
    expect(await diagnosticsOf('select channel, amount from orders')).toEqual([]);
    expect(await diagnosticsOf('select channel from orders', { 'data/a.sql': 'create table other (a int);' })).toEqual([
      expect.stringMatching(/^note 2:11 the \*\.sql files of data\/ are not run in the database of env:/),
    ]);
    expect(await server.rows("select count(*)::int as n from pg_tables where schemaname = 'public'")).toEqual([
      { n: 1 },
    ]);
  });

  test.each([
    [
      'select chanel from orders',
      'error 4:43 the database refuses the statement: column "chanel" does not exist (Perhaps you meant to reference the column "orders.channel".)',
    ],
    [
      'select 1 as n from ordrs where at < :to',
      'error 4:55 the database refuses the statement: relation "ordrs" does not exist (did you mean orders?)',
    ],
    [
      'select 1 as n from invoices',
      'error 4:55 the database refuses the statement: relation "invoices" does not exist (the database has the tables orders)',
    ],
    [
      'select 1 / (id - 1) as n from orders',
      'error 4:36 the statement fails with the rows of the database: division by zero (correct the statement, or the rows)',
    ],
  ])('check says at its place why the server refuses "%s"', async (sql, message) => {
    expect(await diagnosticsOf(sql)).toEqual([message]);
  });

  test('check warns once for each statement that a server which is down did not try', async () => {
    process.env[NAME] = 'postgresql://owner:sEcret-word@127.0.0.1:1/postgres';
    const found = await diagnosticsOf('select 1 as n');
    process.env[NAME] = server.url;
    expect(found).toEqual([
      'warning 4:36 the database cannot be reached, so that the statement was not tried (start the server, or correct the variable)',
    ]);
  });
});
