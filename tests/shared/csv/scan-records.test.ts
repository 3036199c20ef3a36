import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
// The reference that the scanner must agree with.
import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { projectRoot } from '../../../infra/program/project-root.ts';
import type { CsvRecord } from '../../../shared/csv/csv-record.ts';
import { createScanner } from '../../../shared/csv/scan-records.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { parseTime } from '../../../shared/tabular/parse-time.ts';

const textsOf = (record: CsvRecord): string[] =>
  Array.from({ length: record.length }, (_, column) => record.text(column));

const scanWith = <Result>(
  chunks: readonly Buffer[],
  delimiter: string,
  read: (record: CsvRecord) => Result,
): Result[] => {
  const results: Result[] = [];
  const onRecord = (record: CsvRecord): boolean => results.push(read(record)) > 0;
  const scanner = createScanner({ delimiter, firstLine: 1, onRecord });
  for (const chunk of chunks) scanner.push(chunk);
  scanner.end();
  return results;
};

const scan = (text: string, delimiter = ','): string[][] => scanWith([Buffer.from(text)], delimiter, textsOf);

const outcomeOf = (chunks: readonly Buffer[], delimiter: string): unknown => {
  try {
    return scanWith(chunks, delimiter, (record) => ({
      cells: textsOf(record),
      texts: record.texts(),
      jsonBytes: record.jsonBytes(),
      line: record.line,
      lines: Array.from({ length: record.length }, (_, column) => record.lineOf(column)),
      blank: Array.from({ length: record.length }, (_, column) => record.isBlank(column)),
    }));
  } catch (error) {
    if (error instanceof WallfeedError) return { code: error.code, details: error.details };
    throw error;
  }
};

/**
 * Matches an empty quoted cell that is followed by blanks and another quote. The reference parser accepts it, and the
 * scanner refuses it.
 */
const REOPENED = /""\s+"/;

/** Removes what the scanner also removes from quoted cells: blanks around the text, and characters that nobody sees. */
const clean = (cell: string): string => cell.replaceAll('\ufeff', '').replace(/^[^\S\r\n]+|[^\S\r\n]+$/g, '');

const byParser = (text: string, delimiter: string): readonly string[][] | undefined => {
  const options = { delimiter, record_delimiter: ['\r\n', '\n'], relax_column_count: true, trim: true };
  try {
    const records: string[][] = parse(Buffer.from(text), { ...options, skip_empty_lines: true });
    return records.map((record) => record.map(clean)).filter((record) => record.length > 1 || record[0] !== '');
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
};

const BLANKS = [' ', '\t', '\u00a0', '\u1680', '\u2003', '\u2028', '\u202f', '\u205f', '\u3000', '\ufeff'];
const PIECES = ['a', '12.5', '-0.50', '名', '©', 'か', '⅓', '￥', '😀', '|', "'", '\\', '#', '\u0001', ...BLANKS];
const STRUCTURE = [',', ',', ';', '"', '"', '""', '\n', '\r\n'];

const anyText = fc
  .array(fc.constantFrom(...PIECES, ...STRUCTURE, ...STRUCTURE), { maxLength: 60 })
  .map((parts) => parts.join(''));

/** Cells as programs write them: quoted as a whole, or plain. */
const written = fc
  .array(fc.constantFrom(...PIECES, '"', ',', '\n', '\r\n'), { maxLength: 6 })
  .map((parts) => parts.join(''));
const cell = fc.oneof(
  written.map((text) => `"${text.replaceAll('"', '""')}"`),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((parts) => parts.join('')),
);
const padded = fc
  .tuple(fc.constantFrom('', '', ' ', '\u3000'), cell, fc.constantFrom('', '', ' '))
  .map((parts) => parts.join(''));
const line = fc.array(padded, { minLength: 1, maxLength: 5 }).map((cells) => cells.join(','));
const file = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => lines.join(end));

const delimiter = fc.constantFrom(',', ';', '\t', '|', ' ', '、');
const cuts = fc.array(fc.nat(400), { maxLength: 12 });

const cut = (bytes: Buffer, at: readonly number[]): readonly Buffer[] => {
  const isBorder = (index: number): boolean => ((bytes[index] ?? 0) & 0xc0) !== 0x80;
  const borders = [0, ...at.filter((index) => index < bytes.length && isBorder(index)), bytes.length];
  const sorted = borders.toSorted((a, b) => a - b);
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
};

