/** @jest-environment node */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkStatements } from '../../../../../infra/check/check-statements.ts';
import { loadDashboard } from '../../../../../infra/dashboard/definition/load-dashboard.ts';
import { openerOf } from '../../../../../infra/local/emulators/local-database.ts';
import { startMysql } from '../../../../../infra/local/emulators/mysql/open-mysql.ts';
import { applyMysqlSeeds } from '../../../../../infra/local/emulators/mysql/seed-server.ts';
import { type DataApi, startDataApi } from '../../../../../infra/local/emulators/rds-data/start-data-api.ts';
import { createAsk } from '../../../../support/cloud/ask-database.ts';
import { writeFolder } from '../../../../support/folders/write-folder.ts';
import { describeWithMysql } from '../../../../support/mysql-server.ts';

const NAME = 'WALLFEED_TEST_SHOP_URL';
const LOCAL = { engine: 'mysql', name: 'shop', timezone: 'Asia/Shanghai', variable: NAME } as const;
const SEEDS =
  "create table orders (id int, channel varchar(20), at datetime); insert into orders values (1, 'web', '2026-11-28 09:00:00'), (2, '应用', null);";

const diagnosticsOf = async (
  sql: string,
  files: Readonly<Record<string, string>> = {},
  component = 'Rows',
  more = '',
) => {
  const folder = await writeFolder({
    'dashboard.yml': `dashboard: shop\ntimezone: Asia/Shanghai\ndatabase: { engine: mysql, timezone: Asia/Shanghai, local: env:${NAME} }\nendpoints:\n  orders: { component: ${component}, sql: "${sql}" }\n${more}`,
    ...files,
  });
  const loaded = await loadDashboard(folder);
  expect(loaded.errors).toEqual([]);
  const found = await checkStatements(loaded);
  return found.map(({ severity, line, column, message, hint }) => `${severity} ${line}:${column} ${message} (${hint})`);
};

describeWithMysql('a server of MySQL that the developer names', () => {
  let started: NonNullable<Awaited<ReturnType<typeof startMysql>>>;
  let api: DataApi;
  let url: string;
  beforeAll(async () => {
    const server = await startMysql({ name: 'shop', timezone: 'Asia/Shanghai' });
    if (!server) throw new Error('no server');
    started = server;
    await applyMysqlSeeds(started.server, [{ file: 'shop.sql', text: SEEDS }]);
    url = `mysql://root@localhost/shop?socketPath=${started.server.socket}`;
    process.env[NAME] = url;
    api = await startDataApi({ seeds: [], open: openerOf(LOCAL) });
  });
  afterAll(async () => {
    delete process.env[NAME];
    await api?.close();
    await started?.database.close();
  });

  test('statements are run in its tables, and nothing is written even as its owner', async () => {
    const ask = createAsk(api);
    const { records } = await ask('select id, channel, at from orders order by id');
    expect(records).toEqual([
      [{ longValue: 1 }, { stringValue: 'web' }, { stringValue: '2026-11-28 09:00:00' }],
      [{ longValue: 2 }, { stringValue: '应用' }, { isNull: true }],
    ]);
    await expect(ask('delete from orders')).rejects.toThrow('Error code: 1792; SQLState: 25006');
    expect((await ask('select count(*) from orders')).records).toEqual([[{ longValue: 2 }]]);
  });

  test('check names its tables and columns, and says once that seeds are not run there', async () => {
    expect(await diagnosticsOf('select chanel from orders')).toEqual([
      "error 5:43 the database refuses the statement: Unknown column 'chanel' in 'SELECT' (did you mean channel?)",
    ]);
    expect(await diagnosticsOf('select 1 as n from invoices')).toEqual([
      "error 5:55 the database refuses the statement: Table 'shop.invoices' doesn't exist (the database has the tables orders)",
    ]);
    expect(await diagnosticsOf('select channel from orders', { 'data/a.sql': 'create table other (a int);' })).toEqual([
      expect.stringMatching(/^note 3:11 the \*\.sql files of data\/ are not run in the database of env:/),
    ]);
    const { records } = await createAsk(api)(
      "select count(*) from information_schema.tables where table_schema = 'shop'",
    );
    expect(records).toEqual([[{ longValue: 1 }]]);
  });

  test('check says once in which zone it reads times without an offset', async () => {
    const sql = 'select at as x, id as y from orders where at is not null';
    const second = `  again: { component: 3D Bar Chart, options: { name: a }, sql: "${sql}" }\n`;
    expect(await diagnosticsOf(sql, {}, '3D Bar Chart, options: { name: a }', second)).toEqual([
      'note 5:66 times without an offset are read in Asia/Shanghai (write `database: { timezone: ... }` with the zone of the database if it is another one)',
    ]);
  });

  test('a server that is down is a warning of check, and an answer without the password', async () => {
    process.env[NAME] = 'mysql://root:sEcret-word@127.0.0.1:1/shop';
    const found = await diagnosticsOf('select 1 as n');
    const down = await startDataApi({ seeds: [], open: openerOf(LOCAL) });
    const message = await createAsk(down)('select 1').catch(String);
    await down.close();
    process.env[NAME] = url;
    expect(found).toEqual([
      'warning 5:36 the database cannot be reached, so that the statement was not tried (start the server, or correct the variable)',
    ]);
    expect(message).toContain(`the server of env:${NAME} cannot be reached`);
    expect(message).not.toMatch(/sEcret|root/);
  });
});
