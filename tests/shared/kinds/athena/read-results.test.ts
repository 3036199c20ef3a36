import { describe, expect, test } from '@jest/globals';
import { WallfeedError } from '../../../../shared/errors/wallfeed-error.ts';
import { readResults } from '../../../../shared/kinds/athena/read-results.ts';
import { cellTypeOf } from '../../../../shared/kinds/cell-type.ts';
import { createBudget, UNLIMITED } from '../../../../shared/limits/budget.ts';
import type { Cell } from '../../../../shared/tabular/table.ts';

describe('a cell of a result', () => {
  test.each<[type: string, text: string, cell: Cell]>([
    ['varchar', '007', '007'],
    ['varchar', '', ''],
    ['integer', '-12', -12],
    ['bigint', '9007199254740991', 9007199254740991],
    ['bigint', '9007199254740993', '9007199254740993'],
    ['double', '1.5E3', 1500],
    ['double', '1.0E-7', 1e-7],
    ['double', 'NaN', 'NaN'],
    ['double', 'Infinity', 'Infinity'],
    ['double', '-Infinity', '-Infinity'],
    ['float', '0.1', 0.1],
    ['decimal', '12.50', 12.5],
    ['decimal', '12345678901234.567', '12345678901234.567'],
    ['decimal(38,2)', '99999999999999999999.99', '99999999999999999999.99'],
    ['char(4)', 'ab  ', 'ab'],
    ['varchar', 'ab  ', 'ab  '],
    ['boolean', 'true', 'true'],
    ['date', '2026-11-20', '2026-11-20'],
    ['timestamp', '2026-11-20 08:00:00.000', '2026-11-20 08:00:00.000'],
    ['timestamp(6)', '2026-11-20 08:00:00.123456', '2026-11-20 08:00:00.123456'],
    ['timestamp with time zone', '2026-11-20 08:00:00.000 UTC', '2026-11-20 08:00:00.000'],
    ['timestamp with time zone', '2026-11-20 08:00:00.000 Europe/Berlin', '2026-11-20 07:00:00.000'],
    ['timestamp with time zone', '2026-11-20 08:00:00.000 +05:30', '2026-11-20 02:30:00.000'],
    ['timestamp with time zone', '2026-11-20 08:00:00.000 Mars/Olympus', '2026-11-20 08:00:00.000 Mars/Olympus'],
    ['array', '[a, b]', '[a, b]'],
    ['map', '{k=1}', '{k=1}'],
    ['row', '{id=1, name=x}', '{id=1, name=x}'],
    ['varbinary', '01 02', '01 02'],
  ])('a cell of the type %s with the text %s becomes %p', (type, text, cell) => {
    expect(cellTypeOf(type).read(text)).toBe(cell);
  });

  test('the type of a column decides if its cells are parsed as numbers, timestamps or texts', () => {
    const origins = ['bigint', 'decimal(10,2)', 'timestamp(3)', 'timestamp with time zone', 'date', 'json'];
    expect(origins.map((type) => cellTypeOf(type).origin)).toEqual([
      'number',
      'number',
      'timestamp',
      'timestamp',
      'text',
      'text',
    ]);
  });
});

const COLUMNS = [
  { Name: 'region', Type: 'varchar' },
  { Name: 'amount', Type: 'double' },
];

const rowOf = (...texts: (string | undefined)[]) => ({
  Data: texts.map((text) => (text === undefined ? {} : { VarCharValue: text })),
});

const replyOf = (rows: readonly unknown[], more: object = {}) => ({
  ResultSet: { Rows: rows, ResultSetMetadata: { ColumnInfo: COLUMNS } },
  ...more,
});

const read = (...pages: readonly unknown[]) => {
  let next = 0;
  return readResults(() => Promise.resolve(pages[next++]), UNLIMITED);
};

const refusal = async (...pages: readonly unknown[]): Promise<string> => {
  try {
    await read(...pages);
  } catch (error) {
    if (error instanceof WallfeedError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'no error';
};

describe('the pages of a result', () => {
  test('the first page of a result begins with the names of the columns, which are not a row', async () => {
    const first = replyOf([rowOf('region', 'amount'), rowOf('East', '1.0')], { NextToken: 'two' });
    const second = replyOf([rowOf('region', 'amount'), rowOf(undefined, undefined)]);
    expect((await read(first, second)).rows).toEqual([
      ['East', 1],
      ['region', 'amount'],
      [null, null],
    ]);
  });

  test('the first page of a result keeps its first row if that row is not a header', async () => {
    expect((await read(replyOf([rowOf('East', '1.0')]))).rows).toEqual([['East', 1]]);
  });

  test('a page of a result may have only the header', async () => {
    expect(await read(replyOf([rowOf('region', 'amount')]))).toMatchObject({ header: ['region', 'amount'], rows: [] });
  });

  test.each<[string, unknown]>([
    ['is not a reply', undefined],
    ['has no rows', { ResultSet: { ResultSetMetadata: { ColumnInfo: COLUMNS } } }],
    ['has no columns', { ResultSet: { Rows: [], ResultSetMetadata: { ColumnInfo: [] } } }],
    ['has a column without a type', { ResultSet: { Rows: [], ResultSetMetadata: { ColumnInfo: [{ Name: 'a' }] } } }],
    ['has a row that is not a list', replyOf([{ Data: 'East' }])],
    ['has a row with too few values', replyOf([rowOf('East')])],
    ['has a value that is not text', replyOf([{ Data: [{ VarCharValue: 7 }, {}] }])],
    ['has a token that is not text', replyOf([], { NextToken: 7 })],
  ])('a page of a result is refused if it %s', async (_, reply) => {
    expect(await refusal(reply)).toMatch(/^SOURCE_INVALID /);
  });

  test('the pages of a result end, even if each names a next page', async () => {
    const page = replyOf([rowOf('region', 'amount')], { NextToken: 'again' });
    expect(await refusal(...Array.from({ length: 50 }, () => page))).toMatch(/^SOURCE_INVALID .*40 pages/);
  });

  test('the pages of a result are counted against the memory of the request', async () => {
    const budget = createBudget({ memoryMb: 97, endsAt: Number.POSITIVE_INFINITY });
    const rows = Array.from({ length: 9_000 }, () => rowOf('East', '1.0'));
    await expect(readResults(() => Promise.resolve(replyOf(rows)), budget)).rejects.toMatchObject({
      code: 'SOURCE_TOO_LARGE',
    });
  });
});
