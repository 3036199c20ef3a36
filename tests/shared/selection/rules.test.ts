import { describe, expect, test } from '@jest/globals';
import { CELL_AGGREGATES } from '../../../shared/config/selection-words.ts';
import { type FeedOptions, NOW, select } from '../../support/folders/feed-selection.ts';

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

/** A component with a free table. Plain numbers in the table become Numbers. */
const FREE = 'Scripted Chart A';
/** A component with a free table that shows texts unchanged. */
const LIST = 'Paging List';
/** A component with the columns name (text) and value (number). */
const PAIRS = 'Map';
/** A component with the columns series (text), x (time) and y (number). */
const TIMES = 'Line Chart 2';

const rowsOf = async (component: string, keys: string, csv: string, options?: FeedOptions) =>
  (await select(component, keys, csv, options)).rows;

const at = (text: string): number => Date.parse(text);

describe('the window of a selection', () => {
  const csv = lines(
    'at,n',
    '2026-11-21 11:00:00,1',
    '2026-11-21 11:00:00.001,2',
    '2026-11-21 12:00:00,3',
    '2026-11-21 12:00:00.001,4',
    '2026-11-21 00:00:00,5',
    '2026-11-20 23:59:59.999,6',
    ',7',
    '2026-11-21,8',
  );
  const numbersIn = async (window: string, options?: FeedOptions) =>
    (await rowsOf(FREE, `window: ${window}, columns: { n: n }`, csv, options)).flat();

  test('the window of a selection excludes its first moment and includes its last', async () => {
    expect(await numbersIn('at')).toEqual([2, 3]);
  });

  test('the window of a selection may have a fixed length', async () => {
    expect(await numbersIn('{ of: at, last: 3600001ms }')).toEqual([1, 2, 3]);
  });

  test('the window of today begins at midnight of the zone, inclusive', async () => {
    expect(await numbersIn('{ of: at, last: today }')).toEqual([1, 2, 3, 5, 8]);
    const early = lines('at,n', '2026-11-20T15:59:59.999Z,1', '2026-11-20T16:00:00Z,2', '2026-11-21T13:00:00Z,3');
    const keys = 'window: { of: at, last: today }, columns: { n: n }';
    expect(await rowsOf(FREE, keys, early, { timezone: 'Asia/Shanghai' })).toEqual([[2]]);
  });

  test('the window of today begins at one o’clock if the clock skips midnight', async () => {
    const csv = lines('at,n', '2018-11-03 23:59:59,1', '2018-11-04 01:00:00,2');
    const request = { currentTime: at('2018-11-04T12:00:00Z'), timePeriod: 1 };
    const keys = 'window: { of: at, last: today }, columns: { n: n }';
    expect(await rowsOf(FREE, keys, csv, { request, timezone: 'America/Sao_Paulo' })).toEqual([[2]]);
  });

  test('the window of a selection may bound the time period of a request', async () => {
    const request = { currentTime: NOW, timePeriod: 5_000_000 };
    expect(await numbersIn('{ of: at, atMost: 60m }', { request })).toEqual([2, 3]);
    expect(await numbersIn('{ of: at, atMost: 60m }', { request: { currentTime: NOW, timePeriod: 30 } })).toEqual([3]);
  });

  test('the window of a selection may last a fraction of a minute', async () => {
    expect(await numbersIn('at', { request: { currentTime: NOW, timePeriod: 59.99 } })).toEqual([3]);
  });
});