describe('the records that the scanner finds', () => {
  test('the scanner finds the same records as the CSV parser in any text that the parser accepts', () => {
    fc.assert(
      fc.property(anyText, delimiter, (text, mark) => {
        const expected = byParser(text, mark);
        fc.pre(expected !== undefined && !REOPENED.test(text));
        expect(scan(text, mark)).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  test('the scanner finds the same records as the CSV parser in files that programs write', () => {
    fc.assert(
      fc.property(file, (text) => {
        const expected = byParser(text, ',');
        expect(expected).toBeDefined();
        expect(scan(text)).toEqual(expected);
      }),
      { numRuns: 3_000 },
    );
  });

  const samples = readdirSync(join(projectRoot, 'schemas'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.csv'),
  );
  test.each(samples)('the scanner finds the same records as the CSV parser in the sample %s', (path) => {
    const text = readFileSync(join(projectRoot, 'schemas', path), 'utf8');
    expect(scan(text)).toEqual(byParser(text, ','));
  });
});

test('reading all cells of a record at once gives the same texts as reading its cells one by one', () => {
  fc.assert(
    fc.property(file, (text) => {
      const rows = scanWith([Buffer.from(text)], ',', (record) => [record.texts(), textsOf(record)]);
      for (const [texts, expected] of rows) expect(texts).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
  const plain = scanWith([Buffer.from('a, b c ,\n1,\t-2.5\r\n')], ',', (record) => record.texts());
  expect(plain).toEqual([
    ['a', 'b c', ''],
    ['1', '-2.5'],
  ]);
});

describe('borders of chunks', () => {
  test('the borders of chunks change neither records nor their lines nor errors', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, file), delimiter, cuts, (text, mark, at) => {
        const bytes = Buffer.from(text);
        expect(outcomeOf(cut(bytes, at), mark)).toEqual(outcomeOf([bytes], mark));
      }),
      { numRuns: 3_000 },
    );
  });

  test('the border of a chunk may be between any two bytes', () => {
    const text = 'a,"b\r\n""c"" ",\r\n"",5" pipe,é"\n';
    const bytes = Buffer.from(text);
    const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    expect(outcomeOf(single.slice(0, -4), ',')).toEqual(outcomeOf([bytes.subarray(0, -4)], ','));
  });
});

describe('the lines of cells', () => {
  test('the line of a cell is the one on which the cell begins, with line breaks inside quotes counted', () => {
    fc.assert(
      fc.property(file, (text) => {
        const records = scanWith([Buffer.from(text)], ',', (record) => ({
          cells: textsOf(record),
          lines: Array.from({ length: record.length }, (_, column) => record.lineOf(column)),
        }));
        for (const { cells, lines } of records) {
          const breaks = cells.map((cell) => cell.split('\n').length - 1);
          lines.forEach((found, column) => {
            expect(found).toBe((lines[0] ?? 0) + breaks.slice(0, column).reduce((sum, count) => sum + count, 0));
          });
        }
      }),
    );
  });
});

describe('quotes', () => {
  test.each<[string, string, string[][]]>([
    ['inside a cell that does not begin with one are text', 'a,5" pipe,b"c"\n', [['a', '5" pipe', 'b"c"']]],
    ['may hold delimiters and line breaks', '"a,b","c\nd"\n', [['a,b', 'c\nd']]],
    ['inside quotes are doubled', '"a ""b""",""""\n', [['a "b"', '"']]],
    ['may be empty', '"",x,""\n', [['', 'x', '']]],
    ['may have blanks around them and inside', ' "a" ,\u3000" b "\t\n', [['a', 'b']]],
    ['may hold a CR', '"a\rb",c\n', [['a\rb', 'c']]],
    ['may hold JSON', 'a,"{""k"": ""v""}"\n', [['a', '{"k": "v"}']]],
  ])('quotes %s', (_, text, expected) => {
    expect(scan(text)).toEqual(expected);
  });

  test.each<[string, string, object]>([
    ['followed by text', 'a,b\nc,"d"e\n', { line: 2, column: 2, message: 'a quoted cell is followed by other text' }],
    ['followed by a quote', 'a\n"b" "c"\n', { line: 2, column: 1 }],
    ['never closed', 'a,"b\n","c\nd', { line: 2, column: 3, message: 'a quote is opened and never closed' }],
  ])('quotes are refused with their line and column if they are %s', (_, text, expected) => {
    expect(outcomeOf([Buffer.from(text)], ',')).toMatchObject({ code: 'SOURCE_INVALID', details: [expected] });
  });
});

describe('invalid records', () => {
  const BYTES_PER_MB = 1024 * 1024;
  test.each<[string, string, object]>([
    ['it contains NUL', 'a\n"b\n\0"', { code: 'SOURCE_INVALID', details: [{ line: 3 }] }],
    ['a CR has no LF', 'a\nb\rc', { code: 'SOURCE_INVALID', details: [{ line: 2 }] }],
    ['a CR ends the file', 'a\nb\r', { code: 'SOURCE_INVALID', details: [{ line: 2 }] }],
    ['it is too long', `a\n${'x'.repeat(9 * BYTES_PER_MB)}`, { code: 'SOURCE_TOO_LARGE', details: [{ line: 2 }] }],
    [
      'a quote in it is too long',
      `a\n"${'x'.repeat(9 * BYTES_PER_MB)}`,
      { code: 'SOURCE_INVALID', details: [{ line: 2 }] },
    ],
    ['it has too many cells', `a\n${','.repeat(70_000)}`, { code: 'SOURCE_TOO_LARGE', details: [{ line: 2 }] }],
  ])('a record is refused: %s', (_, text, expected) => {
    expect(outcomeOf([Buffer.from(text)], ',')).toMatchObject(expected);
  });
});

describe('a plain number', () => {
  const numbers = (text: string): number[] => scanWith([Buffer.from(text)], ';', (record) => record.plainNumber(0));

  test('a plain number is the nearest double, as JavaScript parses it', () => {
    const digits = fc.tuple(fc.boolean(), fc.nat({ max: 999_999_999 }), fc.option(fc.nat({ max: 999_999 })));
    fc.assert(
      fc.property(digits, ([isNegative, whole, fraction]) => {
        const text = `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`;
        expect(numbers(`${text}\n"${text}"\n`)).toEqual([Number(text), Number(text)]);
      }),
    );
  });

  test.each(['x', '1,5', '1e3', '12%', '1.', '.5', '-', '1.2.3', '1234567890123456', '+1', ' 1', '１'])(
    'a plain number is not read from %j',
    (text) => {
      expect(numbers(`${text}\n`)).toEqual([Number.NaN]);
    },
  );
});

test('a scan ends once no further record is needed', () => {
  const lines: number[] = [];
  const scanner = createScanner({ delimiter: ',', firstLine: 1, onRecord: ({ line }) => lines.push(line) < 2 });
  expect(scanner.push(Buffer.from('a\nb\nc\n"'))).toBe(false);
  scanner.end();
  expect(lines).toEqual([1, 2]);
});

test('a repeated cell is the same string, and cells with the same hash are not confused', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'B', 'C', 'é'), maxLength: 3 })), (cells) => {
      const text = cells.map((cell) => `x${cell},x${cell}`).join('\n');
      expect(scan(text)).toEqual(cells.map((one) => [`x${one}`, `x${one}`]));
    }),
  );
});

