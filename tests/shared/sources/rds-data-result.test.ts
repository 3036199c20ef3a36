/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorOf, type Replies, startReplies } from '../../support/cloud/start-replies.ts';

let replies: Replies;
beforeAll(async () => {
  replies = await startReplies();
});
afterAll(() => replies.close());

const COLUMNS =
  '"columnMetadata":[{"name":"a","label":"A","typeName":"text"},{"name":"b","label":"B","typeName":"int8"}]';
const read = (members: string) => replies.read({ body: `{"numberOfRecordsUpdated":0,${members}}` });
const readRows = (...rows: readonly string[]) => read(`${COLUMNS},"records":[${rows.join(',')}]`);
const readCell = (field: string) => readRows(`[${field},{"isNull":true}]`);

const GOOD = '[{"stringValue":"x"},{"stringValue":"1"}]';

describe('a result', () => {
  test('a result is read by position, with the metadata of its columns', async () => {
    const { header, origins, rows, locate } = await readRows(
      GOOD,
      '[{"isNull":true},{"stringValue":"9007199254740993"}]',
    );
    expect({ header, origins, rows, place: locate(1, 0) }).toEqual({
      header: ['A', 'B'],
      origins: ['text', 'number'],
      rows: [
        ['x', 1],
        [null, '9007199254740993'],
      ],
      place: { row: 2 },
    });
  });

  test('the blanks that pad a char(n) are left out, and those of other texts stay', async () => {
    const columns = ['bpchar', 'varchar'].map((typeName) => `{"name":"a","typeName":"${typeName}"}`).join();
    const { rows } = await read(
      `"columnMetadata":[${columns}],"records":[[{"stringValue":"ab  "},{"stringValue":"ab  "}]]`,
    );
    expect(rows).toEqual([['ab', 'ab  ']]);
  });

  test.each([
    ['{"stringValue":""}', ''],
    ['{"longValue":-9007199254740991}', -9007199254740991],
    ['{"doubleValue":0.1}', 0.1],
    ['{"doubleValue":"NaN"}', Number.NaN],
    ['{"doubleValue":"-Infinity"}', Number.NEGATIVE_INFINITY],
    ['{"booleanValue":false}', 'false'],
    ['{"blobValue":"QUJD"}', 'QUJD'],
    ['{"blobValue":""}', ''],
    ['{"isNull":true}', null],
    ['{"arrayValue":{"stringValues":["a",null,"c"]}}', 'a||c'],
    ['{"arrayValue":{"longValues":[1,2]}}', '1|2'],
    ['{"arrayValue":{"doubleValues":[0.5]}}', '0.5'],
    ['{"arrayValue":{"booleanValues":[true,false]}}', 'true|false'],
    ['{"arrayValue":{"stringValues":[]}}', ''],
  ])('a result may contain the value %s', async (field, cell) => {
    expect((await readCell(field)).rows).toEqual([[cell, null]]);
  });

  test('a result may have columns with equal, missing or empty labels', async () => {
    const { header } = await read(
      '"columnMetadata":[{"label":"a"},{"label":"a"},{"label":"","name":"b"},{"label":""},{"name":"c"}],"records":[]',
    );
    expect(header).toEqual(['a', 'a', 'b', '', 'c']);
  });

  test('a result may contain generated fields, which are ignored', async () => {
    const { rows } = await read(`${COLUMNS},"records":[${GOOD}],"generatedFields":[null,5,{"longValue":"x"}]`);
    expect(rows).toEqual([['x', 1]]);
  });
});