describe('the groups of a selection', () => {
  test('the groups of a selection compare numbers by value and texts as they are', async () => {
    const csv = lines('k,n', '7,1', '7.0,2', '7,4');
    expect(await rowsOf(FREE, 'columns: { k: k, n: { sum: n } }', csv)).toEqual([[7, 7]]);
    expect(await rowsOf(PAIRS, 'columns: { name: k, value: { sum: n } }', csv)).toEqual([
      ['7', 5],
      ['7.0', 2],
    ]);
    expect(await rowsOf(LIST, 'columns: { k: k, n: { sum: n } }', csv)).toEqual([
      ['7', 5],
      ['7.0', 2],
    ]);
  });

  test('the groups of a selection do not depend on constants and palettes', async () => {
    const csv = lines('n', '1', '2');
    const keys = 'columns: { a: { constant: x }, b: { palette: [p, q] }, n: { sum: n } }';
    expect(await rowsOf(FREE, keys, csv)).toEqual([['x', 'p', 3]]);
  });

  test('the groups of a selection are one row if all columns are aggregates, even for a file without rows', async () => {
    const keys =
      'columns: { s: { sum: n }, c: { count: rows }, d: { distinct: n }, a: { average: n }, m: { max: n }, l: { last: n }, p: { percent: rows, where: { n: 1 } } }';
    expect(await rowsOf(FREE, keys, 'n\n')).toEqual([[0, 0, 0, null, null, null, null]]);
  });

  test('a file without rows has no groups', async () => {
    expect(await rowsOf(FREE, 'columns: { k: k, s: { sum: n } }', 'k,n\n')).toEqual([]);
  });

  test('the groups of a selection may have blank keys if the column may be blank', async () => {
    const csv = lines('k,u,n', 'a,,1', 'a,,2', 'a,x,4');
    const keys = 'columns: { name: k, unit: u, value: { sum: n } }';
    expect(await rowsOf('Core Metrics', keys, csv)).toEqual([
      ['a', null, 3, null],
      ['a', 'x', 4, null],
    ]);
  });

  test('the groups of several columns keep the order of first appearance', async () => {
    const csv = lines('a,b,n', 'x,1,1', 'y,1,2', 'x,2,4', 'y,1,8', 'x,1,16');
    expect(await rowsOf(LIST, 'columns: { a: a, b: b, n: { sum: n } }', csv)).toEqual([
      ['x', '1', 17],
      ['y', '1', 10],
      ['x', '2', 4],
    ]);
  });
});

