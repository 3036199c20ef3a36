import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { headerLength, parseRecords } from '../../../shared/csv/csv-records.ts';

const pieces = [
  'a',
  '12.5',
  ' ',
  '\t',
  '\u00a0',
  '\u2003',
  '\u202f',
  '\ufeff',
  '名',
  ',',
  ',',
  ';',
  '|',
  '\n',
  '\r\n',
  "'",
  '\\',
  '#',
];
const plainText = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((all) => all.join(''));
const delimiter = fc.constantFrom(',', ';', '\t', '|');

const byParser = (text: string, mark: string): string[][] =>
  parse(Buffer.from(text), {
    delimiter: mark,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
  })
    .map((record) => record.map((cell) => cell.trim()))
    .filter((record) => record.length > 1 || record[0] !== '');

describe('a file without quotes', () => {
  test('is split into the same records as by the CSV parser', () => {
    fc.assert(
      fc.property(plainText, delimiter, (text, mark) => {
        const expected = [...byParser(text, mark)];
        while (expected.length > 1 && expected.at(-1)?.every((cell) => cell === '')) expected.pop();
        expect(parseRecords(Buffer.from(text), mark)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test('has a header with as many columns as the CSV parser finds', () => {
    fc.assert(
      fc.property(plainText, delimiter, (text, mark) => {
        expect(headerLength(Buffer.from(text), mark)).toBe(byParser(text, mark)[0]?.length ?? 0);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('cells are trimmed in the same way with and without quotes in the file', () => {
  fc.assert(
    fc.property(plainText, (text) => {
      const plain = parseRecords(Buffer.from(`${text}\nz`), ',');
      expect(parseRecords(Buffer.from(`${text}\n"z"`), ',')).toEqual(plain);
    }),
    { numRuns: 2_000 },
  );
});

test('quotes in later lines do not change the header', () => {
  expect(headerLength(Buffer.from('a,b\n"1;2";"'), ',')).toBe(2);
  expect(headerLength(Buffer.from('"a,b",c\n'), ',')).toBe(2);
  expect(headerLength(Buffer.from('"a'), ',')).toBe(0);
});
