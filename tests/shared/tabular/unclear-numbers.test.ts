import { describe, expect, test } from '@jest/globals';
import type { CsvFormat } from '../../../shared/csv/csv-record.ts';
import { parseCsv, scanBytes } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { bindSelection } from '../../../shared/selection/bind-selection.ts';
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
          hint: expect.stringContaining("decimal: ',' or decimal: '.'"),
        },
      ],
    });
  });

  test.each<[string, number]>([
    ['1,234.5', 1234.5],
    ['1,234,567', 1_234_567],
    ['1234', 1234],
    ['1.234', 1.234],
  ])('an unambiguous number is accepted in a file with semicolons: %s', (cell, expected) => {
    expect(read(`n;v\nb;${cell}\n`)).toEqual([expected]);
  });

  test('a number is unambiguous if dashboard.yml names the decimal mark, or if the delimiter is not a semicolon', () => {
    expect(read('n;v\nb;1,234\n', { decimal: '.' })).toEqual([1234]);
    expect(read('n;v\nb;1,234\n', { decimal: ',' })).toEqual([1.234]);
    expect(read('n\tv\nb\t1,234\n')).toEqual([1234]);
    expect(read('n,v\nb,"1,234"\n')).toEqual([1234]);
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