describe('the aggregates of a selection', () => {
  const csv = lines('g,n,t', 'a,1,x', 'a,,', 'a,3,y', 'a,"1,200.50",x', 'b,,');
  const aggregate = async (source: string, component = FREE) =>
    (await rowsOf(component, `columns: { g: g, v: ${source} }`, csv)).map(([, value]) => value);

  const VALUES: readonly (readonly [source: string, values: readonly unknown[]])[] = [
    ['{ sum: n }', [1204.5, 0]],
    ['{ average: n }', [401.5, null]],
    ['{ min: n }', [1, null]],
    ['{ max: n }', [1200.5, null]],
    ['{ median: n }', [3, null]],
    ['{ deviation: n }', [691.955020214, null]],
    ['{ first: t }', ['x', null]],
    ['{ last: t }', ['x', null]],
    ['{ last: t, where: { t: y } }', ['y', null]],
    ['{ distinct: t }', [2, 0]],
    ['{ collect: t }', ['x|y|x', null]],
    ['{ count: rows }', [4, 1]],
    ['{ count: rows, where: { n: { above: 1 } } }', [2, 0]],
    ['{ percent: rows, where: { t: x } }', [50, 0]],
    ['{ sum: n, where: { t: y } }', [3, 0]],
  ];

  test('the cases of the aggregates contain each of them', () => {
    const missing = CELL_AGGREGATES.filter((word) => !VALUES.some(([source]) => source.startsWith(`{ ${word}: `)));
    expect(missing.map((word) => `add the values of \`${word}\` to VALUES of rules.test.ts`)).toEqual([]);
  });

  test.each(VALUES)('the aggregates of a selection skip blank cells: %s', async (source, values) => {
    expect(await aggregate(source)).toEqual(values);
  });

  test('the aggregates of a selection are decimal text in a text column', async () => {
    const rows = await rowsOf('Alarm Information', 'columns: { name: g, value: { sum: n } }, limit: 1', csv, {
      more: ", options: { color: '#fff', title: t }",
    } as FeedOptions);
    expect(rows).toEqual([['a', '1204.5']]);
  });

  test('the aggregates of a selection have 12 significant digits, and add decimals exactly', async () => {
    const sums = lines('n', '0.1', '0.2', '-0.3');
    expect(await rowsOf(FREE, 'columns: { v: { sum: n } }', sums)).toEqual([[0]]);
    expect(await rowsOf(FREE, 'columns: { v: { sum: n } }', lines('n', '0.1', '0.2'))).toEqual([[0.3]]);
    expect(await rowsOf(FREE, 'columns: { v: { average: n } }', lines('n', '1', '1', '2'))).toEqual([[1.33333333333]]);
  });

  test('an aggregate may be the percentage of two sums with the same condition', async () => {
    const calls = lines('e,r,s', '1,10,a', '2,20,a', '50,50,b', ',5,a', '0,,a');
    const keys = 'columns: { v: { percent: e, of: r, where: { s: a } }, w: { percent: e, of: r, where: { s: none } } }';
    expect(await rowsOf(FREE, keys, calls)).toEqual([[8.57142857143, null]]);
  });

  test('an aggregate may name a column called rows by its position', async () => {
    const calls = lines('rows,all', '1,4', '1,4');
    expect(await rowsOf(FREE, 'columns: { v: { percent: 1, of: all }, c: { count: rows } }', calls)).toEqual([[25, 2]]);
  });

  test('the aggregate last takes the last row by a named column, by the time of the window, or else by line', async () => {
    const times = lines(
      'at,changed,v',
      '2026-11-21 11:30,2026-11-01,a',
      '2026-11-21 11:40,2026-11-03,b',
      '2026-11-21 11:40,2026-11-02,c',
      '2026-11-21 11:20,,d',
    );
    const columns =
      'columns: { l: { last: v }, f: { first: v }, lb: { last: v, by: changed }, fb: { first: v, by: changed } }';
    expect(await rowsOf(FREE, `window: at, ${columns}`, times)).toEqual([['c', 'd', 'b', 'a']]);
    expect(await rowsOf(FREE, columns, times)).toEqual([['d', 'a', 'b', 'a']]);
  });

  test('of two equal times, the aggregate first takes the earlier line', async () => {
    const times = lines('at,v', '2026-11-21 11:40,a', '2026-11-21 11:30,b', '2026-11-21 11:30,c');
    expect(await rowsOf(FREE, 'window: at, columns: { f: { first: v }, l: { last: v } }', times)).toEqual([['b', 'a']]);
  });

  test('the aggregates of a selection are times in a time column', async () => {
    const times = lines('k,at', 'a,2026-11-21 11:40', 'a,2026-11-21 11:30');
    const keys = 'columns: { series: k, x: { max: at }, y: { count: rows } }';
    expect(await rowsOf(TIMES, keys, times)).toEqual([['a', at('2026-11-21T11:40Z'), 2, null, null]]);
  });
});

