import { describe, expect, test } from '@jest/globals';
import type { CsvRecord, RecordReader } from '../../../shared/csv/csv-record.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { findRows } from '../../../shared/sources/find-rows.ts';
import { openRows, readJsonRows } from '../../../shared/sources/json-rows.ts';
import { hintOfColumn } from '../../../shared/sources/row-cells.ts';
import type { Table } from '../../../shared/tabular/table.ts';

const DOCUMENT = {
  total: 2,
  data: {
    items: [
      { name: 'East', amount: 7.5, paid: true, user: { name: 'Li', tags: ['a', 'b'] } },
      { name: 'West', note: null },
    ],
    pages: [{ rows: [['x', 1]] }],
  },
};

const everything: RecordReader<Table> = {
  fits: () => true,
  create: () => {
    const texts: string[][] = [];
    const textsOf = (record: CsvRecord) => Array.from({ length: record.length }, (_, column) => record.text(column));
    return {
      header: (record) => void texts.push(textsOf(record)),
      row: (record) => {
        if (record.text(1) === 'wrong') {
          const details = [{ line: record.line, column: 2, columnName: 'amount', message: "'wrong' is not a number" }];
          throw new WallfeedError('TABLE_CELL', 'wrong', details);
        }
        return texts.push(textsOf(record)) > 0;
      },
      finish: () => {
        const [header = [], ...rows] = texts;
        const locate = (row: number, column: number) => ({ line: row + 1, columnName: header[column] ?? '' });
        return { header, rows, locate };
      },
    };
  },
};

const readRows = (document: unknown, rows: string, reader: RecordReader<Table>): Table =>
  readJsonRows(findRows(document, rows), { key: 'a.json', rows }, reader);

const faultOf = (read: () => unknown): WallfeedError => {
  try {
    read();
  } catch (error) {
    return error as WallfeedError;
  }
  throw new Error('nothing was refused');
};

describe('rows of a document', () => {
  test('rows of a document are found by a dotted path, and maps inside the rows are flattened', () => {
    const { header, rows, locate } = readRows(DOCUMENT, 'data.items', everything);
    expect(header).toEqual(['name', 'amount', 'paid', 'user.name', 'user.tags', 'note']);
    expect(rows).toEqual([
      ['East', '7.5', 'true', 'Li', 'a|b', ''],
      ['West', '', '', '', '', ''],
    ]);
    expect(locate(1, 3)).toMatchObject({ path: 'data.items[1].user.name', column: undefined });
  });

  test('rows of a document may be lists, whose columns are named by their positions', () => {
    expect(readRows(DOCUMENT, 'data.pages.0.rows', everything)).toMatchObject({
      header: ['1', '2'],
      rows: [['x', '1']],
    });
  });

  test('rows of a document may be the document itself', () => {
    expect(readRows([{ a: 1 }], '', everything)).toMatchObject({ header: ['a'], rows: [['1']] });
  });

  test('a number of more than 15 digits in a row of a document is not read as a plain number, because digits could be lost', () => {
    const collected: number[] = [];
    const numbers: RecordReader<Table> = {
      fits: () => true,
      create: () => ({
        header: () => undefined,
        row: (record) => collected.push(record.plainNumber(0)) > 0,
        finish: () => ({ header: [], rows: [], locate: () => ({}) }),
      }),
    };
    readRows([{ id: '123456789012345' }, { id: '9007199254740993' }], '', numbers);
    expect(collected).toEqual([123456789012345, Number.NaN]);
  });

  test('errors in rows of a document have the path of a cell in place of a line', () => {
    const items = [
      { name: 'East', amount: 1 },
      { name: 'West', amount: 'wrong' },
    ];
    expect(faultOf(() => readRows({ data: items }, 'data', everything))).toMatchObject({
      code: 'TABLE_CELL',
      message: "The rows of the document do not fit: data[1].amount 'wrong' is not a number.",
      details: [{ path: 'data[1].amount', message: "'wrong' is not a number" }],
    });
  });
});

