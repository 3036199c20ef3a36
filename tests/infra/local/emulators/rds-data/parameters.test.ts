import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DataApi, startDataApi } from '../../../../../infra/local/emulators/rds-data/start-data-api.ts';
import { createAsk } from '../../../../support/cloud/ask-database.ts';

let api: DataApi;
let ask: ReturnType<typeof createAsk>;
beforeAll(async () => {
  api = await startDataApi({ seeds: [] });
  ask = createAsk(api);
});
afterAll(() => api.close());

const parameter = { name: 'a', value: { longValue: 1 } };

describe('the type of a parameter', () => {
  test.each([
    [{ longValue: 5 }, 'bigint', '5'],
    [{ doubleValue: 1.5 }, 'double precision', '1.5'],
    [{ booleanValue: false }, 'boolean', 'false'],
    [{ stringValue: `o'é\n$1` }, 'text', `o'é\n$1`],
    [{ blobValue: Buffer.from('hi') }, 'bytea', String.raw`\x6869`],
  ])('a parameter of the Data API has the type of its member: %j', async (value, type, text) => {
    const { records } = await ask('select pg_typeof(:a)::text, :a::text', [{ name: 'a', value }]);
    expect(records).toEqual([[{ stringValue: type }, { stringValue: text }]]);
  });

  test.each([
    ['TIMESTAMP', '2026-01-01 02:03:04.567', 'timestamp without time zone'],
    ['DATE', '2026-01-01', 'date'],
    ['TIME', '02:03:04', 'time without time zone'],
    ['DECIMAL', '1.50', 'numeric'],
    ['JSON', '{"a": 1}', 'json'],
    ['UUID', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'uuid'],
  ] as const)('a parameter has the type of its type hint %s', async (typeHint, stringValue, type) => {
    const parameter = { name: 'a', typeHint, value: { stringValue } };
    const { records } = await ask('select pg_typeof(:a)::text, :a::text', [parameter]);
    expect(records).toEqual([[{ stringValue: type }, { stringValue }]]);
  });

  test('a null parameter has the type that the statement expects', async () => {
    const { records } = await ask('select 1 + :a, :a is null', [{ name: 'a', value: { isNull: true } }]);
    expect(records).toEqual([[{ isNull: true }, { booleanValue: true }]]);
  });

  test('a text parameter is not cast to a timestamp', async () => {
    const comparison = ask('select now()::timestamp > :a', [
      { name: 'a', value: { stringValue: '2026-01-01 00:00:00' } },
    ]);
    await expect(comparison).rejects.toMatchObject({
      name: 'DatabaseErrorException',
      message: expect.stringMatching(/^ERROR: operator does not exist: .*; Hint: .*; Position: 25; SQLState: 42883$/),
    });
  });
});

describe('invalid parameters', () => {
  test.each([
    ['a parameter that is not given', [], 'Cannot find parameter: a'],
    [
      'a timestamp with a T',
      [{ ...parameter, typeHint: 'TIMESTAMP', value: { stringValue: '2026-01-01T00:00:00' } }],
      'YYYY-MM-DD HH:MM:SS',
    ],
    ['an array', [{ ...parameter, value: { arrayValue: { longValues: [1] } } }], 'Array parameters are not supported.'],
    ['a value without a member', [{ name: 'a' }], 'Parameter a has no value'],
  ] as const)('the emulator of the Data API refuses %s', async (_, parameters, message) => {
    await expect(ask('select :a', [...parameters] as never)).rejects.toMatchObject({
      name: 'BadRequestException',
      $metadata: { httpStatusCode: 400 },
      message: expect.stringContaining(message),
    });
  });
});

describe('the parameters of a statement', () => {
  test.each([
    [`select ':a', :a`, [':a', 1]],
    [`select 'it''s :a', :a`, [`it's :a`, 1]],
    [String.raw`select E'\':a', '\', :a`, [`':a`, '\\', 1]],
    [`select :a as ":a", $$:a$$, $x$ :a $$ :a $x$`, [1, ':a', ' :a $$ :a ']],
    ['select :a -- :b\n /* :b /* :b */ :b */', [1]],
    ['select :a::text, :a::int::text, 1--:b\n+:a', ['1', '1', 2]],
    ['select :a+:a,(:a),-:a', [2, 1, -1]],
    [
      `select (array['x', 'y', 'z'])[1:2], (array['x', 'y'])[:a], (array['x', 'y', 'z'])[:a + 1:3]`,
      ['x|y', 'x', 'y|z'],
    ],
    ['select make_interval(days := 1)::text, :a', ['1 day', 1]],
    [`select 'a'\n':b', :a`, ['a:b', 1]],
    [`select U&'\\0041:a', :a`, ['A:a', 1]],
  ])('Wallfeed finds the same parameters as PostgreSQL’s scanner in %s', async (statement, values) => {
    const { records } = await ask(statement, [parameter]);
    const text = records?.[0]?.map(
      ({ stringValue, longValue, arrayValue }) => stringValue ?? longValue ?? arrayValue?.stringValues?.join('|'),
    );
    expect(text).toEqual(values);
  });
});
