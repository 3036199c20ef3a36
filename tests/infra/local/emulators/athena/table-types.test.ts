import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { duckDbType, LakeError } from '../../../../../infra/local/emulators/athena/lake/find-tables.ts';
import { type Lake, openLake } from '../../../../../infra/local/emulators/athena/lake/open-lake.ts';
import { formatValue } from '../../../../../infra/local/emulators/athena/result-types.ts';
import { translateSql } from '../../../../../infra/trino/dialect/translate-sql.ts';
import { describeTables } from '../../../../support/athena/start-catalogue.ts';
import { createFolder, type Folder } from '../../../../support/folders/folder.ts';

let folder: Folder;
let lake: Lake;
beforeAll(async () => {
  folder = await createFolder();
  const { write } = folder;
  await write('lake/orders/day=2026-11-20/a.csv', 'region,amount,extra\neast,1.50,x\nsouth,2,y\n');
  await write(
    'lake/orders.yml',
    "columns: { Region: string, amount: 'decimal(10,2)', note: string }\npartitions: { day: string }\n",
  );
  await write('lake/dated/day=2026-11-20/a.csv', 'n\n1\n');
  await write('lake/parts/year=2026/month=11/day=20/a.csv', 'n\n1\n');
  await write('lake/parts.yml', 'columns: { n: bigint }\npartitions: { year: string, month: string, day: string }\n');
  await write('lake/months/year=2026/month=11/a.csv', 'region,amount\neast,5\n');
  await write('lake/months/year=2026/month=10/a.csv', 'region,amount\neast,7\n');
  await write(
    'lake/months.yml',
    'columns: { region: string, amount: double }\npartitions: { year: int, month: int }\n',
  );
  await write('lake/empty.yml', 'columns: { n: bigint }\npartitions: { day: date }\n');
  await write('lake/bad/a.csv', 'n\n1\nx\n');
  await write('lake/bad.yml', 'columns: { n: bigint }\n');
  await write('lake/days/day=soon/a.csv', 'n\n1\n');
  await write('lake/days.yml', 'columns: { n: bigint }\npartitions: { day: date }\n');
  await write('lake/wrong.yml', 'columns:\n  n: bigit\npartition: { day: string }\n');
  lake = await openLake(folder.path);
});
afterAll(async () => {
  await lake.close();
  await folder.remove();
});

const FROM = "timestamp '2026-11-20 08:00:00.000'";

const run = async (sql: string) => {
  const { rows, types } = await lake.query('shop', translateSql(sql), new AbortController().signal);
  return rows.map((row) => row.map((value, index) => formatValue(value, types[index] ?? { typeId: 0 }) ?? null));
};

describe('the types file of a table', () => {
  test('the types file of a table gives its columns and partitions their types, in their order', async () => {
    expect(await run('select * from orders')).toEqual([
      ['east', '1.50', null, '2026-11-20'],
      ['south', '2.00', null, '2026-11-20'],
    ]);
    expect((await describeTables(lake, folder.path)).find(({ name }) => name === 'orders')).toEqual({
      name: 'orders',
      columns: { region: 'string', amount: 'decimal(10,2)', note: 'string' },
      partitions: { day: 'string' },
    });
  });

  test.each(['*', 'region', 'region, amount', 'sum(amount) as total, max(region) as region'])(
    "the conversions with which the engine reads partitions are not the user's: select %s",
    async (columns) => {
      const sql = `select ${columns} from months where year = 2026 and month = 11`;
      expect(await lake.check('shop', translateSql(sql))).toBeUndefined();
      expect((await run(sql)).length).toBe(1);
    },
  );

  test('a text is still no number of a partition', async () => {
    const sql = translateSql("select region, amount from months where year = '2026' and month = 11");
    expect(await lake.check('shop', sql)).toMatchObject({ name: 'TYPE_MISMATCH' });
  });

  test('the bytes of a statement are counted whose plan has an infinite number', async () => {
    expect(await lake.countBytes('shop', translateSql('select coalesce(try(1 / 0), -1), 1e0 / 0'))).toBe(0);
  });

  test('the types file of a table is enough for the table to exist, without rows', async () => {
    expect(await run("select count(*), max(n) from empty where day >= date '2026-11-20'")).toEqual([['0', null]]);
  });

  test.each([
    ['dated', `day >= date(${FROM})`],
    ['orders', `day >= date_format(${FROM}, '%Y-%m-%d')`],
    ['parts', `concat(year, '-', month, '-', day) >= date_format(${FROM}, '%Y-%m-%d')`],
  ])('the documented condition on the partitions of %s selects the right rows: %s', async (table, condition) => {
    const sql = `select count(*) from ${table} where ${condition}`;
    expect(await lake.check('shop', translateSql(sql))).toBeUndefined();
    expect(await run(sql)).toEqual([[table === 'orders' ? '2' : '1']]);
  });

  test('a partition that is a text cannot be compared with a date, as on Athena', async () => {
    const sql = `select count(*) from orders where day >= date(${FROM})`;
    expect(await lake.check('shop', translateSql(sql))).toMatchObject({
      name: 'TYPE_MISMATCH',
      message: 'Athena does not convert a text to a time',
    });
  });

  test.each([
    ['bad', 'HIVE_BAD_DATA', "'x' is no bigint in the column n", 'lake/bad/a.csv', 3, 1],
    ['days', 'HIVE_INVALID_PARTITION_VALUE', "'soon' is no date in the partition day", 'days', 1, 1],
    ['wrong', 'INVALID_TABLE_PROPERTY', 'unknown key `partition`', 'lake/wrong.yml', 3, 1],
  ])('a mistake in the table %s is found at its place: %s', async (table, name, message, file, line, column) => {
    const error = await lake.check('shop', translateSql(`select * from ${table}`)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LakeError);
    expect((error as LakeError).message).toBe(`${name}: ${message}`);
    expect((error as LakeError).place).toMatchObject({ file: expect.stringContaining(file), line, column });
  });

  test.each([
    ['string', 'VARCHAR'],
    ['varchar(10)', 'VARCHAR'],
    ['decimal(10, 2)', 'DECIMAL(10,2)'],
    ['array<struct<a:int,b:map<string,double>>>', 'STRUCT("a" INTEGER, "b" MAP(VARCHAR, DOUBLE))[]'],
    ['decimal(40,2)', 'unknown'],
    ['text', 'unknown'],
    ['array<text>', 'unknown'],
  ])('the type %s of Athena is %s in the local engine', (type, expected) => {
    expect(duckDbType(type) ?? 'unknown').toBe(expected);
  });
});
