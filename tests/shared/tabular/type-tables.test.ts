import { describe, expect, test } from '@jest/globals';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
import { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import {
  blankable,
  freeText,
  list,
  number,
  numberList,
  numberOrText,
  optional,
  text,
  time,
} from '../../../shared/tabular/column.ts';
import { freeTable, ONE_ROW, type TableDefinition, table } from '../../../shared/tabular/define-table.ts';
import { agree, completePairs, uniqueKeys } from '../../../shared/tabular/key-checks.ts';
import type { ColumnOrigin, Table } from '../../../shared/tabular/table.ts';
import { type TypingContext, typeTables } from '../../../shared/tabular/type-tables.ts';

const UTC: TypingContext = { timezone: 'UTC' };

const csv = (definition: TableDefinition, source: string, context = UTC) =>
  typeTables({ table: definition }, { table: parseCsv(Buffer.from(source), {}, definition) }, context).table;

const sql = (definition: TableDefinition, rows: Table['rows'], origins: readonly ColumnOrigin[]) => {
  const header = origins.map((_, index) => `c${index + 1}`);
  return typeTables(
    { table: definition },
    { table: { header, rows, origins, locate: (row) => ({ row: row + 1 }) } },
    UTC,
  ).table;
};

const failure = (run: () => unknown): WallfeedError => {
  try {
    run();
  } catch (error) {
    if (error instanceof WallfeedError) return error;
    throw error;
  }
  throw new Error('it was accepted');
};

describe('cells of a file', () => {
  test('are typed by their column', () => {
    const all = table({ a: text, b: number, c: numberOrText, d: list, e: numberList, f: time, g: freeText });
    expect(csv(all, 'a,b,c,d,e,f,g\n007,"1,234.5",12.5%,x| y ||z,1|2.5,2026-01-01,12.50\n')).toEqual([
      { a: '007', b: 1234.5, c: '12.5%', d: ['x', 'y', '', 'z'], e: [1, 2.5], f: Date.UTC(2026, 0, 1), g: '12.50' },
    ]);
  });

  test('that are blank are left out, empty or refused', () => {
    const definition = table({ a: text, b: optional(number), c: blankable(numberOrText) });
    expect(csv(definition, 'a,b,c\nx,,\n')).toEqual([{ a: 'x', c: '' }]);
    expect(failure(() => csv(definition, 'a,b,c\n,1,2\n'))).toMatchObject({
      code: 'TABLE_CELL',
      details: [{ line: 2, column: 1, columnName: 'a', message: 'the cell is blank' }],
    });
  });

  test('that are wrong are all told, with what was found and what to do', () => {
    const { code, details } = failure(() =>
      csv(table({ n: number, t: time, l: numberList }), 'n,t,l\n"1,5",noon,1|x\n0x1,2026-01-01,1\n'),
    );
    expect(code).toBe('TABLE_CELL');
    expect(details).toMatchObject([
      { line: 2, column: 1, message: "'1,5' is not a number", hint: expect.stringContaining("decimal: ','") },
      { line: 2, column: 2, message: "'noon' is not a time" },
      { line: 2, column: 3, message: expect.stringContaining("'x'") },
      { line: 3, column: 1, message: "'0x1' is not a number" },
    ]);
  });

  test.each([
    ['"1,234e3"', '1234e3'],
    ['"-12,345,678E+2"', '1234e3'],
    ['1.234.567e3', '1234e3'],
    ['"1,5e3"', "decimal: ','"],
    ['"1,2345e3"', "decimal: ','"],
  ])('of %s, the hint is %s', (cell, hint) => {
    const { details } = failure(() => csv(table({ n: number, t: text }), `n,t\n${cell},a\n`));
    expect(details).toMatchObject([{ hint: expect.stringContaining(hint) }]);
  });

  test('no more than twenty are told', () => {
    expect(failure(() => csv(table({ n: number }), `n\n${'x\n'.repeat(30)}`)).details).toHaveLength(20);
  });
});

describe('values of an SQL result', () => {
  test('keep their type, and any type in a text column is its text', () => {
    const all = table({ a: text, b: number, c: numberOrText, d: time, e: freeText, f: text });
    const origins: ColumnOrigin[] = ['number', 'number', 'number', 'timestamp', 'number', 'text'];
    expect(sql(all, [[7, '12.50', '3.0', '2026-01-01 00:00:00.5', '12.50', 'true']], origins)).toEqual([
      { a: '7', b: 12.5, c: 3, d: Date.UTC(2026, 0, 1, 0, 0, 0, 500), e: 12.5, f: 'true' },
    ]);
  });

  test('timestamps are UTC whatever the dashboard’s zone; other text is read in it', () => {
    const rows = [['2026-01-01 00:00:00', '2026-01-01 00:00:00']];
    const origins: ColumnOrigin[] = ['timestamp', 'text'];
    const definition = table({ a: time, b: time });
    const read: Table = { header: ['a', 'b'], rows, origins, locate: () => ({ row: 1 }) };
    expect(typeTables({ table: definition }, { table: read }, { timezone: 'Asia/Shanghai' }).table).toEqual([
      { a: Date.UTC(2026, 0, 1), b: Date.UTC(2025, 11, 31, 16) },
    ]);
  });

  test.each([
    ['NaN', number, Number.NaN],
    ['an infinity', number, Number.POSITIVE_INFINITY],
    ['seconds', time, 1_700_000_000],
    ['a number that is no time', time, 5],
  ])('%s is refused', (_, column, cell) => {
    expect(failure(() => sql(table({ n: column }), [[cell]], ['number']))).toMatchObject({
      code: 'TABLE_CELL',
      details: [{ row: 1, column: 1, message: expect.stringContaining(`'${cell}'`) }],
    });
  });

  test('milliseconds are a time, exact numbers too', () => {
    expect(sql(table({ a: time, b: time }), [[1_700_000_000_000, '1700000000000.000']], ['number', 'number'])).toEqual([
      { a: 1_700_000_000_000, b: 1_700_000_000_000 },
    ]);
  });

  test('what is no finite number stays text beside numbers', () => {
    const definition = table({ a: numberOrText, b: numberOrText });
    expect(sql(definition, [[Number.NaN, 'Infinity']], ['number', 'number'])).toEqual([{ a: 'NaN', b: 'Infinity' }]);
  });

  test('are told by row and column', () => {
    expect(
      failure(() =>
        sql(
          table({ a: text, n: number }),
          [
            ['x', 1],
            ['y', null],
          ],
          ['text', 'number'],
        ),
      ).details,
    ).toMatchObject([{ row: 2, column: 2, columnName: 'c2', message: 'the cell is blank' }]);
  });

  test('a result of another number of columns is refused', () => {
    expect(failure(() => sql(table({ a: text, n: number }), [['x']], ['text']))).toMatchObject({
      code: 'TABLE_COLUMNS',
      message: expect.stringContaining('expected exactly 2: a, n'),
    });
  });
});

describe('tables', () => {
  test('a free table keeps its header as data', () => {
    expect(csv(freeTable(text, number), 'product,"1,0",b\nx,1,2\n')).toEqual({
      header: ['product', '1,0', 'b'],
      rows: [['x', 1, 2]],
    });
  });

  test.each([['a,b\n'], ['a,b\n1,2\n3,4\n']])('another number of rows than asked for is refused', (source) => {
    expect(failure(() => csv(table({ a: number, b: number }, { rowCount: ONE_ROW }), source))).toMatchObject({
      code: 'TABLE_ROWS',
      details: [{ message: expect.stringContaining('expected exactly 1') }],
    });
  });

  test('a number of rows may hold in one reading only', () => {
    const definition = table({ a: number }, { rowCount: { ...ONE_ROW, reading: 'sample' } });
    expect(csv(definition, 'a\n1\n2\n', { timezone: 'UTC', reading: 'table' })).toHaveLength(2);
    expect(failure(() => csv(definition, 'a\n1\n2\n', { timezone: 'UTC', reading: 'sample' })).code).toBe('TABLE_ROWS');
  });

  test('of several tables the one with the fault is named', () => {
    const definitions = { nodes: table({ id: text }), links: table({ n: number }) };
    const nodes = parseCsv(Buffer.from('id\na\n'), {}, definitions.nodes);
    const links = parseCsv(Buffer.from('n\nx\n'), {}, definitions.links);
    expect(failure(() => typeTables(definitions, { nodes, links }, UTC)).details).toMatchObject([
      { table: 'links', line: 2, column: 1 },
    ]);
  });
});

describe('keys', () => {
  const grid = { down: 'series', across: 'month', value: 'n' } as const;
  const pivoted = table({ series: text, month: text, n: number }, { keys: [completePairs(grid)] });

  test('a missing pair is named, unless a fill stands in', () => {
    const source = 's,m,n\na,jan,1\na,feb,2\nb,feb,3\n';
    expect(failure(() => csv(pivoted, source))).toMatchObject({
      code: 'TABLE_KEYS',
      details: [{ message: "no row has series 'b' with month 'jan'", hint: expect.stringContaining('options.fill') }],
    });
    expect(csv(pivoted, source, { timezone: 'UTC', options: { fill: 0 } })).toHaveLength(3);
  });

  test('a pair given twice is refused, with a fill too', () => {
    const source = 's,m,n\na,jan,1\na,jan,2\n';
    expect(failure(() => csv(pivoted, source, { timezone: 'UTC', options: { fill: 0 } }))).toMatchObject({
      code: 'TABLE_KEYS',
      details: [{ line: 3, column: 2, message: expect.stringContaining('twice') }],
    });
  });

  test('a fill does not make more pairs than memory holds', () => {
    const rows = Array.from({ length: 2000 }, (_, index) => `s${index},m${index},1\n`).join('');
    expect(failure(() => csv(pivoted, `s,m,n\n${rows}`, { timezone: 'UTC', options: { fill: 0 } }))).toMatchObject({
      code: 'TABLE_KEYS',
      message: expect.stringContaining('2000 by 2000 keys make 4000000 pairs'),
    });
  });

  test('a repeated attribute agrees within its group', () => {
    const definition = table({ legend: text, colour: text }, { keys: [agree('colour', { by: 'legend' })] });
    expect(csv(definition, 'l,c\na,#fff\nb,#000\na,#fff\n')).toHaveLength(3);
    expect(failure(() => csv(definition, 'l,c\na,#fff\nb,#000\na,#000\n')).details).toMatchObject([
      { line: 4, column: 2, message: "colour is '#000', but '#fff' on the first row of legend 'a'" },
    ]);
  });

  test('a repeated attribute may be a list or blank', () => {
    const definition = table(
      { id: number, header: list, scope: optional(number) },
      {
        keys: [agree('header', { by: 'id' }), agree('scope', { by: 'id' })],
      },
    );
    expect(csv(definition, 'i,h,s\n1,a|b,\n1,a | b,\n2,a,5\n')).toHaveLength(3);
    expect(failure(() => csv(definition, 'i,h,s\n1,a|b,\n1,a|c,5\n')).details).toMatchObject([
      { line: 3, column: 2, message: "header is 'a|c', but 'a|b' on the first row of id 1" },
      { line: 3, column: 3, message: 'scope is 5, but blank on the first row of id 1' },
    ]);
  });

  describe('within groups', () => {
    const columns = { group: text, series: text, month: text, n: number };
    const own = table(columns, { keys: [completePairs(grid, { within: 'group' })] });
    const shared = table(columns, { keys: [completePairs(grid, { within: 'group', acrossOf: 'table' })] });

    test('each group is a pivot of its own', () => {
      expect(csv(own, 'g,s,m,n\nx,a,jan,1\ny,a,jan,1\ny,a,feb,2\n')).toHaveLength(3);
      expect(failure(() => csv(own, 'g,s,m,n\nx,a,jan,1\ny,a,jan,1\ny,b,feb,2\n')).details).toMatchObject([
        { message: "no row has series 'a' with month 'feb' in group 'y'" },
        { message: "no row has series 'b' with month 'jan' in group 'y'" },
      ]);
    });

    test('the keys across may be those of the whole table', () => {
      expect(failure(() => csv(shared, 'g,s,m,n\nx,a,jan,1\ny,a,jan,1\ny,a,feb,2\n')).details).toMatchObject([
        { message: "no row has series 'a' with month 'feb' in group 'x'" },
      ]);
    });

    test('a pair given twice in one group is refused', () => {
      const source = 'g,s,m,n\nx,a,jan,1\ny,a,jan,1\nx,a,jan,2\n';
      expect(failure(() => csv(own, source, { timezone: 'UTC', options: { fill: 0 } })).details).toMatchObject([
        { line: 4, column: 3, message: "series 'a' with month 'jan' in group 'x' stands in the table twice" },
      ]);
    });

    test('a fill does not make more pairs of all groups than memory holds', () => {
      const rows = Array.from({ length: 2000 }, (_, index) => `g${index % 2},s${index},m${index},1\n`).join('');
      expect(failure(() => csv(own, `g,s,m,n\n${rows}`, { timezone: 'UTC', options: { fill: 0 } })).message).toContain(
        'the keys of 2 groups make 2000000 pairs',
      );
    });

    test('an attribute may repeat within several columns', () => {
      const definition = table(columns, { keys: [agree('n', { by: ['group', 'month'] })] });
      expect(csv(definition, 'g,s,m,n\nx,a,jan,1\ny,a,jan,2\nx,b,jan,1\n')).toHaveLength(3);
      expect(failure(() => csv(definition, 'g,s,m,n\nx,a,jan,1\nx,b,jan,2\n')).details).toMatchObject([
        { line: 3, column: 4, message: "n is 2, but 1 on the first row of group 'x', month 'jan'" },
      ]);
    });
  });

  test('a key that rows are looked up by stands once', () => {
    const definition = table({ id: text, n: number }, { keys: [uniqueKeys('id')] });
    expect(csv(definition, 'id,n\na,1\nb,1\n')).toHaveLength(2);
    expect(failure(() => csv(definition, 'id,n\na,1\nb,1\na,2\n'))).toMatchObject({
      code: 'TABLE_KEYS',
      details: [{ line: 4, column: 1, message: "id 'a' stands in the table twice" }],
    });
  });
});
