import { describe, expect, test } from '@jest/globals';
import { parseCsv } from '../../../shared/csv/parse-csv.ts';
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
import type { TypingContext } from '../../../shared/tabular/type-cells.ts';
import { typeTables } from '../../../shared/tabular/type-tables.ts';
import { catchError } from '../../support/catch-error.ts';

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

describe('the cells of a file', () => {
  test('the cells of a file are typed by their column', () => {
    const allTypes = table({ a: text, b: number, c: numberOrText, d: list, e: numberList, f: time, g: freeText });
    expect(csv(allTypes, 'a,b,c,d,e,f,g\n007,"1,234.5",12.5%,x| y ||z,1|2.5,2026-01-01,12.50\n')).toEqual([
      { a: '007', b: 1234.5, c: '12.5%', d: ['x', 'y', '', 'z'], e: [1, 2.5], f: Date.UTC(2026, 0, 1), g: '12.50' },
    ]);
  });

  test('blank cells of a file are left out, empty or refused, depending on their column', () => {
    const definition = table({ a: text, b: optional(number), c: blankable(numberOrText) });
    expect(csv(definition, 'a,b,c\nx,,\n')).toEqual([{ a: 'x', c: '' }]);
    expect(catchError(() => csv(definition, 'a,b,c\n,1,2\n'))).toMatchObject({
      code: 'TABLE_CELL',
      details: [{ line: 2, column: 1, columnName: 'a', message: 'the cell is blank' }],
    });
  });

  test('all invalid cells of a file are reported, each with its text and what to do', () => {
    const { code, details } = catchError(() =>
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
  ])('the error for the cell %s has a hint that contains %s', (cell, hint) => {
    const { details } = catchError(() => csv(table({ n: number, t: text }), `n,t\n${cell},a\n`));
    expect(details).toMatchObject([{ hint: expect.stringContaining(hint) }]);
  });

  test('at most twenty invalid cells of a file are reported', () => {
    expect(catchError(() => csv(table({ n: number }), `n\n${'x\n'.repeat(30)}`)).details).toHaveLength(20);
  });
});

describe('the values of an SQL result', () => {
  test('the values of an SQL result keep their type, and become text in a text column', () => {
    const allTypes = table({ a: text, b: number, c: numberOrText, d: time, e: freeText, f: text });
    const origins: ColumnOrigin[] = ['number', 'number', 'number', 'timestamp', 'number', 'text'];
    expect(sql(allTypes, [[7, '12.50', '3.0', '2026-01-01 00:00:00.5', '12.50', 'true']], origins)).toEqual([
      { a: '7', b: 12.5, c: 3, d: Date.UTC(2026, 0, 1, 0, 0, 0, 500), e: 12.5, f: 'true' },
    ]);
  });

  test('times of an SQL result are in UTC if they are timestamps, and in the dashboard’s time zone if they are text', () => {
    const rows = [['2026-01-01 00:00:00', '2026-01-01 00:00:00']];
    const origins: ColumnOrigin[] = ['timestamp', 'text'];
    const definition = table({ a: time, b: time });
    const read: Table = { header: ['a', 'b'], rows, origins, locate: () => ({ row: 1 }) };
    expect(typeTables({ table: definition }, { table: read }, { timezone: 'Asia/Shanghai' }).table).toEqual([
      { a: Date.UTC(2026, 0, 1), b: Date.UTC(2025, 11, 31, 16) },
    ]);
  });

  test.each([
    ['they are not a number', number, Number.NaN],
    ['they are infinite', number, Number.POSITIVE_INFINITY],
    ['a time is in seconds', time, 1_700_000_000],
    ['a number is too small for a time', time, 5],
  ])('the values of an SQL result are refused if %s', (_, column, cell) => {
    expect(catchError(() => sql(table({ n: column }), [[cell]], ['number']))).toMatchObject({
      code: 'TABLE_CELL',
      details: [{ row: 1, column: 1, message: expect.stringContaining(`'${cell}'`) }],
    });
  });

  test('the values of an SQL result may be times in milliseconds, as integers or exact numbers', () => {
    expect(sql(table({ a: time, b: time }), [[1_700_000_000_000, '1700000000000.000']], ['number', 'number'])).toEqual([
      { a: 1_700_000_000_000, b: 1_700_000_000_000 },
    ]);
  });

  test('the values of an SQL result stay text in a number-or-text column if they are not finite numbers', () => {
    const definition = table({ a: numberOrText, b: numberOrText });
    expect(sql(definition, [[Number.NaN, 'Infinity']], ['number', 'number'])).toEqual([{ a: 'NaN', b: 'Infinity' }]);
  });

  test('an invalid value of an SQL result is reported by row and column', () => {
    expect(
      catchError(() =>
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

  test('an SQL result with another number of columns is refused', () => {
    expect(catchError(() => sql(table({ a: text, n: number }), [['x']], ['text']))).toMatchObject({
      code: 'TABLE_COLUMNS',
      message: expect.stringContaining('expected exactly 2: a, n'),
    });
  });
});

describe('a table with types', () => {
  test('the header of a free table becomes a row of labels with its own texts', () => {
    expect(csv(freeTable(text, number), 'product,"1,0",b\nx,1,2\n')).toEqual({
      header: ['product', '1,0', 'b'],
      rows: [['x', 1, 2]],
    });
  });

  test.each([['a,b\n'], ['a,b\n1,2\n3,4\n']])('a table with a wrong number of rows is refused: %j', (source) => {
    expect(catchError(() => csv(table({ a: number, b: number }, { rowCount: ONE_ROW }), source))).toMatchObject({
      code: 'TABLE_ROWS',
      details: [{ message: expect.stringContaining('expected exactly 1') }],
    });
  });

  test('a number of rows that applies to one reading is not required in another reading', () => {
    const definition = table({ a: number }, { rowCount: { ...ONE_ROW, reading: 'sample' } });
    expect(csv(definition, 'a\n1\n2\n', { timezone: 'UTC', reading: 'table' })).toHaveLength(2);
    expect(catchError(() => csv(definition, 'a\n1\n2\n', { timezone: 'UTC', reading: 'sample' })).code).toBe(
      'TABLE_ROWS',
    );
  });

  test('the error for one of several tables names the table', () => {
    const definitions = { nodes: table({ id: text }), links: table({ n: number }) };
    const nodes = parseCsv(Buffer.from('id\na\n'), {}, definitions.nodes);
    const links = parseCsv(Buffer.from('n\nx\n'), {}, definitions.links);
    expect(catchError(() => typeTables(definitions, { nodes, links }, UTC)).details).toMatchObject([
      { table: 'links', line: 2, column: 1 },
    ]);
  });
});

describe('typed tables', () => {
  const definition = table({ a: text, b: optional(number) });
  const source = parseCsv(Buffer.from('a,b\nx,\ny,1\n'), {}, definition);

  test('a row has no field for a cell that the component omits', () => {
    const { table: rows } = typeTables({ table: definition }, { table: source }, UTC);
    expect(rows).toStrictEqual([{ a: 'x' }, { a: 'y', b: 1 }]);
  });

  test('a table that was typed before with the same settings is not typed again', () => {
    const known: NonNullable<TypingContext['known']> = new WeakMap();
    const context = { ...UTC, known };
    const [first, second] = [1, 2].map(() => typeTables({ table: definition }, { table: source }, context).table);
    expect(second).toBe(first);
    expect(typeTables({ table: definition }, { table: source }, UTC).table).not.toBe(first);
  });
});

describe('the keys of a table', () => {
  test('the rule of complete pairs is named after the columns that form its keys', () => {
    const grid = { down: 'series', across: 'month', value: 'n' } as const;
    expect(completePairs(grid)).toMatchObject({
      name: 'completePairs(series, month)',
      keyedBy: ['series', 'month'],
    });
    expect(completePairs(grid, { within: 'group' })).toMatchObject({
      name: 'completePairs(group, series, month)',
      keyedBy: ['group', 'series', 'month'],
    });
  });

  const grid = { down: 'series', across: 'month', value: 'n' } as const;
  const pivoted = table({ series: text, month: text, n: number }, { keys: [completePairs(grid)] });

  test('the keys of a table must form all pairs, unless a fill completes them', () => {
    const source = 's,m,n\na,jan,1\na,feb,2\nb,feb,3\n';
    expect(catchError(() => csv(pivoted, source))).toMatchObject({
      code: 'TABLE_KEYS',
      details: [{ message: "no row has series 'b' with month 'jan'", hint: expect.stringContaining('options.fill') }],
    });
    expect(csv(pivoted, source, { timezone: 'UTC', options: { fill: 0 } })).toHaveLength(3);
  });

  test('the keys of a table must not repeat a pair, with a fill or without', () => {
    const source = 's,m,n\na,jan,1\na,jan,2\n';
    expect(catchError(() => csv(pivoted, source, { timezone: 'UTC', options: { fill: 0 } }))).toMatchObject({
      code: 'TABLE_KEYS',
      details: [{ line: 3, column: 2, message: expect.stringContaining('twice') }],
    });
  });

  test('the keys of a table are refused if a fill would make more pairs than memory holds', () => {
    const rows = Array.from({ length: 2000 }, (_, index) => `s${index},m${index},1\n`).join('');
    expect(catchError(() => csv(pivoted, `s,m,n\n${rows}`, { timezone: 'UTC', options: { fill: 0 } }))).toMatchObject({
      code: 'TABLE_KEYS',
      message: expect.stringContaining('2000 by 2000 keys make 4000000 pairs'),
    });
  });

  test('the keys of a table are refused if a repeated attribute differs within its group', () => {
    const definition = table({ legend: text, colour: text }, { keys: [agree('colour', { by: 'legend' })] });
    expect(csv(definition, 'l,c\na,#fff\nb,#000\na,#fff\n')).toHaveLength(3);
    expect(catchError(() => csv(definition, 'l,c\na,#fff\nb,#000\na,#000\n')).details).toMatchObject([
      { line: 4, column: 2, message: "colour is '#000', but '#fff' on the first row of legend 'a'" },
    ]);
  });

  test('the keys of a table may repeat an attribute that is a list or blank', () => {
    const definition = table(
      { id: number, header: list, scope: optional(number) },
      {
        keys: [agree('header', { by: 'id' }), agree('scope', { by: 'id' })],
      },
    );
    expect(csv(definition, 'i,h,s\n1,a|b,\n1,a | b,\n2,a,5\n')).toHaveLength(3);
    expect(catchError(() => csv(definition, 'i,h,s\n1,a|b,\n1,a|c,5\n')).details).toMatchObject([
      { line: 3, column: 2, message: "header is 'a|c', but 'a|b' on the first row of id 1" },
      { line: 3, column: 3, message: 'scope is 5, but blank on the first row of id 1' },
    ]);
  });

  describe('keys within groups', () => {
    const columns = { group: text, series: text, month: text, n: number };
    const own = table(columns, { keys: [completePairs(grid, { within: 'group' })] });
    const shared = table(columns, { keys: [completePairs(grid, { within: 'group', acrossOf: 'table' })] });

    test('keys within groups form a pivot of their own in each group', () => {
      expect(csv(own, 'g,s,m,n\nx,a,jan,1\ny,a,jan,1\ny,a,feb,2\n')).toHaveLength(3);
      expect(catchError(() => csv(own, 'g,s,m,n\nx,a,jan,1\ny,a,jan,1\ny,b,feb,2\n')).details).toMatchObject([
        { message: "no row has series 'a' with month 'feb' in group 'y'" },
        { message: "no row has series 'b' with month 'jan' in group 'y'" },
      ]);
    });

    test('a shape may require that every group of a table has a row for each key that occurs anywhere in the table', () => {
      expect(catchError(() => csv(shared, 'g,s,m,n\nx,a,jan,1\ny,a,jan,1\ny,a,feb,2\n')).details).toMatchObject([
        { message: "no row has series 'a' with month 'feb' in group 'x'" },
      ]);
    });

    test('keys within groups must not repeat a pair in one group', () => {
      const source = 'g,s,m,n\nx,a,jan,1\ny,a,jan,1\nx,a,jan,2\n';
      expect(catchError(() => csv(own, source, { timezone: 'UTC', options: { fill: 0 } })).details).toMatchObject([
        { line: 4, column: 3, message: "series 'a' with month 'jan' in group 'x' is in the table twice" },
      ]);
    });

    test('keys within groups are refused if the fills of all groups would make more pairs than memory holds', () => {
      const rows = Array.from({ length: 2000 }, (_, index) => `g${index % 2},s${index},m${index},1\n`).join('');
      expect(
        catchError(() => csv(own, `g,s,m,n\n${rows}`, { timezone: 'UTC', options: { fill: 0 } })).message,
      ).toContain('the keys of 2 groups make 2000000 pairs');
    });

    test('a shape may require the same value of a column on all rows with the same group and month', () => {
      const definition = table(columns, { keys: [agree('n', { by: ['group', 'month'] })] });
      expect(csv(definition, 'g,s,m,n\nx,a,jan,1\ny,a,jan,2\nx,b,jan,1\n')).toHaveLength(3);
      expect(catchError(() => csv(definition, 'g,s,m,n\nx,a,jan,1\nx,b,jan,2\n')).details).toMatchObject([
        { line: 3, column: 4, message: "n is 2, but 1 on the first row of group 'x', month 'jan'" },
      ]);
    });
  });

  test('the keys of a table must be unique if rows are looked up by key', () => {
    const definition = table({ id: text, n: number }, { keys: [uniqueKeys('id')] });
    expect(csv(definition, 'id,n\na,1\nb,1\n')).toHaveLength(2);
    expect(catchError(() => csv(definition, 'id,n\na,1\nb,1\na,2\n'))).toMatchObject({
      code: 'TABLE_KEYS',
      details: [{ line: 4, column: 1, message: "id 'a' is in the table twice" }],
    });
  });
});

test('columns without a name are one error, no matter what their number', () => {
  const definition = freeTable(optional(numberOrText), optional(numberOrText), { hasNames: true });
  const header = ['Shop', ...new Array<string>(251).fill('')].join();
  const { details } = catchError(() => csv(definition, `${header}\n${header}\n`));
  expect(details).toEqual([expect.objectContaining({ column: 2, message: 'column 2 and 250 more have no name' })]);
});