describe('the row for the rest of the groups', () => {
  const csv = lines('k,t,n,e', 'a,p,9,1', 'b,p,5,1', 'c,q,3,1', 'd,p,2,1', 'c,q,1,3', 'd,r,1,1');
  const top = (columns: string, more: string) => rowsOf(FREE, `columns: { ${columns} }, sort: -n, ${more}`, csv);

  test('the row for the rest is the last row within the limit, and is computed from the rows of all groups that the limit leaves out', async () => {
    const columns = 'k: k, n: { sum: n }, a: { average: n }, d: { distinct: t }, c: { collect: n }, r: { count: rows }';
    expect(await top(columns, 'limit: 3, rest: Others')).toEqual([
      ['a', 9, 9, 1, 9, 1],
      ['b', 5, 5, 1, 5, 1],
      ['Others', 7, 1.75, 3, '3|2|1|1', 4],
    ]);
  });

  test('the row for the rest is absent if there are no more groups than the limit', async () => {
    expect(await top('k: k, n: { sum: n }', 'limit: 4, rest: Others')).toEqual([
      ['a', 9],
      ['b', 5],
      ['c', 4],
      ['d', 3],
    ]);
  });

  test('maps, constants and palettes also apply to the row of `rest`', async () => {
    const columns =
      'k: k, m: { map: k, to: { Others: grey }, else: red }, u: { constant: kg }, p: { palette: [one, two] }, n: { sum: n }';
    expect(await top(columns, 'limit: 2, rest: Others')).toEqual([
      ['a', 'red', 'kg', 'one', 9],
      ['Others', 'grey', 'kg', 'two', 12],
    ]);
  });

  test('the row of `rest` has the first and the last value of the rows that it replaces', async () => {
    expect(
      await top(
        'k: k, n: { sum: n }, l: { last: t }, f: { first: t }, x: { max: n }, p: { percent: e, of: n }',
        'limit: 2, rest: R',
      ),
    ).toEqual([
      ['a', 9, 'p', 'p', 9, 11.1111111111],
      ['R', 12, 'r', 'p', 5, 58.3333333333],
    ]);
  });
});

describe('the conditions of a selection', () => {
  const csv = lines(
    'i,s,n,b,at',
    '1, paid ,"1,200.50",true,2026-11-21 10:00',
    '2,PAID,,FALSE,',
    '3,"  paid ",7,x,2026-11-21 12:00',
    '4,,007,True,2026-11-21 11:00',
  );
  const idsOf = async (where: string, options?: FeedOptions) =>
    (await rowsOf(FREE, `where: { ${where} }, columns: { i: i }`, csv, options)).flat();

  test.each([
    ['s: paid', [1, 3]],
    ["s: ' paid'", [1, 3]],
    ['s: [paid, PAID]', [1, 2, 3]],
    ['s: { not: paid }', [2, 4]],
    ['s: { not: [paid, PAID] }', [4]],
    ["s: { not: '' }", [1, 2, 3]],
    ['n: 1200.5', [1]],
    ['n: 7', [3, 4]],
    ["n: '7'", [3]],
    ['n: { not: 7 }', [1, 2]],
    ['b: true', [1, 4]],
    ['b: false', [2]],
    ['b: [x, true]', [1, 3, 4]],
    ['b: { not: true }', [2, 3]],
    ['n: { above: 7 }', [1]],
    ['n: { atLeast: 7 }', [1, 3, 4]],
    ['n: { below: 1200.5 }', [3, 4]],
    ['n: { atMost: 1200.5, above: 7 }', [1]],
    ['s: { contains: ai }', [1, 3]],
    ['s: { contains: AI }', [2]],
    ['s: { blank: true }', [4]],
    ['s: { blank: false, not: PAID }', [1, 3]],
    ["at: { above: '2026-11-21 10:00' }", [3, 4]],
    ["at: { atLeast: '2026-11-21 11:00', below: 2026-11-21T12:00:00Z }", [4]],
    ['3: 7', [3, 4]],
    ['s: paid, n: 7', [3]],
  ])('the conditions of a selection select rows: %s', async (where, ids) => {
    expect(await idsOf(where)).toEqual(ids);
  });

  test('the conditions of a selection may compare the name and the value of an unpivoted column', async () => {
    const wide = lines('h,cpu,mem', 'a,1,2', 'b,3,4');
    const columns = 'unpivot: [mem, cpu], columns: { h: h, n: $name, v: $value }';
    expect(await rowsOf(FREE, columns, wide)).toEqual([
      ['a', 'mem', 2],
      ['a', 'cpu', 1],
      ['b', 'mem', 4],
      ['b', 'cpu', 3],
    ]);
    expect(await rowsOf(FREE, `${columns}, where: { $name: cpu, $value: { above: 2 } }`, wide)).toEqual([
      ['b', 'cpu', 3],
    ]);
    const own = 'unpivot: [mem, cpu], columns: { h: h, c: { sum: $value, where: { $name: cpu } } }';
    expect(await rowsOf(FREE, own, wide)).toEqual([
      ['a', 1],
      ['b', 3],
    ]);
  });

  test('the conditions of a selection find blank rows between other rows', async () => {
    const csv = lines('a,n', '1,2', ',', ',', '3,4');
    expect(await rowsOf(FREE, 'where: { a: { blank: true } }, columns: { c: { count: rows } }', csv)).toEqual([[2]]);
  });

  test.each(['24:00:00', '12:60:00', '12:00:60', '99:99:99'])(
    'a time of day that no clock shows is refused: %s',
    async (time) => {
      const csv = lines('at', '23:59:59', time);
      const keys = 'columns: { h: { hour: at }, n: { count: rows } }';
      expect(await rowsOf(FREE, keys, lines('at', '23:59:59', '00:00:00'))).toEqual([
        ['23:00', 1],
        ['00:00', 1],
      ]);
      await expect(rowsOf(FREE, keys, csv)).rejects.toMatchObject({
        code: 'TABLE_CELL',
        details: [{ line: 3, message: `'${time}' is not a time` }],
      });
    },
  );

  test('the conditions of a selection leave rows out before their other cells are checked', async () => {
    const bad = lines('s,at,n', 'x,never,12x', 'ok,2026-11-21 11:30,5');
    expect(await rowsOf(FREE, 'window: at, where: { s: ok }, columns: { n: { sum: n } }', bad)).toEqual([[5]]);
    expect(await rowsOf(FREE, 'where: { s: ok, n: { above: 1 } }, columns: { n: n }', bad)).toEqual([[5]]);
  });
});

