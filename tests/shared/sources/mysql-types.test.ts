/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorOf, type Replies, startReplies } from '../../support/cloud/start-replies.ts';

let mysql: Replies;
beforeAll(async () => {
  mysql = await startReplies({ engine: 'mysql' });
});
afterAll(() => mysql.close());

const readCell = async (typeName: string, field: object) => {
  const column = { name: 'a', label: 'a', typeName };
  const { origins, rows } = await mysql.read({
    body: JSON.stringify({ columnMetadata: [column], records: [[field]], numberOfRecordsUpdated: 0 }),
  });
  return { origin: origins?.[0], cell: rows[0]?.[0] };
};

const string = (stringValue: string) => ({ stringValue });

describe('a result of Aurora MySQL', () => {
  test.each([
    ['TINYINT', string('-128'), 'number', -128],
    ['TINYINT UNSIGNED', string('255'), 'number', 255],
    ['SMALLINT', { longValue: -32768 }, 'number', -32768],
    ['MEDIUMINT UNSIGNED', string('16777215'), 'number', 16777215],
    ['INT', string('-2147483648'), 'number', -2147483648],
    ['INT UNSIGNED', string('4294967295'), 'number', 4294967295],
    ['int unsigned', string('1'), 'number', 1],
    ['BIGINT', string('9007199254740991'), 'number', 9007199254740991],
    ['BIGINT', string('-9223372036854775808'), 'number', '-9223372036854775808'],
    ['BIGINT UNSIGNED', string('18446744073709551615'), 'number', '18446744073709551615'],
    ['BIT', { booleanValue: true }, 'number', 1],
    ['BIT', { booleanValue: false }, 'number', 0],
    ['TINYINT', { booleanValue: true }, 'number', 1],
    ['TINYINT(1)', { longValue: 1 }, 'number', 1],
    ['BOOLEAN', { booleanValue: false }, 'number', 0],
    ['BIT', { blobValue: 'AQ==' }, 'number', 1],
    ['BIT', { blobValue: '//8=' }, 'number', 65535],
    ['BIT', { blobValue: '//////////8=' }, 'number', '18446744073709551615'],
    ['DECIMAL', string('12345678901234567890.1234567890'), 'number', '12345678901234567890.1234567890'],
    ['DECIMAL UNSIGNED', string('0.10'), 'number', '0.10'],
    ['DOUBLE', { doubleValue: 0.1 }, 'number', 0.1],
    ['FLOAT', { doubleValue: 0.10000000149011612 }, 'number', 0.1],
    ['FLOAT', { doubleValue: 0.1 }, 'number', 0.1],
    ['FLOAT', { doubleValue: 16777216 }, 'number', 16777216],
    ['YEAR', string('2026-01-01'), 'number', 2026],
    ['YEAR', string('1901'), 'number', 1901],
    ['YEAR', { longValue: 2155 }, 'number', 2155],
    ['VARCHAR', string('é😀'), 'text', 'é😀'],
    ['MEDIUMTEXT', string(' a '), 'text', ' a '],
    ['CHAR', string('1'), 'text', '1'],
    ['ENUM', string('paid'), 'text', 'paid'],
    ['SET', string('a,b'), 'text', 'a,b'],
    ['JSON', string('{"a": 1}'), 'text', '{"a": 1}'],
    ['BLOB', { blobValue: 'QUJD' }, 'text', 'QUJD'],
    ['VARBINARY', { blobValue: '' }, 'text', ''],
    ['TIME', string('-838:59:59'), 'text', '-838:59:59'],
    ['DATE', string('9999-12-31'), 'text', '9999-12-31'],
    ['DATETIME', string('1000-01-01 00:00:00'), 'timestamp in UTC', '1000-01-01 00:00:00'],
    ['TIMESTAMP', string('2026-11-28 01:00:00.5'), 'timestamp in UTC', '2026-11-28 01:00:00.5'],
    ['INT', { isNull: true }, 'number', null],
  ] as const)('the type %s with %j has the origin %s and the cell %j', async (type, field, origin, cell) => {
    expect(await readCell(type, field)).toEqual({ origin, cell });
  });

  test.each(['GEOMETRY', 'VECTOR', '', 'timestamptz', 'int4'])('the type %j is refused', async (type) => {
    const { code, details } = await errorOf(readCell(type, string('1')));
    expect(code).toBe('SOURCE_INVALID');
    expect(details).toEqual([
      {
        column: 1,
        columnName: 'a',
        message: expect.stringMatching(/^the type .*of the column is unknown$/),
        hint: 'cast the column in the query: cast(column as char)',
      },
    ]);
  });

  test.each([
    [
      "Database error code: 1054. Message: Unknown column 'x' in 'field list'",
      'SQL_FAILED',
      'unknown column (error 1054)',
    ],
    [
      "Unknown column 'x' in 'field list'; Error code: 1054; SQLState: 42S22",
      'SQL_FAILED',
      '(error 1054, SQLState 42S22)',
    ],
    ["Table 'shop.x' doesn't exist; Error code: 1146; SQLState: 42S02", 'SQL_FAILED', 'unknown table (error 1146'],
    [
      "You have an error near '; Error code: 1213; SQLState: 40001' at line 1; Error code: 1064; SQLState: 42000",
      'SQL_FAILED',
      '(error 1064',
    ],
    ['Database error code: 1142. Message: SELECT command denied', 'SQL_FAILED', 'may not read a table'],
    ['Database error code: 1045. Message: Access denied', 'SOURCE_DENIED', 'user and password'],
    ['Database error code: 1044. Message: Access denied', 'SOURCE_DENIED', 'user and password'],
    ['Database error code: 1049. Message: Unknown database', 'SOURCE_NOT_FOUND', 'no such database'],
    ['Lock wait timeout exceeded; Error code: 1205; SQLState: HY000', 'SOURCE_TIMEOUT', 'stopped the query'],
    ['Database error code: 1317. Message: Query execution was interrupted', 'SOURCE_TIMEOUT', 'stopped the query'],
    ['Database error code: 3024. Message: maximum statement execution time exceeded', 'SOURCE_TIMEOUT', 'error 3024'],
    ['Database error code: 1213. Message: Deadlock found', 'SOURCE_THROTTLED', 'conflicted'],
    ['Database error code: 1040. Message: Too many connections', 'SOURCE_THROTTLED', 'no connection left'],
    [
      'Database error code: 2006. Message: MySQL server has gone away',
      'SOURCE_THROTTLED',
      'connection to the database broke',
    ],
    ['Lost connection; Error code: 2013; SQLState: HY000', 'SOURCE_THROTTLED', 'connection to the database broke'],
    ['Database error code: 1292. Message: Incorrect datetime value', 'SQL_FAILED', 'no time or number (error 1292)'],
    ['Database error code: 1690. Message: BIGINT value is out of range', 'SQL_FAILED', 'error 1690'],
  ])('the message "%s" is %s', async (message, code, words) => {
    const failure = { status: 400, error: 'DatabaseErrorException', body: JSON.stringify({ message }) };
    const found = await errorOf(mysql.read(failure));
    expect(found.code).toBe(code);
    expect(found.text).toContain(words);
    expect(found.text).not.toContain("'x'");
  });
});