describe('a path that leads to no rows', () => {
  test.each([
    ['data.itms', { path: 'data', message: 'has no itms', hint: 'did you mean items? the keys are items, pages' }],
    ['items', { path: '', message: 'has no items', hint: 'the keys are total, data' }],
    ['total.items', { path: 'total', message: 'is a number, so it has no items' }],
    ['data', { path: 'data', message: 'is a map, not a list of rows', hint: 'its lists are items, pages' }],
    ['data.pages.1.rows', { path: 'data.pages', message: 'is a list, so it has no 1' }],
    ['data.items.length', { path: 'data.items', message: 'is a list, so it has no length' }],
    ['constructor', { path: '', message: 'has no constructor' }],
    ['total', { path: 'total', message: 'is a number, not a list of rows' }],
  ])('a path such as %s, which leads to no rows, is refused with a hint of what exists', (path, detail) => {
    expect(faultOf(() => findRows(DOCUMENT, path))).toMatchObject({ code: 'SOURCE_INVALID', details: [detail] });
  });

  test('the error for a path that the document lacks says so in a sentence', () => {
    expect(faultOf(() => findRows(DOCUMENT, 'items')).message).toBe(
      'The rows were not found: the document has no items.',
    );
  });

  test('rows that are neither maps nor lists are refused', () => {
    const { details } = faultOf(() => readRows({ a: [{}, 7] }, 'a', everything));
    expect(details).toMatchObject([{ path: 'a[1]', message: 'is a number, not a row' }]);
  });
});

describe('a number that loses digits in a document of rows', () => {
  const readText = (text: string, key = 'a.json'): Table =>
    readJsonRows(openRows(Buffer.from(text), { key, rows: '' }), { key, rows: '' }, everything);

  test('a number that loses digits is a cell with all its digits, in a document and in a file of lines', () => {
    const text = '{"id": 1234567890123456789, "deep": {"ids": [9007199254740993, 1.50]}, "n": 1.50}';
    const rows = [['1234567890123456789', '9007199254740993|1.5', '1.5']];
    expect(readText(`[${text}]`).rows).toEqual(rows);
    expect(readText(text, 'a.ndjson').rows).toEqual(rows);
  });

  test('a syntax error beside such a number is reported with its place', () => {
    const { code, details } = faultOf(() => readText('[{"id": 1234567890123456789}, :]'));
    expect([code, details[0]]).toEqual(['SOURCE_INVALID', expect.objectContaining({ line: 1 })]);
  });
});

describe('values that are nested too deep', () => {
  const nest = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const read = (text: string, key = 'a.json') => openRows(Buffer.from(text), { key, rows: '' });

  test('values in 500 lists and maps are read, and deeper ones are refused with their place', () => {
    expect(read(`[${nest(499)}]`).rows).toHaveLength(1);
    const { code, details } = faultOf(() => read(`[\n{"Region": "é]}", "other": ${nest(6_000)}}]`));
    expect([code, details]).toEqual([
      'SOURCE_INVALID',
      [
        {
          line: 2,
          column: 2_518,
          message: 'the values are nested more than 500 deep',
          hint: 'leave the nested part out of the file, or write it as a text',
        },
      ],
    ]);
  });

  test('brackets in texts and on other lines of a file of lines do not count', () => {
    expect(read(JSON.stringify([{ a: '['.repeat(600), b: '\\"['.repeat(600) }])).rows).toHaveLength(1);
    expect(faultOf(() => read('{"a": [[\n'.repeat(300), 'a.ndjson')).details[0]).toMatchObject({ line: 1 });
    expect(faultOf(() => read('[{"a": 1,\n'.repeat(300))).details[0]?.message).not.toMatch(/nested/);
  });
});

describe('odd lists of rows', () => {
  const read = (text: string, rows = '') => openRows(Buffer.from(text), { key: 'a.json', rows });

  test('an empty list is a map without entries, as PHP writes it, and other lists are no maps', () => {
    expect(read('{"sites": []}', 'sites.*').rows).toEqual([]);
    expect(faultOf(() => read('{"sites": [1]}', 'sites.*')).details[0]?.message).toBe('is a list, not a map');
    const found = read('[{"a": 1, "of": []}, {"a": 2, "of": {"x": 3}}]');
    expect(readJsonRows(found, { key: 'a.json', rows: '', unnest: 'of.*' }, everything).rows).toEqual([
      ['2', '3', 'x'],
    ]);
  });

  test('a list of values says how they become rows', () => {
    const { details } = faultOf(() => readJsonRows(read('[1, 2]'), { key: 'a.json', rows: '' }, everything));
    expect(details[0]).toMatchObject({ path: '[0]', hint: expect.stringContaining('{ "value": 7 }') });
  });

  test('a first list with the names of columns is named in the hint', () => {
    const { rows } = read('[["Region", "Amount"], ["East", 7]]');
    expect(hintOfColumn('Amount', rows)).toContain("write '2' for this column");
    expect(hintOfColumn('Other', rows)).toBeUndefined();
  });

  test('text that is neither UTF-8 nor Chinese is refused, and no key is named that JSON does not have', () => {
    const western = Buffer.from('[{"name": "M\xfcller"}]', 'latin1');
    expect(faultOf(() => openRows(western, { key: 'a.json', rows: '' })).details).toEqual([
      expect.objectContaining({ hint: 'save the file as UTF-8' }),
    ]);
  });
});
