import { describe, expect, test } from '@jest/globals';
import { type CsvFormat, parseCsv } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { number, text } from '../../../shared/tabular/column.ts';
import { freeTable, type TableDefinition, table } from '../../../shared/tabular/define-table.ts';

const three = table({ name: text, unit: text, value: number });
const oneColumn = table({ pv: number });
const free = freeTable(text, number, { columnCount: { min: 2 } });

const parse = (source: string | Uint8Array, format: CsvFormat = {}, definition: TableDefinition = three) =>
  parseCsv(typeof source === 'string' ? Buffer.from(source) : source, format, definition);

const failure = (source: string | Uint8Array, format?: CsvFormat, definition?: TableDefinition): WallfeedError => {
  try {
    parse(source, format, definition);
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
  throw new Error('it was accepted');
};

const ORDERS_GB18030 = [0xb6, 0xa9, 0xb5, 0xa5];

describe('the encoding of a file', () => {
  const text = 'name,unit,value\n订单,笔,1\n';
  const littleEndian = Buffer.from(text, 'utf16le');
  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 little endian with a byte order mark', Buffer.concat([Buffer.from([0xff, 0xfe]), littleEndian])],
    [
      'UTF-16 big endian with a byte order mark',
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(littleEndian).swap16()]),
    ],
  ])('the encoding of a file can be %s', (_, bytes) => {
    expect(parse(bytes)).toMatchObject({ header: ['name', 'unit', 'value'], rows: [['订单', '笔', '1']] });
  });

  test('the encoding of a file is GB18030 if the bytes are not valid UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('n,u,v\n'), Buffer.from(ORDERS_GB18030), Buffer.from(',x,1\n')]);
    expect(parse(bytes).rows).toEqual([['订单', 'x', '1']]);
  });

  test('the configured encoding is used even if the bytes look different', () => {
    expect(parse(Buffer.from('n,u,v\ncaf\u00e9,x,1\n', 'latin1'), { encoding: 'latin1' }).rows).toEqual([
      ['café', 'x', '1'],
    ]);
    expect(failure(Buffer.from([0xff, 0xff]), { encoding: 'utf-8' })).toMatchObject({
      code: 'SOURCE_INVALID',
      message: expect.stringContaining('utf-8'),
    });
  });
});

describe('the delimiter of a file', () => {
  test.each([',', ';', '\t'])(
    'the delimiter of a file is %j if it gives the expected number of columns',
    (delimiter) => {
      const lines = ['name', 'unit', 'value'].join(delimiter);
      expect(parse(`${lines}\na${delimiter}b${delimiter}1\n`).rows).toEqual([['a', 'b', '1']]);
    },
  );

  test('the delimiter is chosen by the expected number of columns, not by how often it occurs', () => {
    expect(parse('n;u;v,w,x,y\na;b;1\n').header).toEqual(['n', 'u', 'v,w,x,y']);
  });

  test('the delimiter is chosen by the rows if a table has a single column', () => {
    expect(parse('pv\n1,234\n', {}, oneColumn).rows).toEqual([['1,234']]);
  });

  test.each([',', ';', '\t'])(
    'the delimiter is found in a header of several columns, which is never read as one column: %j',
    (delimiter) => {
      expect(failure(`pv${delimiter}uv\n1${delimiter}234\n`, {}, oneColumn)).toMatchObject({
        code: 'TABLE_COLUMNS',
        message: expect.stringContaining('the header has 2 columns (pv, uv); expected exactly 1: pv'),
      });
    },
  );

  test('the delimiter is the one that gives the most columns if the number of columns is free', () => {
    expect(parse('a;b;c\nx;1;2\n', {}, free).header).toEqual(['a', 'b', 'c']);
    expect(failure('a,b,c\nx,1,2\ny,1\n', {}, free)).toMatchObject({ code: 'TABLE_COLUMNS', details: [{ line: 3 }] });
  });

  test('the delimiter is the configured one, or else that of a first line with sep=', () => {
    expect(parse('n|u|v\na|b|1\n', { delimiter: '|' }).rows).toEqual([['a', 'b', '1']]);
    expect(parse('sep=|\r\nn|u|v\r\na|b|1\r\n').rows).toEqual([['a', 'b', '1']]);
    expect(failure('sep=;\nn;u;v\na;b\n').details).toMatchObject([{ line: 3 }]);
  });
});

