import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CsvFile, CsvFormat, RecordReader } from '../../../shared/csv/csv-record.ts';
import { isGuessedWrong } from '../../../shared/csv/decode-chunks.ts';
import { scanBytes } from '../../../shared/csv/parse-csv.ts';
import { createCsvScan, type ScannedFile } from '../../../shared/csv/scan-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';

const BLOCK_BYTES = 64 * 1024;

interface Records {
  readonly header: readonly string[];
  readonly file: CsvFile | undefined;
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly number[];
}

/** Creates a reader of all records, or of the first `limit` rows. */
const readerOf = (names: readonly string[] = [], limit = Number.POSITIVE_INFINITY): RecordReader<Records> => ({
  fits: (header) => names.length > 0 && names.every((name) => header.includes(name)),
  create: () => {
    let header: readonly string[] = [];
    let file: CsvFile | undefined;
    const rows: (readonly string[])[] = [];
    const lines: number[] = [];
    return {
      header: (record, of) => {
        header = Array.from({ length: record.length }, (_, column) => record.text(column));
        file = of;
      },
      row: (record) => {
        lines.push(record.line);
        return rows.push(Array.from({ length: record.length }, (_, column) => record.text(column))) < limit;
      },
      finish: () => ({ header, file, rows, lines }),
    };
  },
});

const read = (source: string | Buffer, format: CsvFormat = {}, reader = readerOf()): ScannedFile<Records> =>
  scanBytes(Buffer.from(source as string), format, reader);

const failure = (source: string | Buffer, format: CsvFormat = {}, reader = readerOf()): WallfeedError => {
  try {
    read(source, format, reader);
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
  throw new Error('it was accepted');
};

/**
 * Scans a file that arrives in chunks of `size` bytes. Uses blocks of the same size, unless `blockBytes` is given. Repeats
 * the scan if the first guess of the encoding was wrong.
 */
const inChunks = (bytes: Buffer, size: number, format: CsvFormat, blockBytes = size): unknown => {
  const scan = (isGuessed: boolean): unknown => {
    const scanner = createCsvScan(format, readerOf(), { isGuessed, blockBytes });
    try {
      for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size));
      return scanner.end();
    } catch (error) {
      if (isGuessedWrong(error)) return scan(true);
      if (error instanceof WallfeedError) return { code: error.code, details: error.details };
      throw error;
    }
  };
  return scan(false);
};

/** Words in GB18030: two bytes for a common character, four for a rare one. */
const CHINESE = { 订: [0xb6, 0xa9], 单: [0xb5, 0xa5], 笔: [0xb1, 0xca], '€': [0x80], é: [0x81, 0x30, 0x81, 0x30] };
const chinese = (text: string): Buffer =>
  Buffer.from(
    Array.from(text).flatMap((character) => CHINESE[character as keyof typeof CHINESE] ?? [character.charCodeAt(0)]),
  );

