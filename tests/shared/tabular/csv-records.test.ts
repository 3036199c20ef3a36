import { describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { parseRecords } from '../../../shared/tabular/csv-records.ts';

const isNotBlank = (record: readonly string[]): boolean => record.length > 1 || record[0] !== '';

/** What csv-parse makes of a text; undefined when it refuses it. */
const byCsvParse = (text: string, delimiter: string): string[][] | undefined => {
  const options = { delimiter, relax_column_count: true, skip_empty_lines: true, trim: true } as const;
  try {
    return parse(text, { ...options, record_delimiter: ['\r\n', '\n'] }).filter(isNotBlank);
  } catch {
    return undefined;
  }
};

const byOurs = (text: string, delimiter: string): readonly string[][] | undefined => {
  try {
    return parseRecords(text, delimiter, 0).cells;
  } catch {
    return undefined;
  }
};

const withoutBlankEnd = (records: string[][] | undefined): string[][] | undefined => {
  while (records && records.length > 1 && records.at(-1)?.every((cell) => cell === '')) records.pop();
  return records;
};

const delimiters = fc.constantFrom(',', ';', '\t', '|');
const pieces = fc.constantFrom('a', 'b', '订', '1.5', ' ', '"', '""', ',', ';', '\t', '|', '\n', '\r\n');
const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

const cells = fc.array(fc.constantFrom('a', '订', ' ', '"', ',', ';', '\n', '\r\n', '\u3000'), { maxLength: 6 });
const tables = fc.array(
  fc.array(
    cells.map((parts) => parts.join('')),
    { minLength: 2, maxLength: 4 },
  ),
  {
    minLength: 1,
    maxLength: 5,
  },
);

const written = (records: readonly (readonly string[])[], delimiter: string): string =>
  records.map((record) => record.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join('\r\n');

const SEED = { seed: 5, numRuns: 5_000 };

describe('records', () => {
  test('are those that csv-parse finds, where the quotes are right', () => {
    const property = fc.property(texts, delimiters, (text, delimiter) => {
      const found = byOurs(text, delimiter);
      if (found) expect(found).toEqual(withoutBlankEnd(byCsvParse(text, delimiter)));
      else expect(text).toContain('"');
    });
    fc.assert(property, SEED);
  });

  test('come back as they were written', () => {
    const property = fc.property(tables, delimiters, (records, delimiter) => {
      const ended = [...records, ['end', 'end']];
      expect(parseRecords(written(ended, delimiter), delimiter, 0).cells).toEqual(ended);
    });
    fc.assert(property, SEED);
  });

  test('begin where their first cell does', () => {
    const text = 'sep=;\nn;u\n\n  \n"a\nb";1\n;;\nx;2';
    expect(parseRecords(text, ';', 6)).toEqual({
      cells: [
        ['n', 'u'],
        ['a\nb', '1'],
        ['', '', ''],
        ['x', '2'],
      ],
      starts: [6, 14, 22, 25],
    });
  });

  test('a text without the delimiter is read once, not once a line', () => {
    const text = 'a\n'.repeat(50_000);
    const { indexOf } = String.prototype;
    let asked = 0;
    String.prototype.indexOf = function (this: string, ...rest: [string, number?]) {
      if (rest[0] === ',') asked++;
      return indexOf.apply(this, rest);
    };
    try {
      expect(parseRecords(text, ',', 0).cells).toHaveLength(50_000);
    } finally {
      String.prototype.indexOf = indexOf;
    }
    expect(asked).toBe(1);
  });
});
