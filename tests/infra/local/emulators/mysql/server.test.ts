/** @jest-environment node */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openOwnMysql } from '../../../../../infra/local/emulators/mysql/open-mysql.ts';
import { type DataApi, startDataApi } from '../../../../../infra/local/emulators/rds-data/start-data-api.ts';
import { projectRoot } from '../../../../../infra/program/project-root.ts';
import { createDeadline } from '../../../../../shared/aws/deadline.ts';
import { errorOf } from '../../../../support/cloud/start-replies.ts';
import { writeFolder } from '../../../../support/folders/write-folder.ts';
import { describeWithMysql } from '../../../../support/mysql-server.ts';

const SETTINGS = { name: 'shop', timezone: 'Asia/Shanghai' };
const TARGET = { cluster: 'arn:aws:rds:us-east-1:0:cluster:shop', secret: 's', name: 'shop' };
const WINDOW = { currentTime: Date.UTC(2026, 10, 28, 1), timePeriod: 60 };

const useApi = (api: DataApi): void => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_RDS_DATA: api.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
};

const run = async (statement: string) => {
  const { executeStatement } = await import('../../../../../shared/sources/rds-data.ts');
  const parameters = (['from', 'to'] as const).filter((name) => statement.includes(`:${name}`));
  const source = { source: 'sql', engine: 'mysql', timezone: 'Asia/Shanghai', statement, parameters } as const;
  return executeStatement(source, TARGET, WINDOW, createDeadline(performance.now() + 20_000));
};

describeWithMysql('the server of MySQL on this machine', () => {
  let api: DataApi;
  beforeAll(async () => {
    const folder = await writeFolder({
      'data/a.sql':
        "create table orders (id int, at datetime) collate utf8mb4_0900_ai_ci; insert into orders values (1, '2026-11-28 09:00:00');",
    });
    const seeds = [join(folder, 'data/a.sql')];
    api = await startDataApi({ seeds, open: (files) => openOwnMysql(SETTINGS, files) });
    useApi(api);
  });
  afterAll(() => api?.close());

  test('parameters are sent in the zone of the database, which is that of the sessions', async () => {
    const { rows } = await run(
      "select id, timediff(now(), utc_timestamp()) from orders where at = :to and ':to' <> ''",
    );
    expect(rows).toEqual([[1, '08:00:00']]);
  });

  test.each([
    ['select nope from orders', 'SQL_FAILED', 'error 1054, SQLState 42S22'],
    ['select 1 from nope', 'SQL_FAILED', 'error 1146, SQLState 42S02'],
    ['selec 1', 'SQL_FAILED', 'error 1064, SQLState 42000'],
    ['insert into orders values (2, now())', 'SQL_FAILED', 'error 1142'],
    ['delete from orders', 'SQL_FAILED', 'error 1142'],
    ["select repeat('x', 70000)", 'SOURCE_TOO_LARGE', '64 KB for each row'],
    ['select point(1, 2)', 'SQL_FAILED', 'unsupported data type GEOMETRY'],
  ])('the statement "%s" is %s', async (statement, code, words) => {
    const found = await errorOf(run(statement));
    expect(found.code).toBe(code);
    expect(found.text).toContain(words);
  });

  test('a text of group_concat is cut where Aurora MySQL cuts it', async () => {
    const { rows } = await run(
      'with recursive n (i) as (select 1 union all select i + 1 from n where i < 500) select length(group_concat(i)) from n',
    );
    expect(rows).toEqual([[1024]]);
  });

  test('a seed with an error is reported with its place, and the old database stays', async () => {
    const folder = await writeFolder({ 'data/b.sql': 'create table a (b int);\nselect form;\n' });
    await expect(api.reseed([join(folder, 'data/b.sql')])).rejects.toThrow(/b\.sql:2:1 {2}Unknown column 'form'/);
    expect((await run('select count(*) from orders')).rows).toEqual([[1]]);
  });

  test('a server whose process was killed starts again with its seeds for the next statements', async () => {
    const [[file = '']] = (await run('select @@pid_file')).rows as readonly [readonly [string]];
    process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
    while (existsSync(dirname(file))) await sleep(20);
    const both = await Promise.all(['select count(*) from orders', 'select @@pid_file'].map(run));
    expect(both.map(({ rows }) => rows)).toEqual([[[1]], [[expect.not.stringContaining(dirname(file))]]]);
  });

  test('the server ends, and its folder is removed, after its process is killed', async () => {
    const open = pathToFileURL(join(projectRoot, 'infra/local/emulators/mysql/open-mysql.ts')).href;
    const script = `const { startMysql } = await import('${open}');
      const { server } = await startMysql({ name: 'shop', timezone: 'UTC' });
      console.log(server.socket);
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [socket] = await once(child.stdout, 'data');
    const folder = dirname(String(socket).trim());
    expect(existsSync(folder)).toBe(true);
    child.kill('SIGKILL');
    while (existsSync(folder)) await sleep(20);
    expect(existsSync(folder)).toBe(false);
  });
});