describe('parsing rows', () => {
  test('parsing skips blank lines, and blank rows at the end', () => {
    expect(parse('n,u,v\n\na,b,1\n   \nc,d,2\n,,\n , ,\n\n').rows).toEqual([
      ['a', 'b', '1'],
      ['c', 'd', '2'],
    ]);
  });

  test('parsing keeps a blank row in the middle, so that the row is reported', () => {
    expect(parse('n,u,v\n,,\na,b,1\n').rows).toEqual([
      ['', '', ''],
      ['a', 'b', '1'],
    ]);
  });

  test('parsing reads quotes, doubled quotes and line breaks in quotes', () => {
    expect(parse('n,u,v\r\n"a ""b""","x\r\ny",1\r\n').rows).toEqual([['a "b"', 'x\r\ny', '1']]);
  });

  test('parsing trims ASCII, no-break and full-width blanks, also inside quotes', () => {
    expect(parse('n,u,v\n\u3000a\u00a0,\t b ,1\n').rows).toEqual([['a', 'b', '1']]);
    expect(parse('n,u,v\n\u3000a\u00a0, " b " ,1\n').rows).toEqual([['a', 'b', '1']]);
  });

  test.each([
    ['a zero-width space', '\u200bNor\u200bth\u200b'],
    ['a byte order mark', 'Nor\ufeffth'],
    ['a word joiner', '"North\u2060"'],
  ])('parsing skips characters that nobody sees: %s', (_, cell) => {
    expect(parse(`n,u,v\n${cell},é,1\n`).rows).toEqual([['North', 'é', '1']]);
  });

  test('parsing writes a letter with its accent as one character', () => {
    expect(parse('n,u,v\nCafe\u0301,x,1\n').rows).toEqual([['Caf\u00e9', 'x', '1']]);
  });

  test('a file with only a header has no rows', () => {
    expect(parse('n,u,v').rows).toEqual([]);
    expect(parse('n,u,v\n,,\n').rows).toEqual([]);
  });

  test('parsing ignores a hundred thousand blank rows at the end', () => {
    expect(parse(`n,u,v\na,b,\n${',,\r\n'.repeat(100_000)}`).rows).toEqual([['a', 'b', '']]);
  });
});

describe('the line of a cell', () => {
  const source = 'n,u,v\n\n"a\nb","c\nd",1\nx,y,2\n';
  test('the line of a cell is where the cell begins, counting line breaks in the cells before it', () => {
    const { locate } = parse(source);
    expect([locate(0, 0), locate(0, 1), locate(0, 2), locate(1, 0)]).toEqual([
      { line: 3 },
      { line: 4 },
      { line: 5 },
      { line: 6 },
    ]);
  });

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('the line of a cell counts a line break inside quotes once, if lines end with %s', (_, end) => {
    const { locate } = parse(['n,u,v', '"b', 'b",%,1', '', 'a,%,x', 'c,%,2'].join(end));
    expect([locate(0, 0), locate(0, 1), locate(1, 0), locate(2, 2)]).toEqual([
      { line: 2 },
      { line: 3 },
      { line: 5 },
      { line: 6 },
    ]);
    expect(failure(['n,u,v', '"b', 'b",%,1', '"a"x,%,1', ''].join(end))).toMatchObject({ details: [{ line: 4 }] });
    expect(failure(['n,u,v', '"b', 'b",%,1', '"a,%,1', ''].join(end))).toMatchObject({ details: [{ line: 4 }] });
  });

  test.each([
    ['without quotes', 'n,u,v\n \t \n\na,b,1\n'],
    ['with quotes', 'n,u,v\n \t \n\n"a",b,1\n'],
    ['with CRLF line ends', 'n,u,v\r\n \t \r\n\r\na,b,1'],
  ])('the line of a cell counts lines of blanks in a file %s', (_, source) => {
    expect(parse(source).locate(0, 0)).toEqual({ line: 4 });
  });

  test('the line of a cell counts a line with sep=', () => {
    expect(parse(`sep=,\n${source}`).locate(1, 2)).toEqual({ line: 7 });
  });
});