describe('a reply that is not a valid result', () => {
  test.each([
    ['an empty body', ''],
    ['null', 'null'],
    ['a number', '5'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['JSON that is cut short', '{"records":[['],
    ['columns that are null', `{"records":[${GOOD}],"columnMetadata":null}`],
    ['columns that are text', `{"records":[${GOOD}],"columnMetadata":"x"}`],
    ['a list of columns that are null', `{"records":[${GOOD}],"columnMetadata":[null,null]}`],
    ['a list of columns that are lists', `{"records":[],"columnMetadata":[[1]]}`],
    ['a column without a name', `{"records":[],"columnMetadata":[{"typeName":"text"}]}`],
    ['a label that is not text', '{"records":[],"columnMetadata":[{"label":{"a":1}}]}'],
    ['a name that is not text', '{"records":[],"columnMetadata":[{"name":7}]}'],
    ['a type that is not text', '{"records":[],"columnMetadata":[{"typeName":7}]}'],
    ['no rows', `{${COLUMNS}}`],
    ['rows that are null', `{${COLUMNS},"records":null}`],
    ['rows that are text', `{${COLUMNS},"records":"x"}`],
    ['rows that are an object', `{${COLUMNS},"records":{}}`],
    ['formatted rows', '{"numberOfRecordsUpdated":0,"formattedRecords":"[{\\"a\\":1}]"}'],
    ['formatted rows under columns', `{${COLUMNS},"formattedRecords":"[]"}`],
    ['rows without columns', `{"numberOfRecordsUpdated":0,"records":[${GOOD}]}`],
    ['a blob that is not Base64', `{${COLUMNS},"records":[[{"blobValue":"!"},{"isNull":true}]]}`],
  ])('a reply of the Data API is refused if it has %s', async (_, body) => {
    const { code, message, details } = await errorOf(replies.read({ body }));
    expect({ code, message, details }).toEqual({
      code: 'SOURCE_INVALID',
      message: expect.stringMatching(/result cannot be read|invalid or truncated/),
      details: [expect.objectContaining({ hint: expect.stringMatching(/^try again/) })],
    });
  });

  test.each([
    ['"x"', 'the row is not a list of values'],
    ['{"a":1}', 'the row is not a list of values'],
    ['null', 'the row is not a list of values'],
    ['[]', 'the row has 0 values, and the result 2 columns'],
    ['[{"stringValue":"y"}]', 'the row has 1 value, and the result 2 columns'],
    ['[{"isNull":true},{"isNull":true},{"isNull":true}]', 'the row has 3 values, and the result 2 columns'],
  ])('a row of a reply is refused if it is invalid: %s', async (row, message) => {
    expect(await errorOf(readRows(GOOD, row))).toMatchObject({
      code: 'SOURCE_INVALID',
      details: [{ row: 2, message }],
    });
  });

  test.each([
    'null',
    '7',
    '"x"',
    '[]',
    '{}',
    '{"isNull":false}',
    '{"isNull":"true"}',
    '{"stringValue":null}',
    '{"stringValue":7}',
    '{"stringValue":{"a":1}}',
    '{"longValue":"abc"}',
    '{"longValue":"7"}',
    '{"longValue":1.5}',
    '{"doubleValue":"1.5"}',
    '{"doubleValue":{}}',
    '{"booleanValue":"yes"}',
    '{"blobValue":5}',
    '{"structValue":{"attributes":[]}}',
    '{"$unknown":["stringValue","x"]}',
    '{"__proto__":{"stringValue":"x"}}',
    '{"stringValue":"x","longValue":2}',
    '{"isNull":true,"stringValue":"x"}',
    '{"arrayValue":5}',
    '{"arrayValue":["a"]}',
    '{"arrayValue":{}}',
    '{"arrayValue":{"stringValues":"ab"}}',
    '{"arrayValue":{"stringValues":[1]}}',
    '{"arrayValue":{"stringValues":["a"],"longValues":[1]}}',
    '{"arrayValue":{"otherValues":[1]}}',
    '{"arrayValue":{"longValues":["x"]}}',
    '{"arrayValue":{"doubleValues":[{}]}}',
  ])('a value of a reply is refused if it is invalid: %s', async (field) => {
    const { code, details } = await errorOf(readRows(GOOD, `[{"stringValue":"y"},${field}]`));
    const message = 'the form of the value is not documented for the Data API';
    expect({ code, details }).toMatchObject({
      code: 'SOURCE_INVALID',
      details: [{ row: 2, column: 2, columnName: 'B', message }],
    });
  });

  test('the error for a column with a long label shows only the beginning of the label', async () => {
    const label = 'x'.repeat(10_000);
    const { text } = await errorOf(read(`"columnMetadata":[{"label":"${label}"}],"records":[[7]]`));
    expect(text.length).toBeLessThan(500);
  });
});

describe('an integer that a JSON number cannot hold', () => {
  test.each([
    '{"longValue":9007199254740993}',
    '{"longValue":-9007199254740993}',
    '{"longValue":1e400}',
    '{"arrayValue":{"longValues":[1,9007199254740993]}}',
  ])('an integer that a JSON number cannot hold is refused with its place: %s', async (field) => {
    expect(await errorOf(readRows(GOOD, `[${field},{"isNull":true}]`))).toMatchObject({
      code: 'SOURCE_INVALID',
      message: expect.stringContaining('row 2, column 1 (A)'),
      details: [{ row: 2, column: 1, columnName: 'A', hint: expect.stringContaining('::text') }],
    });
  });
});

test('an array of arrays is refused with a hint', async () => {
  const { details } = await errorOf(readCell('{"arrayValue":{"arrayValues":[{"longValues":[1]}]}}'));
  expect(details).toMatchObject([{ row: 1, column: 1, hint: expect.stringContaining('::text') }]);
});

describe('a statement without columns', () => {
  test.each([
    '"generatedFields":[]',
    '"columnMetadata":[],"generatedFields":[]',
    '"columnMetadata":[],"records":[]',
    '"columnMetadata":[],"records":[[],[]]',
  ])('a statement without columns is reported as a mistake in the query: %s', async (members) => {
    expect(await errorOf(read(members))).toMatchObject({
      code: 'SOURCE_INVALID',
      message: 'The result cannot be read: the statement returns no columns.',
      details: [
        {
          message: 'the statement returns no columns',
          hint: expect.stringContaining('end the statement with a query'),
        },
      ],
    });
  });
});

test('more rows than a table may have are refused before their values are read', async () => {
  const rows = Array.from({ length: 50_001 }, () => '0').join(',');
  expect(await errorOf(readRows(rows))).toMatchObject({ code: 'SOURCE_TOO_LARGE' });
});

test.each([
  ['geometry', 1111, 'cast the column in the query: column::text'],
  ['DATETIME', 93, 'for Aurora MySQL, write `engine: mysql` under `database` in dashboard.yml'],
  ['INT UNSIGNED', 4, 'for Aurora MySQL, write `engine: mysql` under `database` in dashboard.yml'],
])('the unknown type %s of PostgreSQL is refused, not guessed', async (typeName, type, hint) => {
  const column = JSON.stringify({ name: 'a', typeName, type });
  const found = await errorOf(read(`"columnMetadata":[${column}],"records":[[{"stringValue":"1"}]]`));
  expect(found).toMatchObject({ code: 'SOURCE_INVALID', details: [{ columnName: 'a', hint }] });
});

test('an enumeration of PostgreSQL has a name of its own, and is text', async () => {
  const { origins } = await read(
    '"columnMetadata":[{"name":"a","typeName":"mood","type":12}],"records":[[{"stringValue":"calm"}]]',
  );
  expect(origins).toEqual(['text']);
});