describe('sorting a selection', () => {
  const csv = lines('k,n', 'b,10', 'a,9', ',9', 'B,x', 'é,', '10,y', '9,-1', '😀,2', '\uffee,3', '007,1');
  const sorted = async (sort: string) =>
    (await rowsOf(LIST, `columns: { k: k, n: n }, sort: ${sort}`, csv)).map(([k, n]) => `${k ?? ''}:${n ?? ''}`);

  test('sorting puts plain numbers by value before other texts by code point, and blanks last', async () => {
    expect(await sorted('k')).toEqual(['9:-1', '10:y', '007:1', 'B:x', 'a:9', 'b:10', 'é:', '\uffee:3', '😀:2', ':9']);
    expect(await sorted('-k')).toEqual(['😀:2', '\uffee:3', 'é:', 'b:10', 'a:9', 'B:x', '007:1', '10:y', '9:-1', ':9']);
  });

  test('sorting puts amounts with a currency or a percent sign by their value', async () => {
    const amounts = 'k,n\n€1200.5,a\n€800,b\n-€50,c\n9%,d\n12.5%,e\n5 CHF,f\n12 Oak St,g\n';
    expect((await rowsOf(LIST, 'columns: { k: k, n: n }, sort: -k', amounts)).map(([, n]) => n)).toEqual([
      ...['g', 'a', 'b', 'e', 'd', 'f', 'c'],
    ]);
  });

  test('sorting keeps the order of rows that compare equal, even in descending order', async () => {
    const ties = lines('k,n', 'a,1', 'b,2', 'c,1', 'd,2');
    expect(await rowsOf(PAIRS, 'columns: { name: k, value: n }, sort: -value', ties)).toEqual([
      ['b', 2],
      ['d', 2],
      ['a', 1],
      ['c', 1],
    ]);
    expect(await rowsOf(PAIRS, 'columns: { name: k, value: n }, sort: [value, -name]', ties)).toEqual([
      ['c', 1],
      ['a', 1],
      ['d', 2],
      ['b', 2],
    ]);
  });

  test('sorting finds columns by position or by their name in the file if the selection has no columns', async () => {
    const ties = lines('k,n', 'a,1', 'b,2');
    expect(await rowsOf(PAIRS, 'sort: -2', ties)).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
    expect(await rowsOf(FREE, 'sort: -n, limit: 1', ties)).toEqual([['b', 2]]);
  });

  test.each([1, 2, 7, 99, 100, 101, 500])('limit: %d gives the first rows of all sorted rows', async (limit) => {
    const cells = Array.from(
      { length: 300 },
      (_, row) => `${(row * 7919) % 31},${row % 5 === 0 ? '' : (row * 31) % 17},${row}`,
    );
    const csv = lines('a,b,row', ...cells);
    const all = await rowsOf(FREE, 'sort: [-b, a]', csv);
    expect(await rowsOf(FREE, `sort: [-b, a], limit: ${limit}`, csv)).toEqual(all.slice(0, limit));
  });
});

