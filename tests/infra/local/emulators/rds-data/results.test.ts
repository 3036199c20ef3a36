import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DataApi, startDataApi } from '../../../../../infra/local/emulators/rds-data/start-data-api.ts';
import { createAsk } from '../../../../support/cloud/ask-database.ts';
import { createFolder, type Folder } from '../../../../support/folders/folder.ts';

const SEED = `
create type mood as enum ('calm', 'busy');
create table orders (
  id serial primary key, channel varchar(20) not null, amount numeric(10, 2), at timestamp, mood mood default 'calm');
insert into orders (channel, amount, at) values ('web', 12.5, '2026-01-01 02:03:04.5'), ('app', null, null);`;

let folder: Folder;
let api: DataApi;
let ask: ReturnType<typeof createAsk>;
beforeAll(async () => {
  folder = await createFolder();
  api = await startDataApi({ seeds: [await folder.write('orders.sql', SEED)] });
  ask = createAsk(api);
});
afterAll(async () => {
  await api.close();
  await folder.remove();
});

test('a row in the result of a query is a list of fields by position', async () => {
  const { records, columnMetadata, numberOfRecordsUpdated } = await ask('select * from orders order by id');
  expect(records).toEqual([
    [
      { longValue: 1 },
      { stringValue: 'web' },
      { stringValue: '12.50' },
      { stringValue: '2026-01-01 02:03:04.500' },
      { stringValue: 'calm' },
    ],
    [{ longValue: 2 }, { stringValue: 'app' }, { isNull: true }, { isNull: true }, { stringValue: 'calm' }],
  ]);
  expect(columnMetadata).toBeUndefined();
  expect(numberOfRecordsUpdated).toBe(0);
});

test.each([
  ['1::int2', { longValue: 1 }],
  ['9007199254740993', { longValue: 9007199254740992 }],
  ['1.5::float4', { doubleValue: 1.5 }],
  ['0.1::float8', { doubleValue: 0.1 }],
  [`'NaN'::float8`, { doubleValue: Number.NaN }],
  ['12.50', { stringValue: '12.50' }],
  ['true', { booleanValue: true }],
  [`'x'::char(3)`, { stringValue: 'x  ' }],
  [`'{"b":1,"a":[2]}'::json`, { stringValue: '{"b":1,"a":[2]}' }],
  [`'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid`, { stringValue: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11' }],
  [`'2026-02-03'::date`, { stringValue: '2026-02-03' }],
  [`'01:02:03.25'::time`, { stringValue: '01:02:03.250' }],
  [`'2026-02-03 04:05'::timestamp`, { stringValue: '2026-02-03 04:05:00' }],
  [`'2026-02-03 04:05:06.000007'::timestamp`, { stringValue: '2026-02-03 04:05:06.000007' }],
  [`'2026-01-01 10:03:04.5+08'::timestamptz`, { stringValue: '2026-01-01 02:03:04.500' }],
  [String.raw`'\x00ff'::bytea`, { blobValue: Uint8Array.from([0, 255]) }],
  ['null::int', { isNull: true }],
  ['array[1, null, 3]', { arrayValue: { longValues: [1, null, 3] } }],
  [
    String.raw`array['a,b', '"q"\', 'NULL', null, '']`,
    { arrayValue: { stringValues: ['a,b', '"q"\\', 'NULL', null, ''] } },
  ],
  ['array[1.50]', { arrayValue: { stringValues: ['1.50'] } }],
  ['array[true, false]', { arrayValue: { booleanValues: [true, false] } }],
  ['array[]::text[]', { arrayValue: { stringValues: [] } }],
])('the emulator returns the value of the expression %s as the Data API does', async (expression, field) => {
  expect((await ask(`select ${expression}`)).records).toEqual([[field]]);
});

describe('the metadata of a result', () => {
  const describeColumns = async (sql: string) =>
    (await ask(sql, [], { includeResultMetadata: true })).columnMetadata?.map(
      ({ label, typeName, type, nullable, precision, scale, tableName }) =>
        `${label} ${typeName} ${type} ${nullable} ${precision}.${scale} ${tableName}`,
    );

  test('the metadata of a result describes the columns of a table, and marks serial columns', async () => {
    expect(await describeColumns('select id, channel c, amount, at, mood from orders')).toEqual([
      'id serial 4 0 10.0 orders',
      'c varchar 12 0 20.0 orders',
      'amount numeric 2 1 10.2 orders',
      'at timestamp 93 1 29.6 orders',
      'mood mood 12 1 2147483647.0 orders',
    ]);
  });

  test('the metadata of a result describes expressions, even without rows', async () => {
    expect(await describeColumns(`select 1::int8 a, now() b, 1.5 c, '' d, true e, array[1] f where false`)).toEqual([
      'a int8 -5 2 19.0 ',
      'b timestamptz 93 2 35.6 ',
      'c numeric 2 2 0.0 ',
      'd text 12 2 2147483647.0 ',
      'e bool -7 2 1.0 ',
      'f _int4 2003 2 10.0 ',
    ]);
  });
});

describe('the options of a result', () => {
  test('the options of a result can return decimals as numbers and longs as text', async () => {
    const resultSetOptions = { decimalReturnType: 'DOUBLE_OR_LONG', longReturnType: 'STRING' } as const;
    const { records } = await ask('select 1.50, 2::numeric, 9007199254740993', [], { resultSetOptions });
    expect(records).toEqual([[{ doubleValue: 1.5 }, { longValue: 2 }, { stringValue: '9007199254740993' }]]);
  });

  test('formatted JSON has only the last of several columns with the same name', async () => {
    const { records, formattedRecords } = await ask('select 1 a, null b, 3 a', [], { formatRecordsAs: 'JSON' });
    expect(records).toBeUndefined();
    expect(JSON.parse(formattedRecords ?? '')).toEqual([{ a: 3, b: null }]);
  });
});
