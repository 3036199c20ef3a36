import { describe, expect, test } from '@jest/globals';
import type { Selection } from '../../../shared/config/selection.ts';
import type { CellReading } from '../../../shared/config/sources.ts';
import type { CsvFormat } from '../../../shared/csv/csv-record.ts';
import { parseCsv, scanBytes } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { bindSelection } from '../../../shared/selection/bind-selection.ts';
import { selectRows } from '../../../shared/sources/select-rows.ts';
import { number, numberList, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { typeTables } from '../../../shared/tabular/type-tables.ts';

const definition = table({ name: text, value: number });

const outcomeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    if (error instanceof WallfeedError) return { code: error.code, details: error.details };
    throw error;
  }
};

const byPosition = (csv: string, format: CsvFormat = {}): unknown =>
  outcomeOf(() => {
    const read = parseCsv(Buffer.from(csv), format, definition);
    return typeTables({ table: definition }, { table: read }, { timezone: 'UTC' }).table.map(({ value }) => value);
  });

const selected = (csv: string, format: CsvFormat = {}): unknown =>
  outcomeOf(() => {
    const columns = [
      { name: 'name', source: { from: 'cell', of: 'n' } },
      { name: 'value', source: { from: 'sum', of: 'v' } },
    ] as const;
    const bound = bindSelection({ selection: { columns }, ...format }, definition, { timezone: 'UTC' });
    const reader = bound.reader({ currentTime: 0, timePeriod: 0 });
    return scanBytes(Buffer.from(csv), format, reader).content.rows.map(([, value]) => value);
  });

describe.each([
  ['by position', byPosition],
  ['by a selection', selected],
])('a number that is read %s', (_, read) => {
  test.each([
    ['1,234', '1234', '1.234'],
    ['-12,000', '-12000', '-12.000'],
    ['123,456%', '123456%', '123.456%'],
  ])('a number is refused if it may have a decimal comma: %s', (cell, whole, fraction) => {
    expect(read(`n;v\na;1\nb;${cell}\n`)).toMatchObject({
      code: 'TABLE_CELL',
      details: [
        {
          line: 3,
          column: 2,
          message: `'${cell}' may be ${whole} or ${fraction}`,
          hint: expect.stringContaining("`decimal: ','` or `decimal: '.'`"),
        },
      ],
    });
  });

  test.each<[string, number]>([
    ['1,234.5', 1234.5],
    ['1,234,567', 1_234_567],
    ['1234', 1234],
    ['0.234', 0.234],
    ['1234.567', 1234.567],
  ])('an unambiguous number is accepted in a file with semicolons: %s', (cell, expected) => {
    expect(read(`n;v\nb;${cell}\n`)).toEqual([expected]);
  });

  test('a number is unambiguous if dashboard.yml names the decimal mark, or if the delimiter is not a semicolon', () => {
    expect(read('n;v\nb;1,234\n', { decimal: '.' })).toEqual([1234]);
    expect(read('n;v\nb;1,234\n', { decimal: ',' })).toEqual([1.234]);
    expect(read('n,v\nb,"1,234"\n')).toEqual([1234]);
    expect(read('n;v\nb;1.234\n', { decimal: ',' })).toEqual([1234]);
    expect(read('n,v\nb,1.234\n')).toEqual([1.234]);
  });

  test.each([
    ['n;v\na;1.234\nb;2.500\nc;973\n', '1.234'],
    ['n;v\na;973\nb;€ 12.500\n', '€ 12.500'],
    ['n\tv\na\t1,234\nb\t2,500\nc\t973\n', '1,234'],
    ['n\tv\na\t1.234\nb\t12,500\n', '1.234'],
  ])('a column is refused once if each mark in it may separate thousands: %j', (csv, cell) => {
    expect(read(csv)).toMatchObject({
      code: 'TABLE_CELL',
      details: [{ column: 2, message: expect.stringContaining(`'${cell}' may be `) }],
    });
  });

  test.each([
    ['n;v\na;1.234\nb;1.5\n', [1.234, 1.5]],
    ['n;v\na;1.234\nb;1,234.5\n', [1.234, 1234.5]],
    ['n\tv\na\t1,234\nb\t1,234,567\n', [1234, 1_234_567]],
    ['n\tv\na\t1,234\nb\t12.5\n', [1234, 12.5]],
  ])('another cell of the column decides: %j', (csv, expected) => {
    expect(read(csv)).toEqual(expected);
  });

  test.each([
    ['n,v\na,0.5\nb,50%\n', "'50%' is in percent, the cells above it are plain numbers"],
    ['n,v\na,12.5%\nb,0.3\n', "'0.3' is a plain number, the cells above it are in percent"],
    ['n,v\na,12.5 %\nb,"1,000"\n', "'1,000' is a plain number, the cells above it are in percent"],
  ])('a column with percent signs and plain numbers is refused: %j', (csv, message) => {
    expect(read(csv)).toMatchObject({ code: 'TABLE_CELL', details: [{ line: 3, column: 2, message }] });
  });

  test('the number 0 is the same with and without a percent sign', () => {
    expect(read('n,v\na,0\nb,50%\nc,0%\nd,25%\n')).toEqual([0, 50, 0, 25]);
    expect(read('n,v\na,0%\nb,0.5\n')).toEqual([0, 0.5]);
  });
});