describe('the columns of a selection', () => {
  test('the columns of a selection are found in the file by their trimmed names or by position', async () => {
    const csv = lines(' a ,2026,a b', '1,2,3');
    const keys = "columns: { x: a, 2026: 2, 2025: '2026', y: a b }";
    const { header, rows } = await select(FREE, keys, csv);
    expect(header).toEqual(['x', '2026', '2025', 'y']);
    expect(rows).toEqual([[1, 2, 2, 3]]);
  });

  test('a selection may leave out columns of the component that may be blank', async () => {
    expect(await rowsOf('3D Pie Chart', 'columns: { value: n, name: k }', lines('k,n', 'a,1'))).toEqual([
      ['a', 1, null, null],
    ]);
  });

  test('a selection without columns has those of the file, by position', async () => {
    const csv = lines(
      'k;when;n',
      'a;21.11.2026 11:30;1,5',
      'b;21.11.2026 11:40;2',
      'a;21.11.2026 11:30;1,5',
      'c;21.11.2026 12:30;2',
    );
    const keys = "decimal: ',', dates: dd.MM.yyyy HH:mm, window: 2, where: { 3: { above: 1 } }, unique: true, limit: 5";
    expect(await rowsOf(FREE, keys, csv)).toEqual([
      ['a', '21.11.2026 11:30', '1,5'],
      ['b', '21.11.2026 11:40', 2],
    ]);
  });

  test('the columns of a file without a header are found by position', async () => {
    expect(await rowsOf(PAIRS, 'header: none, columns: { name: 1, value: { sum: 2 } }', lines('a,1', 'a,2'))).toEqual([
      ['a', 3],
    ]);
    expect(await rowsOf(PAIRS, 'header: none, columns: { name: 1, value: { sum: 2 } }', '')).toEqual([]);
    expect(await rowsOf(PAIRS, 'header: none, where: { 2: 2 }', lines('a,1', 'b,2'))).toEqual([['b', 2]]);
  });
});

describe('the rows of a selection', () => {
  test('short rows are filled up with blank cells, and rows may have trailing delimiters', async () => {
    const csv = lines('k,n,u', 'a,1', 'b,2,x,,', 'c,3,,');
    expect(await rowsOf('Core Metrics', 'columns: { name: k, unit: u, value: n }', csv)).toEqual([
      ['a', null, 1, null],
      ['b', 'x', 2, null],
      ['c', null, 3, null],
    ]);
  });

  test('rows are split by the delimiter that gives the named columns', async () => {
    const csv = lines('Amount, total;k', '1;a');
    expect(await rowsOf(FREE, "columns: { k: k, v: 'Amount, total' }", csv)).toEqual([['a', 1]]);
  });

  test('equal rows appear once with unique', async () => {
    const csv = lines('a,b', '1,x', '1.0,x', '1,y', '1,x');
    expect(await rowsOf(FREE, 'columns: { a: a, b: b, c: { constant: 1 } }, unique: true', csv)).toEqual([
      [1, 'x', 1],
      [1, 'y', 1],
    ]);
  });

  test('rows beyond limit are not read if the selection is not sorted', async () => {
    const csv = lines('k,n', 'a,1', 'b,2', 'c,12x');
    expect(await rowsOf(PAIRS, 'columns: { name: k, value: n }, limit: 2', csv)).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });
});

