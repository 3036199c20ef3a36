/** @jest-environment node */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { mysqlReaderStatements, storedPassword } from '../../../infra/deploy/mysql-reader.ts';
import { refuseCluster } from '../../../infra/deploy/named-cluster.ts';
import { readStatements } from '../../../infra/deploy/seed-database.ts';
import { type FakeCluster, type Rds, startRds } from '../../support/cloud/start-rds.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { signedIn } from '../../support/run-command.ts';

const ARN = 'arn:aws:rds:eu-west-1:000000000000:cluster:sales';
const SECRET = 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:sales-1a2b3c';

let rds: Rds;
beforeAll(async () => {
  rds = await startRds();
  Object.assign(process.env, signedIn({ RDS: rds.url }));
});
afterAll(async () => {
  for (const name of Object.keys(signedIn({ RDS: '' }))) delete process.env[name];
  await rds.close();
});
beforeEach(() => rds.clusters.clear());

const judge = async (engine: string, cluster?: Partial<FakeCluster>) => {
  if (cluster) rds.clusters.set('sales', { isProtected: true, ...cluster });
  const folder = await writeFolder({
    'dashboard.yml': `dashboard: ops\ndatabase: { engine: ${engine}, cluster: '${ARN}', secret: '${SECRET}', name: sales }\nendpoints:\n  one: { component: Rows, sql: select n from t }\n`,
  });
  const warnings: string[] = [];
  const refused = await refuseCluster(await loadDashboard(folder), (line) => warnings.push(line));
  return { refused: refused?.failure, warnings };
};

describe('a cluster that dashboard.yml names', () => {
  test.each(['mysql', 'postgresql'])('a cluster of the engine %s is accepted if the file says so', async (engine) => {
    expect(await judge(engine, { engine: `aurora-${engine}` })).toEqual({ refused: undefined, warnings: [] });
  });

  test.each([
    ['mysql', 'aurora-postgresql', 'postgresql'],
    ['postgresql', 'aurora-mysql', 'mysql'],
  ])('a file that says %s refuses a cluster of %s', async (engine, found, other) => {
    const { refused } = await judge(engine, { engine: found });
    expect(refused).toContain(`\`database.cluster\` is ${found}, and dashboard.yml says ${engine}`);
    expect(refused).toContain(`Write \`engine: ${other}\` under \`database\``);
  });

  test('a cluster of RDS without Aurora is refused', async () => {
    expect((await judge('mysql', { engine: 'mysql' })).refused).toContain('The Data API serves Aurora MySQL and');
  });

  test('a Data API that is switched off is refused with the command that switches it on', async () => {
    const { refused } = await judge('mysql', { engine: 'aurora-mysql', hasDataApi: false });
    expect(refused).toContain(`aws rds enable-http-endpoint --resource-arn ${ARN} --region eu-west-1`);
  });

  test('a cluster that does not exist is refused', async () => {
    expect((await judge('mysql')).refused).toContain(`There is no cluster ${ARN}`);
  });

  test('a stopped cluster is a warning', async () => {
    expect(await judge('mysql', { engine: 'aurora-mysql', status: 'stopped' })).toEqual({
      refused: undefined,
      warnings: [
        'warning: the cluster of `database.cluster` is stopped: endpoints with sql fail until it is available',
      ],
    });
  });

  test('a user who may not read clusters gets a warning with the permission', async () => {
    rds.fail('AccessDenied', 'User is not authorized to perform: rds:DescribeDBClusters', 403);
    const { refused, warnings } = await judge('mysql', { engine: 'aurora-mysql' });
    expect(refused).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('you may not call rds:DescribeDBClusters')]);
  });
});

describe('the database of a stack with Aurora MySQL', () => {
  test('the user of the functions may only read its database', () => {
    // The value of `select password('secret')` in MySQL.
    expect(storedPassword('secret')).toBe('*14E65567ABDB5135D0CFD9A70B3032C179A49EE7');
    expect(mysqlReaderStatements('reader', 'shop', 'secret').at(-1)).toBe(
      "grant select, show view on `shop`.* to 'reader'@'%'",
    );
  });

  test('seeds are split as the client of MySQL splits them', async () => {
    const folder = await writeFolder({
      'dashboard.yml': '',
      'data/a.sql':
        "-- a; b\ncreate table `a;` (b text); insert into `a;` values ('x;y', \"'z\");\ndelimiter //\ncreate procedure p() begin select 1; end //\ndelimiter ;\n/*!40101 set names utf8mb4 */;\n# end;",
    });
    const statements = await readStatements(folder, 'mysql');
    expect(statements.map(({ sql, line }) => [line, sql])).toEqual([
      [2, 'create table `a;` (b text)'],
      [2, "insert into `a;` values ('x;y', \"'z\")"],
      [4, 'create procedure p() begin select 1; end'],
      [6, '/*!40101 set names utf8mb4 */'],
    ]);
  });

  test.each([
    ['start transaction;', 'leave out begin, commit and similar statements'],
    ['select :from;', 'the Data API reads :from as a parameter'],
  ])('the seed %j is refused', async (sql, message) => {
    const folder = await writeFolder({ 'dashboard.yml': '', 'data/a.sql': sql });
    await expect(readStatements(folder, 'mysql')).rejects.toThrow(message);
  });
});
