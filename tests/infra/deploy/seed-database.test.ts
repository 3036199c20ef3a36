/** @jest-environment node */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readStatements, seedDatabase } from '../../../infra/deploy/seed-database.ts';
import { startWritableDataApi, type WritableDataApi } from '../../support/cloud/start-writable-data-api.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { signedIn } from '../../support/run-command.ts';

const SEEDS = {
  'data/1.sql': "-- é; one\ncreate table t (n int, s text);\n\ninsert into t values (1, 'a;b :c'); /* x */ ;\n",
  'data/2.sql': "\uFEFFdo $$ begin insert into t values (2, 'é'::text); end $$;\nupdate t set n = n + 1",
};

describe('the statements of the seeds', () => {
  test('the statements of the seeds are returned one by one, in the order of the files, each with its place', async () => {
    const folder = await writeFolder(SEEDS);
    expect(await readStatements(folder)).toEqual([
      { file: `${folder}/data/1.sql`, line: 2, column: 1, sql: 'create table t (n int, s text)' },
      { file: `${folder}/data/1.sql`, line: 4, column: 1, sql: "insert into t values (1, 'a;b :c')" },
      { file: `${folder}/data/2.sql`, line: 1, column: 1, sql: expect.stringContaining('do $$') },
      { file: `${folder}/data/2.sql`, line: 2, column: 1, sql: 'update t set n = n + 1' },
    ]);
  });

  test.each([
    ['select 1;\n  selekt 2', '2:3  syntax error at or near "selekt"'],
    [
      'select 1;\n begin;',
      '2:2  all seeds are applied in one transaction: leave out begin, commit and similar statements',
    ],
    [
      `select '${'x'.repeat(65_536)}'`,
      '1:1  the statement has 65545 characters, but the Data API accepts at most 65536',
    ],
    ['select a[:n] from t', '1:1  the Data API reads :n as a parameter: rewrite the statement without it'],
  ])(
    'the statements of the seeds are refused with their place if the Data API would refuse them: case %#',
    async (sql, fault) => {
      const folder = await writeFolder({ 'data/a.sql': sql });
      await expect(readStatements(folder)).rejects.toThrow(`${folder}/data/a.sql:${fault}`);
    },
  );
});

describe('seeding a database', () => {
  let api: WritableDataApi;
  beforeAll(async () => {
    api = await startWritableDataApi();
    Object.assign(process.env, signedIn({ RDS_DATA: api.url }));
  });
  afterAll(async () => {
    for (const name of Object.keys(signedIn({ RDS_DATA: '' }))) delete process.env[name];
    await api.close();
  });
  beforeEach(() => {
    api.asked.length = 0;
  });

  const seed = async (files: Readonly<Record<string, string>>) =>
    seedDatabase(
      {
        region: 'eu-west-1',
        cluster: 'arn:aws:rds:eu-west-1:000000000000:cluster:own',
        secret: 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:own',
        database: 'wallfeed',
        pause: 1,
      },
      await readStatements(await writeFolder(files)),
    );
  const rows = async () => (await api.database.query('select n, s from t order by n')).rows;

  test('seeding runs all statements in one transaction, after the database has resumed', async () => {
    api.fail({ error: 'DatabaseResumingException', times: 2 });
    await seed(SEEDS);
    expect(await rows()).toEqual([
      { n: 2, s: 'a;b :c' },
      { n: 3, s: 'é' },
    ]);
    expect([api.asked.at(0), api.asked.at(-1)]).toEqual(['begin', 'commit']);
    expect(api.asked).toHaveLength(8);
  });

  test('seeding changes nothing in a database that has the same seeds, and fails for other seeds', async () => {
    expect(await seed(SEEDS)).toBe(true);
    expect(await rows()).toHaveLength(2);
    await expect(seed({ 'data/1.sql': SEEDS['data/1.sql'] })).rejects.toThrow('relation "t" already exists');
  });

  test('seeding rolls back all statements if one fails, and names the failed statement', async () => {
    const files = { 'data/3.sql': 'insert into t values (9);\n  create table t (n int);' };
    await expect(seed(files)).rejects.toThrow(
      /data\/3\.sql:2:3 {2}ERROR: relation "t" already exists; SQLState: 42P07\. All seeds were rolled back$/,
    );
    expect(api.asked.at(-1)).toBe('rollback');
    expect(await rows()).toHaveLength(2);
  });

  test('seeding reports an error of AWS in one line', async () => {
    api.fail({ error: 'AccessDeniedException', message: 'user/a may not perform: rds-data:BeginTransaction' });
    await expect(seed(SEEDS)).rejects.toThrow(
      /^AWS did not allow opening the database: user\/a may not perform: rds-data:BeginTransaction\. Use credentials/,
    );
  });
});