describe('the encoding of a file', () => {
  const TEXT = 'name,unit\n订单,笔\na,b\n';
  const UTF16 = Buffer.from(TEXT, 'utf16le');
  const files: [string, Buffer, CsvFormat][] = [
    ['UTF-8', Buffer.from(TEXT), {}],
    ['UTF-8 by name', Buffer.from(TEXT), { encoding: 'UTF-8' }],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${TEXT}`), {}],
    ['UTF-16 little endian', Buffer.concat([Buffer.from([0xff, 0xfe]), UTF16]), {}],
    ['UTF-16 big endian', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(UTF16).swap16()]), {}],
    ['UTF-16 by name', UTF16, { encoding: 'utf-16le' }],
    ['GB18030', chinese(TEXT), {}],
    ['GB18030 by name', chinese(TEXT), { encoding: 'gb18030' }],
  ];
  test.each(files)('a file in %s is decoded wherever its chunks end', (_, bytes, format) => {
    for (let size = 1; size <= bytes.length; size += 1) {
      expect(inChunks(bytes, size, format)).toMatchObject({
        content: {
          header: ['name', 'unit'],
          rows: [
            ['订单', '笔'],
            ['a', 'b'],
          ],
        },
      });
    }
  });

  test('the encoding of a file is guessed only if the bytes are not UTF-8 and no encoding is named', () => {
    expect(files.map(([, bytes, format]) => read(bytes, format).isGuessed)).toEqual(
      files.map(([name]) => name === 'GB18030'),
    );
  });

  test('a file in GB18030 is decoded as such from the beginning, even if it begins like UTF-8', () => {
    const text = `n\n${'\u00e9'.repeat(40)}\n`;
    const bytes = Buffer.concat([Buffer.from(text), chinese('订单\n')]);
    const whole = inChunks(bytes, bytes.length, {});
    expect(whole).toMatchObject({ isGuessed: true });
    for (const size of [1, 7, 64]) expect(inChunks(bytes, size, {})).toEqual(whole);
  });

  test('a file may be in windows-1252, whose bytes 0x80 to 0x9f differ from Latin-1', () => {
    const bytes = Buffer.from('n\nf\xfcr 5 \x80\x85 \x93x\x94\n', 'latin1');
    for (const encoding of ['windows-1252', 'latin1', 'iso-8859-1'])
      expect(read(bytes, { encoding }).content.rows).toEqual([['für 5 €… “x”']]);
  });

  test.each([
    ['Western text with umlauts', 'Stadt,Wert\nM\xfcnchen,1\n'],
    ['Western text with a column that is missing', 'Gr\xfcn,Wert\n1,1\n'],
    ['a single accent at the end', 'a,b\n1,\xe9x\n'],
  ])('the encoding must be named for %s, because the file may be Chinese text as well', (_, text) => {
    const { code, details } = failure(Buffer.from(text, 'latin1'), {}, readerOf(['Grün']));
    expect(code).toBe('SOURCE_INVALID');
    expect(details[0]?.hint).toContain('name the encoding: windows-1252 or gb18030');
  });

  test('an unknown encoding is reported before wrong columns', () => {
    const reader: RecordReader<never> = {
      ...readerOf(),
      create: () => {
        throw new WallfeedError('TABLE_COLUMNS', 'a column is missing');
      },
    };
    const scan = (text: string) => scanBytes(Buffer.from(text, 'latin1'), {}, reader);
    expect(() => scan('Gr\xfcn\nx\n')).toThrow(expect.objectContaining({ code: 'SOURCE_INVALID' }));
    expect(() => scan('Gr\xfcn\n\xb6\xa9\n')).toThrow(expect.objectContaining({ code: 'TABLE_COLUMNS' }));
  });

  test.each([
    ['UTF-8 by name', Buffer.from([0x61, 0xff]), { encoding: 'utf-8' }, 'utf-8'],
    ['UTF-8 by a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]), {}, 'utf-8'],
    ['UTF-8 that ends within a character', Buffer.from([0x61, 0xe8, 0xae]), { encoding: 'utf-8' }, 'utf-8'],
    ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x61, 0, 0x62]), {}, 'utf-16le'],
    ['GB18030 by name', Buffer.from([0x61, 0xff, 0xff]), { encoding: 'gb18030' }, 'gb18030'],
    ['neither UTF-8 nor GB18030', Buffer.from([0x61, 0xff, 0xff]), {}, 'neither UTF-8 nor GB18030'],
  ])('bytes that are not valid in the encoding are refused: %s', (_, bytes, format, words) => {
    expect(failure(bytes, format)).toMatchObject({ code: 'SOURCE_INVALID', message: expect.stringContaining(words) });
  });
});

describe('the delimiter of a file', () => {
  test.each([
    ['gives all named columns', 'a;b,c;d\n1;2,3;4\n', ['b,c'], ['a', 'b,c', 'd']],
    ['gives all named columns, though another gives more', 'a\tb;c;d;e\n1\t2;3;4;5\n', ['a'], ['a', 'b;c;d;e']],
    ['gives the most cells if none gives all named columns', 'a;b;c\n1;2;3\n', ['x'], ['a', 'b', 'c']],
    ['gives the most cells of those that give all named columns', 'x\n', ['x'], ['x']],
  ])('the delimiter of a file is the one that %s', (_, text, names, header) => {
    expect(read(text, {}, readerOf(names)).content.header).toEqual(header);
  });

  test.each([
    ['a;b\n1;2\n', {}, ';'],
    ['a\n1,2\n', {}, null],
    ['a\n1\n', { delimiter: ';' }, ';'],
    ['sep=;\na\n1\n', {}, ';'],
  ])('the scan of %j with the format %j reports the delimiter %j', (text, format, delimiter) => {
    expect(read(text, format).content.file).toEqual({ delimiter: delimiter ?? undefined });
  });

  test('the delimiter is found in a header that spans lines and chunks', () => {
    const text = '"a\n;;;;\nb",c\n1,2\n';
    for (let size = 1; size <= text.length; size += 1) {
      expect(inChunks(Buffer.from(text), size, {})).toMatchObject({
        content: { header: ['a\n;;;;\nb', 'c'], lines: [4] },
      });
    }
  });
});

describe('the header of a file', () => {
  const REPORT = 'Report;;\n"Sales, 2026\n\nName;Amount\na;1\n';
  test('the header may be in a later line; the lines before it are skipped, even with an open quote', () => {
    expect(read(REPORT, { header: 4 }).content).toMatchObject({
      header: ['Name', 'Amount'],
      rows: [['a', '1']],
      lines: [5],
    });
    expect(inChunks(Buffer.from(REPORT), 1, { header: 4 })).toEqual(inChunks(Buffer.from(REPORT), 100, { header: 4 }));
  });

  test('the line number of the header counts a sep= line too', () => {
    expect(read('sep=;\nReport\na;b\n1;2\n', { header: 3 }).content).toMatchObject({ header: ['a', 'b'], lines: [4] });
  });

  test('a file may have no header; the first record is then also a row', () => {
    expect(read('a,1\nb,2\n', { header: 'none' }).content).toMatchObject({
      rows: [
        ['a', '1'],
        ['b', '2'],
      ],
      lines: [1, 2],
    });
  });

  test('the header is missing if the file ends before its line', () => {
    expect(read('a\nb\n', { header: 9 }).content).toMatchObject({ header: [], rows: [] });
    expect(read('').content).toMatchObject({ header: [], rows: [] });
  });
});

describe('blank rows of a file', () => {
  test('blank rows are passed on with their lines if another row follows', () => {
    expect(read('a,b\n,\n\n , \n"",\n1,2\n').content).toMatchObject({
      rows: [
        ['', ''],
        ['', ''],
        ['', ''],
        ['1', '2'],
      ],
      lines: [2, 4, 5, 6],
    });
  });

  test('blank rows at the end are ignored, even if they have more or fewer cells', () => {
    expect(read(`a,b\n1,2\n${',,,\n,\n\n"",""\n'.repeat(50_000)}`).content.rows).toEqual([['1', '2']]);
  });
});

test('the scan of a file ends once its reader needs no further row', () => {
  const scan = createCsvScan({}, readerOf([], 2), { blockBytes: 6 });
  expect(scan.push(Buffer.from('a\n1\n2\n'))).toBe(false);
  expect(scan.end().content.rows).toEqual([['1'], ['2']]);
  const long = `a\n${'1\n'.repeat(200_000)}"`;
  expect(read(long, {}, readerOf([], 2)).content.rows).toHaveLength(2);
});

test('a scan that needs no further row ignores the rest of the file, even a character that is not finished', () => {
  const scan = createCsvScan({}, readerOf([], 1), { blockBytes: 8 });
  expect(scan.push(Buffer.from('a\n1\n222é\xff'))).toBe(false);
  expect(scan.end()).toMatchObject({ content: { rows: [['1']] }, isGuessed: false });
});

test('a file has the same error however its bytes arrive', () => {
  const pieces = fc.constantFrom('a,b\n', '1,2\n', '\0', '\r', 'é', '订', '"', '\xff\xff', '\x80', '订单'.repeat(3));
  const anyFile = fc
    .array(pieces, { maxLength: 12 })
    .map((parts) =>
      Buffer.concat(
        parts.map((part) => Buffer.from(part, /[\x80-\xff]/.test(part) && part !== 'é' ? 'latin1' : 'utf8')),
      ),
    );
  const formats = fc.constantFrom<CsvFormat>({}, { encoding: 'utf-8' }, { encoding: 'gb18030' }, { header: 'none' });
  fc.assert(
    fc.property(anyFile, formats, fc.integer({ min: 1, max: 9 }), (bytes, format, size) => {
      expect(inChunks(bytes, size, format, 64)).toEqual(inChunks(bytes, 1_000, format, 64));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['a NUL', '\0'],
  ['a lone carriage return', '\r'],
])('a file with %s and later bytes that no encoding allows has the same error however its bytes arrive', (_, fault) => {
  const bytes = Buffer.from(`a,b\n1,${fault}2\n3,\xff\xff\xff\n`, 'latin1');
  const errors = [1, 7, 11, 1_000].map((size) => inChunks(bytes, size, {}, BLOCK_BYTES));
  expect(errors).toEqual(Array(4).fill(expect.objectContaining({ code: 'SOURCE_INVALID' })));
  expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1);
});

test('the size of the blocks does not change the result of a scan', () => {
  const pieces = fc.constantFrom('a', '1', 'é', '订', ',', ';', '\n', '\r\n', '"', '""', ' ', 'sep=;\n', '\ufeff');
  const anyFile = fc.array(pieces, { maxLength: 40 }).map((parts) => Buffer.from(parts.join('')));
  const formats = fc.constantFrom<CsvFormat>({}, { header: 2 }, { header: 'none' }, { delimiter: ';' });
  fc.assert(
    fc.property(anyFile, formats, fc.integer({ min: 1, max: 9 }), (bytes, format, size) => {
      expect(inChunks(bytes, size, format)).toEqual(inChunks(bytes, 1_000, format));
    }),
    { numRuns: 2_000 },
  );
});
