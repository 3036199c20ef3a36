/** @jest-environment node */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type Athena, startAthena } from '../../../infra/local/emulators/athena/start-athena.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn } from '../../support/run-command.ts';

const DASHBOARD = `dashboard: shop
timezone: UTC
region: eu-west-1
athena: { database: shop }
datasets:
  sales:
    athena: |
      select region, sum(amount) as amount, max(at) as last from orders
      where at >= timestamp '2026-11-20 00:00:00' and at < :to
      group by 1 order by 1
    workgroup: walls
    results: s3://results/
    window: { last: 24h }
  wrong:
    athena: { file: queries/wrong.sql }
  files: { csv: plan.csv }
  stock: { sql: 'select item, count from stock where :from < :to' }
  broken: { athena: drop table orders }
endpoints:
  pie: { component: 3D Pie Chart, dataset: sales, columns: { name: region, value: { sum: amount } } }
`;

const WRONG = 'select region\nfrom orders\nwhere at > :from and at < :to and regoin = 1\n';

let folder: string;
let athena: Athena;
beforeAll(async () => {
  const rows = Array.from({ length: 30 }, (_, row) => `r${String(row).padStart(2, '0')},${row}.50,2026-11-20 08:00:00`);
  folder = await writeFolder({
    'dashboard.yml': DASHBOARD,
    'queries/wrong.sql': WRONG,
    'data/plan.csv': 'name,goal\nnorth,5\n',
    'data/lake/orders.csv': ['region,amount,at', ...rows, ''].join('\n'),
    'data/stock.sql': "create table stock (item text, count int); insert into stock values ('tea', 5);",
  });
  athena = await startAthena({ data: join(folder, 'data'), workgroups: { walls: {}, primary: {} } });
});
afterEach(() => athena.clearFaults());
afterAll(() => athena.close());

const query = (name: string, ...args: readonly string[]) =>
  runCommand('query', [name, '--dashboard', folder, ...args], { env: signedIn({ ATHENA: athena.url }) });

describe('wallfeed query', () => {
  test('wallfeed query runs a dataset on Athena, and prints columns, types, 20 rows, bytes and the price', async () => {
    const { code, out, error } = await query('sales');
    expect([code, error]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^region {3}amount {2}last$/);
    expect(lines[1]).toMatch(/^varchar {2}double {2}timestamp$/);
    expect(lines[2]).toMatch(/^r00 +0.5 +2026-11-20 08:00:00.000$/);
    expect(lines[21]).toMatch(/^r19 /);
    expect(lines[22]).toBe('');
    expect(lines[23]).toMatch(/^30 rows, of which the first 20 are shown, \d+\.\d s, \d+ B|KB scanned$/);
    expect(lines[24]).toMatch(/^0.00005 US dollars a query, \d+\.\d+ US dollars a month$/);
    expect(athena.executions.at(-1)?.workgroup).toBe('walls');
  });

  test('wallfeed query --format json prints all rows, and --workgroup names another workgroup', async () => {
    const { out } = await query('sales', '--format', 'json', '--workgroup', 'primary');
    const { rows, columns, ...facts } = JSON.parse(out);
    expect(athena.executions.at(-1)?.workgroup).toBe('primary');
    expect(columns).toEqual([
      { name: 'region', type: 'varchar' },
      { name: 'amount', type: 'double' },
      { name: 'last', type: 'timestamp' },
    ]);
    expect(rows).toHaveLength(30);
    expect(rows[1]).toEqual(['r01', 1.5, '2026-11-20 08:00:00.000']);
    const { scannedBytes, seconds } = facts;
    expect(facts).toEqual({ version: 1, dataset: 'sales', rowCount: 30, scannedBytes, dollars: 0.00005, seconds });
    expect(scannedBytes).toBeGreaterThan(100);
    expect(seconds).toBeGreaterThan(0);
  });

  test('wallfeed query --print prints the statement with literals, and calls nothing', async () => {
    const before = athena.executions.length;
    const { code, out } = await runCommand('query', ['sales', '--dashboard', folder, '--print']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^select region, sum\(amount\) as amount, max\(at\) as last from orders\nwhere at >= timestamp '2026-11-20 00:00:00' and at < timestamp '\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.000'\ngroup by 1 order by 1\n$/,
    );
    expect(athena.executions).toHaveLength(before);
  });

  test.each([
    ['sales', [['r00', 0.5, '2026-11-20 08:00:00.000']], 30],
    ['files', [['north', 5]], 1],
    ['stock', [['tea', 5]], 1],
  ])('wallfeed query --local runs the dataset %s without credentials', async (name, first, count) => {
    const { code, out } = await runCommand('query', [name, '--dashboard', folder, '--local', '--format', 'json']);
    const { rows, rowCount, dollars } = JSON.parse(out);
    expect([code, rowCount, dollars]).toEqual([0, count, 0]);
    expect(JSON.stringify(rows.slice(0, 1)).replaceAll('"5"', '5')).toEqual(JSON.stringify(first));
  });

  test('wallfeed query shows a failed query with the message of Athena at its place in the file', async () => {
    athena.fail({
      query: { state: 'FAILED', reason: "COLUMN_NOT_FOUND: line 3:29: Column 'regoin' cannot be resolved" },
    });
    const { code, out, error } = await query('wrong');
    expect([code, out]).toEqual([1, '']);
    const column = (WRONG.split('\n')[2] ?? '').indexOf('regoin') + 1;
    expect(error).toContain(
      `queries/wrong.sql:3:${column}  COLUMN_NOT_FOUND: line 3:29: Column 'regoin' cannot be resolved`,
    );
  });

  test.each([
    [['sale'], 2, 'there is no dataset sale: did you mean sales?\n'],
    [['broken'], 1, 'the dataset broken is invalid: '],
    [['files', '--print'], 2, '--print: the dataset files has no statement'],
    [['files'], 2, 'the dataset files is in a stack: add its stage, such as --stage dev, or --local\n'],
  ] as const)('wallfeed query %j ends with the exit code %d', async ([name, ...args], code, message) => {
    const outcome = await query(name, ...args);
    expect(outcome).toEqual({ code, out: '', error: expect.stringContaining(message) });
  });

  test('wallfeed query names the permission that the credentials lack', async () => {
    athena.fail({
      error: 'AccessDeniedException',
      message: 'You are not authorized to perform: athena:StartQueryExecution',
      times: 5,
    });
    const { code, error } = await query('sales');
    expect([code, error]).toEqual([
      1,
      expect.stringContaining('AWS did not allow the call athena:StartQueryExecution'),
    ]);
  });

  test('wallfeed query says that there are no credentials', async () => {
    const { code, error } = await runCommand('query', ['sales', '--dashboard', folder]);
    expect([code, error]).toEqual([1, expect.stringContaining('There are no AWS credentials in the environment')]);
  });
});
