import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { findLostDigits, parseJson } from '../../../shared/sources/json.ts';
import { postgresql } from '../../../shared/sources/postgresql.ts';
import { readResult } from '../../../shared/sources/rds-data-result.ts';
import { number, numberOrText } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { parseNumber } from '../../../shared/tabular/parse-number.ts';
import { typeTables } from '../../../shared/tabular/type-tables.ts';
import { catchError } from '../../support/catch-error.ts';

const BEYOND = '9007199254740993';

const typed = (csv: string) => {
  const definition = table({ name: numberOrText, value: number });
  const read = parseCsv(Buffer.from(csv), { delimiter: ',' }, definition);
  return typeTables({ table: definition }, { table: read }, { timezone: 'UTC' }).table;
};

const integerResult = (...cells: readonly string[]) =>
  readResult(
    {
      columnMetadata: [{ label: 'n', typeName: 'int4' }],
      records: cells.map((stringValue) => [{ stringValue }]),
    },
    postgresql,
  );

describe('an integer that loses digits as a JavaScript number', () => {
  test.each([BEYOND, `-${BEYOND}`, '12345678901234567890.5', '9,007,199,254,740,993', '1000000000000000.01'])(
    'an integer that loses digits as a JavaScript number is refused in CSV with its cell: %s',
    (text) => {
      const { code, details } = catchError(() => typed(`name,value\na,"${text}"\n`));
      expect([code, details[0]]).toEqual([
        'TABLE_CELL',
        expect.objectContaining({ line: 2, column: 2, message: `'${text}' is beyond what a number holds exactly` }),
      ]);
    },
  );

  test.each(['1e400', '-1e400', '1'.repeat(400)])('a number that is too large is refused as such: %.10s', (text) => {
    const { details } = catchError(() => typed(`name,value\na,"${text}"\n`));
    expect(details[0]?.message).toMatch(/is larger than a number holds$/);
  });

  test('the hint for a number with many decimals says that they are too many', () => {
    const { details } = catchError(() => typed('name,value\na,999999999999999.99\n'));
    expect(details[0]?.hint).toBe('round the number to fewer decimals, or count in thousands');
  });

  test.each([
    [`{"a": [1,\n {"b c": ${BEYOND}}]}`, { path: 'a[1].b c', line: 2, column: 10 }],
    ['{"x": "9007199254740993", "y": [0, -1e400]}', { path: 'y[1]', line: 1, column: 36 }],
    [BEYOND, { path: '', line: 1, column: 1 }],
    [`[{"\\"a": 1, "b": {}}, [], ${BEYOND}]`, { path: '[2]', line: 1 }],
  ])(
    'an integer that loses digits as a JavaScript number is refused in a JSON document with its path and place: %s',
    (json, place) => {
      const { code, details } = catchError(() => parseJson(Buffer.from(json)));
      expect(code).toBe('SOURCE_INVALID');
      expect(details).toEqual([
        expect.objectContaining({ ...place, message: expect.stringContaining('beyond what a') }),
      ]);
    },
  );

  test('an integer that loses digits as a JavaScript number is refused with the beginning of a long path', () => {
    const { message, details } = catchError(() => parseJson(Buffer.from(`{"${'x'.repeat(5_000)}": ${BEYOND}}`)));
    expect(details).toEqual([expect.objectContaining({ path: `${'x'.repeat(200)}…` })]);
    expect(message).not.toContain('x'.repeat(201));
  });

  test('an integer that loses digits as a JavaScript number keeps all its digits in a text column', () => {
    expect(typed(`name,value\n${BEYOND},1\n`)).toMatchObject([{ name: BEYOND, value: 1 }]);
  });

  test('an integer that loses digits as a JavaScript number is found in any JSON document that contains one, and in no other', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, isBeyond) => {
        const json = JSON.stringify([value, 'mark']).replace(/"mark"\]$/, isBeyond ? `${BEYOND}]` : '1]');
        expect(findLostDigits(json)?.path).toBe(isBeyond ? '[1]' : undefined);
      }),
    );
  });
});

describe('a number that keeps its digits as a JavaScript number', () => {
  test.each([
    '9007199254740992',
    '18584537382496190',
    '100000000000000000000',
    '1500000000000000000000',
    '0.1234567890123456789',
    '1e300',
    '123456789012345.67',
  ])('a number that keeps its digits as a JavaScript number is accepted: %s', (text) => {
    expect(parseNumber(text)).toBe(Number(text));
    expect(parseJson(Buffer.from(`[${text}]`))).toEqual([Number(text)]);
  });
});

test('text that is not an integer is refused in an integer column of SQL', () => {
  expect(integerResult('7', '-8', '', '0x1F', ' 5', BEYOND).rows.flat()).toEqual([7, -8, '', '0x1F', ' 5', BEYOND]);
});