describe('the column sources of a selection', () => {
  test('a map may replace trimmed cells, blanks and all other cells', async () => {
    const csv = lines('s,x', 'up,1', '" down ",1', '"",1', ' ,1', 'odd,1');
    const keys = "columns: { s: { map: s, to: { up: 0, down: 2, '': blank }, else: -1 } }";
    expect((await rowsOf(FREE, keys, csv)).flat()).toEqual([0, 2, 'blank', 'blank', -1]);
  });

  test('a palette that is shorter than the sorted table is repeated', async () => {
    const csv = lines('k,n', 'a,1', 'b,3', 'c,2');
    const keys = 'columns: { k: k, n: n, c: { palette: [x, y] } }, sort: -n';
    expect((await rowsOf(FREE, keys, csv)).map((row) => row.join(''))).toEqual(['b3x', 'c2y', 'a1x']);
  });

  test('a list may join several columns', async () => {
    expect(
      await rowsOf('Treemap', 'columns: { path: { list: [b, 1] }, value: n }', lines('a,b,n', ' x ,y | z,1')),
    ).toEqual([['y|z|x', 1]]);
  });
});

describe('the key dates of a selection', () => {
  test.each([
    ['dd/MM/yyyy HH:mm', '20/11/2026 08:31', '2026-11-20T08:31:00Z'],
    ['d.M.yy H:mm:ss', '5.1.26 8:05:09', '2026-01-05T08:05:09Z'],
    ['d.M.yy H:mm:ss', '15.11.26 18:05:09', '2026-11-15T18:05:09Z'],
    ['yyyyMMddHHmmssSSS', '20261120083105123', '2026-11-20T08:31:05.123Z'],
    ["yyyy'年'MM", "2026'年'07", '2026-07-01T00:00:00Z'],
    ['seconds', '1795248000.25', '2026-11-21T08:00:00.250Z'],
    ['seconds', '1795248000', '2026-11-21T08:00:00Z'],
    ['seconds', '1795248000,0678', '2026-11-21T08:00:00.067Z'],
    ['seconds', '1795248000.5', '2026-11-21T08:00:00.500Z'],
    ['seconds', '-1.25', '1969-12-31T23:59:58.750Z'],
    ['seconds', '253402300799', '9999-12-31T23:59:59Z'],
  ])('the pattern %s in dates reads %s', async (dates, cell, time) => {
    const csv = lines('k;at;n', `a;${cell};1`);
    const keys = `dates: "${dates}", columns: { series: k, x: at, y: n }`;
    expect((await rowsOf(TIMES, keys, csv))[0]?.[1]).toBe(at(time));
  });

  test.each(['2026/11/20 08:31', '2026-11-20 08:31', '2026-11-20T08:31:00.000Z', String(at('2026-11-20T08:31Z'))])(
    'the key dates is not needed for %s',
    async (cell) => {
      const csv = lines('k,at,n', `a,${cell},1`);
      expect((await rowsOf(TIMES, 'columns: { series: k, x: at, y: n }', csv))[0]?.[1]).toBe(at('2026-11-20T08:31Z'));
    },
  );

  test('the key dates is not needed for a time of the day in a text column', async () => {
    const csv = lines('at', '08:31:05', '2026/1/5');
    const keys = 'columns: { t: { time: at }, h: { hour: at }, m: { minute: at } }';
    expect(await rowsOf(LIST, keys, csv)).toEqual([
      ['08:31:05', '08:00', '08:31'],
      ['2026-01-05 00:00:00', '00:00', '00:00'],
    ]);
  });
});
