/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { describeWithMysql } from '../../support/mysql-server.ts';
import { runCommand } from '../../support/run-command.ts';

const SEEDS = `create table orders (id int, region varchar(20), amount decimal(10, 2), big bigint unsigned, paid tinyint(1), at datetime, note json);
insert into orders values (1, 'East', 12.50, 18446744073709551615, true, '2026-11-28 09:00:00', '{"a": 1}'), (2, '西', 3.00, 1, false, null, null);`;

const createFolder = (): Promise<string> =>
  writeFolder({
    'dashboard.yml': `dashboard: shop
timezone: Asia/Shanghai
database: { engine: mysql, timezone: Asia/Shanghai }
datasets:
  all: { sql: 'select id, region, amount, big, paid, at, note from orders order by id' }
endpoints:
  orders: { component: Rows, sql: 'select region, amount from orders where region = :region', parameters: { region: { oneOf: [East, West] } } }
  lines: { component: Rows, dataset: all }
`,
    'data/shop.sql': SEEDS,
  });

describeWithMysql('the commands for a dashboard over MySQL', () => {
  test('wallfeed query runs a dataset in the local server, and prints columns with types of MySQL', async () => {
    const { code, out } = await runCommand('query', ['all', '--local', '--dashboard', await createFolder()]);
    expect(code).toBe(0);
    expect(out).toMatch(/^id +region +amount +big +paid +at +note *\n/);
    expect(out).toMatch(/^number +text +number +number +number +timestamp in Asia\/Shanghai +text *$/m);
    expect(out).toMatch(/^1 +East +12\.50 +18446744073709551615 +1 +2026-11-28 09:00:00 +\{"a": 1\} *$/m);
    expect(out).toMatch(/^2 +西 +3\.00 +1 +0 +NULL +NULL *$/m);
    expect(out).toMatch(/^2 rows, /m);
  });
});

describeWithMysql('a column that is neither grouped nor aggregated', () => {
  test.each([
    ['select region, max(amount) from orders group by region', 0],
    ['select region, amount from orders where at >= :from group by region', 1],
    ['select id, region, sum(amount) from orders', 1],
  ])('check of %j reports %i columns, because MySQL 8 may refuse what MariaDB runs', async (sql, count) => {
    const folder = await writeFolder({
      'dashboard.yml': `dashboard: shop
database: { engine: mysql }
endpoints:
  orders: { component: Rows, sql: '${sql}' }
`,
      'data/shop.sql': SEEDS,
    });
    const { out, code } = await runCommand('check', ['--dashboard', folder]);
    expect(code).toBe(0);
    expect(out.match(/: orders \(Rows\): Aurora MySQL (?:may refuse|refuses) the statement: /g) ?? []).toHaveLength(
      count,
    );
    const chinese = await runCommand('check', ['--dashboard', folder, '--lang', 'zh']);
    expect(chinese.out.match(/Aurora MySQL (?:可能|会)拒绝该语句/g) ?? []).toHaveLength(count);
  });
});

describeWithMysql('a reserved word as a name', () => {
  test('the hint of check is to write it in backquotes', async () => {
    const folder = await writeFolder({
      'dashboard.yml': `dashboard: shop
database: { engine: mysql }
endpoints:
  keys: { component: Rows, sql: 'select id, key from orders' }
`,
      'data/shop.sql': SEEDS,
    });
    const { out } = await runCommand('check', ['--dashboard', folder]);
    expect(out).toContain('(write the name in backquotes: `key`)');
    const chinese = await runCommand('check', ['--dashboard', folder, '--lang', 'zh']);
    expect(chinese.out).toContain('（请给名称加反引号：`key`）');
  });
});

test('openapi and cost work for a dashboard over MySQL', async () => {
  const folder = await createFolder();
  const api = await runCommand('openapi', ['--dashboard', folder]);
  expect(Object.keys(JSON.parse(api.out).paths)).toEqual(['/rows/orders', '/rows/lines']);
  const cost = await runCommand('cost', ['--details', '--dashboard', folder]);
  expect([api.code, cost.code]).toEqual([0, 0]);
  expect(cost.out).toMatch(/^Database +awake \d+ of 720 hours +\d+\.\d\d$/m);
});