describe('a selection', () => {
  const rows = (csv: string, selection: Selection, format: CsvFormat & Pick<CellReading, 'units'> = {}) =>
    outcomeOf(() => {
      const columns = [
        { name: 'name', source: { from: 'cell', of: 'n' } },
        { name: 'value', source: { from: 'cell', of: 'v' } },
      ] as const;
      const bound = bindSelection({ selection: { columns, ...selection }, ...format }, definition, { timezone: 'UTC' });
      const reader = bound.reader({ currentTime: 0, timePeriod: 0 });
      return scanBytes(Buffer.from(csv), format, reader).content.rows.map(([, value]) => value);
    });

  test('finds the decimal mark in all rows of a column, also in those that it does not select', () => {
    const where = [{ column: 'n', tests: [{ is: 'any', of: ['a'] }] }] as const;
    expect(rows('n;v\na;1.234\nb;1.5\n', { where })).toEqual([1.234]);
    expect(rows('n;v\nb;1.234\na;1\n', { where })).toMatchObject({ details: [{ line: 2, column: 2 }] });
    expect(rows('n;v\na;1.234\na;2\na;1.5\n', { limit: 1 })).toEqual([1.234]);
    expect(rows('n;v\na;1.234\na;2\n', { limit: 1 })).toMatchObject({ details: [{ line: 2, column: 2 }] });
  });

  test('reads a column with and without percent signs in the unit that `units` names', () => {
    const csv = 'n,v\na,12.5%\nb,0.3\n';
    expect(rows(csv, {}, { units: { '%': 0.01 } })).toEqual([0.125, 0.3]);
    expect(rows(csv, {}, { units: { '%': 1 } })).toEqual([12.5, 0.3]);
  });

  test('reads rows of a dataset with a decimal comma, and numbers that the dataset has calculated', () => {
    const columns = [
      { name: 'name', source: { from: 'cell', of: 'n' } },
      { name: 'value', source: { from: 'sum', of: 'v' } },
    ] as const;
    const dataset = {
      header: ['n', 'v'],
      origins: ['text', 'text'],
      columns: [
        ['a', 'b'],
        ['1.234', 12.5],
      ],
      length: 2,
      delimiter: ';',
    } as const;
    const bound = bindSelection({ selection: { columns }, decimal: ',' }, definition, { timezone: 'UTC' });
    const { rows: found } = selectRows(dataset, bound.reader({ currentTime: 0, timePeriod: 0 }));
    expect(found).toEqual([
      ['a', 1234],
      ['b', 12.5],
    ]);
  });

  test('compares no plain number with a column in percent', () => {
    const where = [{ column: 'v', tests: [{ is: 'above', of: 0.2 }] }] as const;
    expect(rows('n,v\na,12.5%\nb,0.3\n', { where })).toMatchObject({ details: [{ line: 3, column: 2 }] });
  });

  test('reads the columns of `unpivot` together, and keeps other columns as they are', () => {
    const columns = [
      { name: 'name', source: { from: 'cell', of: '$name' } },
      { name: 'value', source: { from: 'sum', of: '$value' } },
    ] as const;
    expect(rows('n;v;w\n1.234;1.234;2.5\n', { unpivot: ['v', 'w'], columns })).toEqual([1.234, 2.5]);
    expect(rows('n;v;w\n0.5;1.234;2\n', { unpivot: ['v', 'w'], columns })).toMatchObject({
      details: [{ line: 2, column: 2, message: "'1.234' may be 1234 or 1.234" }],
    });
    expect(rows('n;v\n1.234;5\n', {})).toEqual([5]);
  });
});

test('an unclear number in a list or a condition is refused', () => {
  const lists = table({ name: text, values: numberList });
  const read = parseCsv(Buffer.from('n;v\na;1|2,345\n'), {}, lists);
  const typed = outcomeOf(() => typeTables({ table: lists }, { table: read }, { timezone: 'UTC' }));
  expect(typed).toMatchObject({ code: 'TABLE_CELL', details: [{ line: 2 }] });
  const where = [{ column: 'v', tests: [{ is: 'any', of: [1234] }] }] as const;
  const bound = bindSelection({ selection: { where } }, definition, { timezone: 'UTC' });
  const reader = bound.reader({ currentTime: 0, timePeriod: 0 });
  const scan = () => scanBytes(Buffer.from('n;v\na;1,234\n'), {}, reader);
  expect(outcomeOf(scan)).toMatchObject({ code: 'TABLE_CELL', details: [{ line: 2, column: 2 }] });
});

test('a file of one column has no delimiter, so its numbers are unambiguous', () => {
  const oneColumn = table({ value: number });
  const read = parseCsv(Buffer.from('v\n1,234\n'), {}, oneColumn);
  expect(typeTables({ table: oneColumn }, { table: read }, { timezone: 'UTC' }).table).toEqual([{ value: 1234 }]);
});
