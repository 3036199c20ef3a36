import { relative } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkLake } from '../../../infra/check/check-lake.ts';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';

const ORDERS = `columns: { region: string, at: timestamp, amount: 'decimal(10,2)' }
partitions: { day: string }
`;

const STATEMENT = `select region, sum(amount) as amount
from orders
where day >= date_format(:from, '%Y-%m-%d') and at between :from and :to
group by 1
`;

const dashboardOf = (statement: string): string =>
  [
    'dashboard: shop',
    'athena: { database: shop }',
    'datasets:',
    '  sales:',
    '    athena: |',
    ...statement.split('\n').map((line) => `      ${line}`),
    '',
  ].join('\n');

/** Returns what checkLake finds in a dashboard with this statement, as one line for each diagnostic. */
const check = async (
  statement: string,
  files: Readonly<Record<string, string>> = { 'data/lake/orders.yml': ORDERS },
  ...open: readonly (() => Promise<never>)[]
): Promise<readonly string[]> => {
  const folder = await writeFolder({ 'dashboard.yml': dashboardOf(statement), ...files });
  const found = await checkLake(await loadDashboard(folder), ...open);
  return found.map(
    ({ file, line, column, severity, message, hint }) =>
      `${relative(folder, file)}:${line}:${column} ${severity}: ${message} (${hint})`,
  );
};

describe('a statement for Athena whose tables are in data/lake/', () => {
  test('check accepts a statement that reads maps, lists and structures', async () => {
    const types = "columns: { m: 'map<string,int>', tags: array<string>, info: 'struct<a:int>' }\n";
    const sql = "select m['x'] as x, element_at(m, 'y') as y, tags[1] as tag, info.a as a from orders";
    expect(await check(sql, { 'data/lake/orders.yml': types })).toEqual([]);
  });

  test('check accepts a correct statement for Athena', async () => {
    expect(await check(STATEMENT)).toEqual([]);
    expect(await check(`with x as (${STATEMENT.trim()}) select * from x`)).toEqual([]);
  });

  test.each([
    [
      STATEMENT.replace('region,', 'regoin,'),
      "dashboard.yml:6:14 error: Column 'regoin' cannot be resolved (did you mean region or amount?)",
    ],
    [
      STATEMENT.replace("date_format(:from, '%Y-%m-%d')", 'date(:from)'),
      "dashboard.yml:8:25 error: Athena does not convert a text to a time (write date '2026-11-20'; for a partition that is a text: day >= date_format(:from, '%Y-%m-%d'))",
    ],
    [
      STATEMENT.replace('sum(amount) as amount', 'amount'),
      "dashboard.yml:6:22 error: 'amount' must be an aggregate expression or appear in GROUP BY clause (add it to GROUP BY, or take max_by(value, at) of each group)",
    ],
    [
      STATEMENT.replace('sum(amount)', 'sum(region)'),
      'dashboard.yml:6:26 error: Athena has no sum(varchar) (convert the value with cast)',
    ],
    [
      STATEMENT.replace('group by', 'and region = 1 group by'),
      'dashboard.yml:9:11 error: Athena does not convert a text to a number (write cast(value as double), or a number without quotes)',
    ],
    [
      "select date '2026-11-20' - date '2026-11-18' as days from orders",
      "dashboard.yml:6:52 warning: the difference of two dates is not emulated locally; on Athena it may work (write date_diff('day', a, b))",
    ],
  ])('a mistake of a statement for Athena is found at its place: case %#', async (statement, expected) => {
    expect(await check(statement)).toEqual([expected]);
  });

  test('a note names the table that data/lake/ lacks', async () => {
    const sql = 'select count(*) as n from orders join shop.visits on true where at > :from';
    expect(await check(sql)).toEqual([
      'dashboard.yml:6:45 note: data/lake/ has no table visits, so the statement is not prepared (npm run tables -- shop.visits --write writes its types)',
    ]);
  });

  test('a types file with mistakes is refused at their places', async () => {
    const text = 'columns:\n  region: strin\npartition: { day: string }\n';
    expect(await check(STATEMENT, { 'data/lake/orders.yml': text })).toEqual([
      'data/lake/orders.yml:3:1 error: unknown key `partition` (did you mean `partitions`?)',
      'data/lake/orders.yml:2:11 error: Athena has no type "strin" (did you mean string?)',
    ]);
  });

  test('a value that does not fit its type is found at its line of the data file', async () => {
    const files = {
      'data/lake/orders.yml': ORDERS,
      'data/lake/orders/day=2026-11-20/a.csv': 'region,amount\neast,1\neast,much\n',
    };
    expect(await check(STATEMENT, files)).toEqual([
      "data/lake/orders/day=2026-11-20/a.csv:3:1 error: HIVE_BAD_DATA: 'much' is no decimal in the column amount (correct the value, or the type in the types file)",
    ]);
  });

  test('a note says that statements are not prepared without the engine and a network', async () => {
    const open = () => Promise.reject(new Error('DuckDB cannot be installed.'));
    expect(await check(STATEMENT, undefined, open)).toEqual([
      'dashboard.yml:3:1 note: the statements for Athena are not prepared: DuckDB cannot be installed. (connect to a network, then repeat the command)',
    ]);
  });
});