describe('parsing a file', () => {
  test.each<[string, string, object]>([
    [
      'too few columns',
      'n,u\na,b\n',
      {
        code: 'TABLE_COLUMNS',
        details: [{ line: 1, message: expect.stringContaining('expected exactly 3: name, unit, value') }],
      },
    ],
    ['an empty file', '', { code: 'TABLE_COLUMNS', message: expect.stringContaining('the file is empty') }],
    [
      'rows of the wrong length, listing each',
      'n,u,v\na,b\nc,d,1\ne,f,2,3\n',
      { code: 'TABLE_COLUMNS', details: [{ line: 2 }, { line: 4 }] },
    ],
    [
      'an unclosed quote, naming the line where it opens',
      'n,u,v\na,b,1\n"c,d,2\ne,f,3\n',
      { code: 'SOURCE_INVALID', details: [{ line: 3 }] },
    ],
    ['text after a quote', 'n,u,v\na,"b"c,1\n', { code: 'SOURCE_INVALID', details: [{ line: 2 }] }],
    [
      'a NUL character',
      'n,u,v\na,\0,1\n',
      { code: 'SOURCE_INVALID', details: [{ line: 2, message: expect.stringContaining('NUL') }] },
    ],
    ['a lone carriage return', 'n,u,v\na,b\rc,1\n', { code: 'SOURCE_INVALID', details: [{ line: 2 }] }],
    [
      'more than 50 000 rows',
      `n,u,v\n${'a,b,1\n'.repeat(50_001)}`,
      { code: 'SOURCE_TOO_LARGE', details: [{ hint: expect.stringContaining('aggregate') }] },
    ],
  ])('parsing a file refuses %s', (_, source, expected) => {
    expect(failure(source)).toMatchObject(expected);
  });

  test('a file that ends above the line of its header is refused with that line', () => {
    const message = expect.stringContaining('there is no text from line 3 on, where the header should be');
    expect(failure('n,u,v\na,b,1\n', { header: 3 })).toMatchObject({ code: 'TABLE_COLUMNS', message });
  });

  test.each([
    ['in the header', `a,b\n${','.repeat(100_000)}\n`, { header: 2 }],
    ['in a row', `n,u,v\n${','.repeat(100_000)}x`, {}],
  ])('a record with more cells than any spreadsheet has is refused %s, quoted or not', (_, source, format) => {
    const expected = { code: 'SOURCE_TOO_LARGE', message: expect.stringContaining('line 2: the row has more than') };
    expect(failure(source, { delimiter: ',', ...format })).toMatchObject(expected);
    expect(failure(source.replace(',,,', ',"",'), { delimiter: ',', ...format })).toMatchObject(expected);
  });

  test('the cells of all rows together have no limit', () => {
    const [header, wide] = ['n', 'a'].map((cell) => `${`${cell},`.repeat(99)}a\n`) as [string, string];
    expect(parse(header + wide.repeat(10_999), {}, freeTable(text, text)).rows).toHaveLength(10_999);
  });

  test('a quote inside an unquoted cell is read as text', () => {
    expect(parse('n,u,v\n5" pipe,b"c,1\n').rows).toEqual([['5" pipe', 'b"c', '1']]);
  });

  test.each([
    ['lines of blanks', ' \t\n'],
    ['blank rows', ' , ,\n'],
  ])('no row of a file with 50 000 %s between its rows is silently cut off', (_, blank) => {
    const source = (quote: string) => `n,u,v\n${quote}a${quote},b,1\n${blank.repeat(50_000)}c,d,2\n`;
    const rowsIn = (quote: string) => {
      try {
        return parse(source(quote)).rows.filter((row) => row.some((cell) => cell !== ''));
      } catch (error) {
        return (error as WallfeedError).code;
      }
    };
    const all = [
      ['a', 'b', '1'],
      ['c', 'd', '2'],
    ];
    for (const quote of ['', '"']) expect([all, 'SOURCE_TOO_LARGE']).toContainEqual(rowsIn(quote));
  });

  test.each([';', '\t'])('the delimiter %j is found if lines of blanks precede the header', (mark) => {
    expect(parse([' ', '', 'n,u,v', 'a,b,1', ''].join('\n').replaceAll(',', mark)).rows).toEqual([['a', 'b', '1']]);
  });

  test('lines of blanks do not count as rows', () => {
    expect(parse(`n,u,v\n${'a,b,1\n \n'.repeat(30_000)}`).rows).toHaveLength(30_000);
  });

  test('a file may have 50 000 rows', () => {
    expect(parse(`n,u,v\n${'a,b,1\n'.repeat(50_000)}`).rows).toHaveLength(50_000);
  });
});