describe('a plain time', () => {
  const timesIn = (text: string) => scanWith([Buffer.from(text)], ';', (record) => record.plainTime?.(0));

  test('a plain time is the time that the text is parsed to in UTC', () => {
    const written = fc.date({
      min: new Date('0001-01-01'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.array(written, { minLength: 1 }), (dates) => {
        const texts = dates.flatMap((date) => {
          const text = date.toISOString();
          return [text.slice(0, 10), text.slice(0, 16).replace('T', ' '), text.slice(0, 19)];
        });
        expect(timesIn(texts.join('\n'))).toEqual(texts.map((text) => parseTime(text, 'UTC')));
      }),
    );
  });

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-22 24:00',
    '2026-11-22 10:60',
    '2026-11-22 10:00:60',
    '2026-11-22_10:00',
    '2026-11-22 10.00',
    '2026-11-22 10:00.00',
    '2026/11/22',
    '2026-1-5',
    '2026-11-22Z',
    '202x-11-22',
    '1513137332798',
    ' 2026-11-22',
    '"2026-11-22"',
    'x',
  ])('a plain time is not read from %j', (text) => {
    expect(timesIn(`2026-02-28\n${text}\n`)).toEqual([Date.UTC(2026, 1, 28), Number.NaN]);
  });
});

test('a cell equals a text if their characters are the same apart from blanks around them', () => {
  const texts = fc.oneof(written, fc.constantFrom('', 'a', 'paid', 'paidx', '名'));
  fc.assert(
    fc.property(file, fc.array(texts), (content, otherTexts) => {
      const found = scanWith([Buffer.from(content)], ',', (record) => {
        const ownTexts = textsOf(record).map((text) => text.trim());
        const expected = [...ownTexts, ...otherTexts.map((text) => text.trim())];
        const equal = expected.map((text) => record.equals?.(0, { text, bytes: Buffer.from(text) }));
        return [equal, expected.map((text) => text === ownTexts[0])];
      });
      for (const [equal, isOwn] of found) expect(equal).toEqual(isOwn);
    }),
    { numRuns: 1_000 },
  );
});
