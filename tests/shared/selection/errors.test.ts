import { describe, expect, test } from '@jest/globals';
import { describeDetail } from '../../../shared/errors/wallfeed-error.ts';
import { detailsOf, errorOf, type FeedOptions, feed, select } from '../../support/folders/feed-selection.ts';

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;

const LIST = 'Paging List';
/** A component with the columns name (text) and value (number). */
const PAIRS = 'Map';
/** A component with the columns series (text), x (time) and y (number). */
const TIMES = 'Line Chart 2';

const sentencesOf = async (
  component: string,
  keys: string,
  csv: string,
  options?: FeedOptions,
): Promise<readonly string[]> =>
  (await detailsOf(select(component, keys, csv, options))).map((detail) => `${describeDetail(detail)}; ${detail.hint}`);

const SUM = 'columns: { name: k, value: { sum: n } }';

describe('cells that a selection refuses', () => {
  test('up to twenty selected cells that are not numbers are refused together, each with its place', async () => {
    const csv = lines('a,n,k', 'x,1,a', 'x,12x,a', 'x,,a', 'x,1.2.3,b');
    expect(await sentencesOf(PAIRS, SUM, csv)).toEqual([
      "line 3, column 2 (n): '12x' is not a number; write a number such as 1234.5, or leave the row out with `where`",
      "line 5, column 2 (n): '1.2.3' is not a number; write a number such as 1234.5, or leave the row out with `where`",
    ]);
    const thirtyErrors = lines('k,n', ...Array.from({ length: 30 }, () => 'a,x'));
    const error = await errorOf(select(PAIRS, SUM, thirtyErrors));
    expect(error.code).toBe('TABLE_CELL');
    expect(error.details).toHaveLength(20);
    expect(error.details.at(-1)?.line).toBe(21);
  });

  test('the error for a blank selected cell shows only the beginning of a long column name', async () => {
    const [sentence = ''] = await sentencesOf(
      'ECharts Line Chart',
      'limit: 9',
      lines(`a,${'long '.repeat(1_000)}z`, 'x,'),
    );
    expect(sentence).toMatch(/the cell is blank; give long long .*… a value in every row/);
    expect(sentence.length).toBeLessThan(300);
  });

  test('a cell in the column of the window is refused if it is not a time', async () => {
    const csv = lines('k,at,n', 'a,21.11.2026 10:18:00,1', 'a,1999-01-01,1', 'a,2026-02-30,1');
    expect(await sentencesOf(PAIRS, `window: at, ${SUM}`, csv)).toEqual([
      expect.stringMatching(
        /^line 2, column 2 \(at\): '21\.11\.2026 10:18:00' is not a time; say how the file writes its times: `dates: dd\.MM\.yyyy HH:mm:ss`/,
      ),
      "line 4, column 2 (at): '2026-02-30' does not exist in the calendar; correct the date or the time of day",
    ]);
  });

  test('a selected cell is refused if it does not match the pattern in dates, even if it is a time in another form', async () => {
    const csv = lines(
      'k,at,n',
      'a,2026-11-20,1',
      'a,20/11/2026 8:31,1',
      'a,31/02/2026 08:31,1',
      'a,20/11/2026 08:31 ,1',
    );
    expect(await sentencesOf(TIMES, 'dates: dd/MM/yyyy HH:mm, columns: { series: k, x: at, y: n }', csv)).toEqual([
      "line 2, column 2 (at): '2026-11-20' is not a time; write times in the form of `dates`: dd/MM/yyyy HH:mm",
      "line 3, column 2 (at): '20/11/2026 8:31' is not a time; write `dates: d/M/yyyy H:mm`, which takes one digit and two",
      "line 4, column 2 (at): '31/02/2026 08:31' does not exist in the calendar; correct the time, or the order of its parts in dates: dd/MM/yyyy HH:mm",
    ]);
  });

  test('a number of seconds since 1970 is read as a time only with `dates: seconds`', async () => {
    const csv = lines('k,at,n', 'a,1795248000,1');
    expect(await sentencesOf(TIMES, 'columns: { series: k, x: at, y: n }', csv)).toEqual([
      "line 2, column 2 (at): '1795248000' is not a time; say how the file writes its times: dates: seconds",
    ]);
    expect(
      await sentencesOf(
        TIMES,
        'dates: seconds, columns: { series: k, x: at, y: n }',
        lines('k,at,n', 'a,1795248000000,1'),
      ),
    ).toEqual([expect.stringContaining("line 2, column 2 (at): '1795248000000' is not a time")]);
  });

  test('a selected cell is refused if a condition cannot compare it with its bound', async () => {
    const csv = lines('k,n,at', 'a,5,x', 'a,,2026-11-21', 'a,y,');
    expect(await sentencesOf(LIST, 'where: { n: { above: 1 } }, columns: { k: k }', csv)).toEqual([
      "line 4, column 2 (n): 'y' is not a number; write a number such as 1234.5, or leave the row out with `where`",
    ]);
    expect(await sentencesOf(LIST, "where: { at: { above: '2026-11-21' } }, columns: { k: k }", csv)).toEqual([
      expect.stringContaining("line 2, column 3 (at): 'x' is not a time"),
    ]);
  });

  test('a selected cell is refused if its value is not in the map', async () => {
    const csv = lines('s,n', 'up,1', 'donw,1', ',1');
    const keys = 'columns: { s: { map: s, to: { up: 0, down: 2 } } }';
    expect(await sentencesOf(LIST, keys, csv)).toEqual([
      "line 3, column 1 (s): 'donw' is not in the map; add the value to the map, or set else for all other cells; did you mean 'down'?",
      "line 4, column 1 (s): the cell is blank, and the map has no value for blank cells; add '' to the map for blank cells, or set else",
    ]);
  });

  test('a selected cell is refused if it is blank and its column may not be blank', async () => {
    const csv = lines('k,at,n', ',2026-11-21,1', 'a,,1');
    expect(await sentencesOf(PAIRS, SUM, csv)).toEqual([
      'line 2, column 1 (k): the cell is blank; give name a value in every row, or leave the row out with `where`',
    ]);
    expect(await sentencesOf(PAIRS, 'columns: { name: { day: at }, value: n }', csv)).toEqual([
      'line 3, column 2 (at): the cell is blank; give name a value in every row, or leave the row out with `where`',
    ]);
  });

  test('a faulty cell is reported once, although unpivot reads its record several times', async () => {
    const csv = lines('at,a,b', 'x,1,2', '2026-11-21 11:30,3,y');
    expect(
      await sentencesOf(PAIRS, 'unpivot: [a, b], window: at, columns: { name: $name, value: { sum: $value } }', csv),
    ).toEqual([
      expect.stringContaining("line 2, column 1 (at): 'x' is not a time"),
      expect.stringContaining("line 3, column 3 (b): 'y' is not a number"),
    ]);
  });

  test('the line of a faulty cell counts line breaks in quoted cells, and lines before the header', async () => {
    const csv = lines('report', '', 'k,u,n', '"a\nb",c,1', '"a\nb",c,x');
    expect(await sentencesOf(PAIRS, `header: 3, ${SUM}`, csv)).toEqual([
      expect.stringContaining("line 7, column 3 (n): 'x'"),
    ]);
  });

  test('a faulty cell of a file without a header is named by its line and column number', async () => {
    expect(await sentencesOf(PAIRS, 'header: none, columns: { name: 1, value: 2 }', lines('a,x'))).toEqual([
      expect.stringContaining("line 1, column 2: 'x' is not a number"),
    ]);
  });
});

describe('selections that do not fit their file', () => {
  const csv = lines('Region,Amount,Amount,2026', 'a,1,2,3');

  test.each([
    ['columns: { name: region, value: 2 }', "line 1: the file has no column 'region'; did you mean 'Region'?"],
    [
      'columns: { name: Region, value: Zzz }',
      "line 1: the file has no column 'Zzz'; its columns are Region, Amount, Amount, 2026",
    ],
    [
      'columns: { name: Region, value: Amount }',
      "line 1: the file has 2 columns named 'Amount'; use its position: 2 or 3",
    ],
    ['columns: { name: Region, value: 5 }', 'line 1: the file has no column 5; it has 4; give a position from 1 to 4'],
    [
      'columns: { name: Region, value: 2026 }',
      "line 1: the file has no column 2026; it has 4; to name the column 2026, write it in quotes: '2026'",
    ],
    [
      'columns: { name: Region, value: 2 }, where: { region: a }',
      "line 1: the file has no column 'region'; did you mean 'Region'?",
    ],
    [
      'columns: { name: Region, value: { count: rows, where: { region: a } } }',
      "line 1: the file has no column 'region'; did you mean 'Region'?",
    ],
    [
      'columns: { name: $name, value: 2 }',
      "line 1: the file has no column '$name'; $name and $value need unpivot, such as unpivot: [cpu, memory]",
    ],
  ])('a selection is refused if the file lacks a column: %s', async (keys, sentence) => {
    const error = await errorOf(select(PAIRS, keys, csv));
    expect(error.code).toBe('TABLE_COLUMNS');
    expect(error.details.map((detail) => `${describeDetail(detail)}; ${detail.hint}`)).toEqual([sentence]);
  });

  test('a selection is refused if it names a column of a file without a header', async () => {
    expect(await sentencesOf(PAIRS, 'header: none, columns: { name: Region, value: 2 }', csv)).toEqual([
      "line 1: the file has no column 'Region'; name the columns of a file without a header by position: 1 is the first column",
    ]);
  });

  test('a selection is refused if it sorts by a column that the file lacks', async () => {
    expect(await sentencesOf(LIST, 'sort: -region', csv)).toEqual([
      "sort names 'region', but the component has no such column; did you mean 'Region'?",
    ]);
  });

  test('a selection without columns is refused if the file has more columns than the component', async () => {
    expect(await sentencesOf(PAIRS, 'limit: 1', csv)).toEqual([
      expect.stringContaining(
        'line 1: the header has 4 columns (Region, Amount, Amount, 2026); expected exactly 2: name, value; ',
      ),
    ]);
  });

  test('a selection is refused if a row has more cells than the header, even if where would leave the row out', async () => {
    const wide = lines('k,n', 'a,1', 'b,2,3', 'c,4,,', 'd,x');
    const error = await errorOf(select(PAIRS, `where: { k: a }, ${SUM}`, wide));
    expect(error.code).toBe('TABLE_COLUMNS');
    expect(error.details).toEqual([
      {
        line: 3,
        message: 'the row has 3 cells, the header 2',
        hint: 'put a cell that contains the delimiter in quotes',
      },
    ]);
  });

  test('all errors of a selected file are reported in the order of their lines', async () => {
    const error = await errorOf(select(PAIRS, SUM, lines('k,n', 'b,x', 'b,2,3')));
    expect(error.code).toBe('TABLE_CELL');
    expect(error.details.map(({ line }) => line)).toEqual([2, 3]);
  });
});

describe('groups that a component refuses', () => {
  test('a group without a value is refused with its first line and its number of rows', async () => {
    const csv = lines('k,n', 'a,1', 'b,', 'b,');
    expect(await detailsOf(select(PAIRS, 'columns: { name: k, value: { average: n } }', csv))).toEqual([
      {
        line: 3,
        column: 2,
        columnName: 'n',
        rows: 2,
        message: "no rows of this group have a value in 'n', so the column value is blank",
        hint: expect.stringContaining('leave the group out with `where`'),
      },
    ]);
    const empty = select('Dashboard Gauge', 'columns: { percent: { average: n } }', 'k,n\n');
    expect(await detailsOf(empty)).toMatchObject([
      { column: 2, columnName: 'n', message: expect.stringContaining('no rows') },
    ]);
  });

  test('a group whose aggregated value is refused is named by its first line and its number of rows', async () => {
    const csv = lines('x,k,n', 'x,a,50', 'x,b,60', 'x,a,20', 'x,b,70', 'x,b,1');
    const keys = "columns: { name: k, unit: { constant: '%' }, value: { sum: n }, color: { constant: '#fff' } }";
    const error = await errorOf(
      feed(`{ component: Colorful Progress Bar, csv: { file: a.csv, ${keys} } }`, { 'a.csv': csv }),
    );
    expect(error.code).toBe('BODY_INVALID');
    expect(error.details).toMatchObject([{ path: 'series[1].value', line: 3, column: 3, columnName: 'n', rows: 3 }]);
    expect(error.message).toContain('line 3, column 3 (n), first of 3 rows');
  });
});

describe('rows that a component refuses', () => {
  test('a row that the component refuses has the place of its cell in the file', async () => {
    const csv = lines('c,k,n', '#fff,a,50', 'red,b,60');
    const keys = "columns: { name: k, unit: { constant: '%' }, value: n, color: c }, sort: -value";
    const error = await errorOf(
      feed(`{ component: Colorful Progress Bar, csv: { file: a.csv, ${keys} } }`, { 'a.csv': csv }),
    );
    expect(error.details).toMatchObject([{ path: 'series[0].color', line: 3, column: 1, columnName: 'c' }]);
  });

  test('a constant that the component refuses has a line and no column', async () => {
    const keys = "columns: { name: k, unit: { constant: '%' }, value: n, color: { constant: red } }";
    const error = await errorOf(
      feed(`{ component: Colorful Progress Bar, csv: { file: a.csv, ${keys} } }`, { 'a.csv': lines('k,n', 'a,5') }),
    );
    const [detail] = error.details;
    expect({ ...detail }).toMatchObject({ path: 'series[0].color', line: 2 });
    expect(detail?.column).toBeUndefined();
  });

  test('an unpivoted value that the component refuses has the column of the value in the file', async () => {
    const csv = lines('k,a,b', 'x,5,500');
    const keys =
      "unpivot: [a, b], columns: { name: $name, unit: { constant: '%' }, value: $value, color: { constant: '#fff' } }";
    const error = await errorOf(
      feed(`{ component: Colorful Progress Bar, csv: { file: a.csv, ${keys} } }`, { 'a.csv': csv }),
    );
    expect(error.details).toMatchObject([{ path: 'series[1].value', line: 2, column: 3, columnName: 'b' }]);
  });

  test('a row that the component refuses names its file if several files make one table', async () => {
    const part = (file: string) =>
      `{ file: ${file}, columns: { name: k, unit: { constant: '%' }, value: n, color: { constant: '#fff' } } }`;
    const files = { 'a.csv': lines('k,n', 'a,5'), 'b.csv': lines('k,n', 'a,5', 'b,500') };
    const error = await errorOf(
      feed(`{ component: Colorful Progress Bar, csv: [${part('a.csv')}, ${part('b.csv')}] }`, files),
    );
    expect(error.details).toMatchObject([
      { path: 'series[2].value', file: 'b.csv', line: 3, column: 2, columnName: 'n' },
    ]);
  });
});

describe('the limits of a selection', () => {
  const repeatRow = (count: number, row: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => row(index));

  test('a selection may have 50 000 rows, counted before `limit` applies', async () => {
    const rows = (count: number) => lines('k,n', ...repeatRow(count, (index) => `${index},1`));
    const sorted = 'columns: { name: k, value: n }, sort: -value, limit: 1';
    expect((await select(PAIRS, sorted, rows(50_000))).rows).toHaveLength(1);
    const surplus = { code: 'SOURCE_TOO_LARGE', details: [{ line: 50_002 }] };
    expect(await errorOf(select(PAIRS, sorted, rows(50_001)))).toMatchObject(surplus);
    expect((await select(PAIRS, 'columns: { name: k, value: n }, limit: 2', rows(50_001))).rows).toHaveLength(2);
    const grouped = 'columns: { name: k, value: { sum: n } }, limit: 1';
    expect((await select(PAIRS, grouped, rows(50_000))).rows).toHaveLength(1);
    expect(await errorOf(select(PAIRS, grouped, rows(50_001)))).toMatchObject(surplus);
    const equal = lines('k,n', ...repeatRow(60_000, () => 'a,1'));
    expect((await select(PAIRS, 'columns: { name: k, value: n }, unique: true', equal)).rows).toEqual([['a', 1]]);
    expect((await select(PAIRS, SUM, equal)).rows).toEqual([['a', 60_000]]);
  });

  test.each(['distinct', 'collect'])('a selection may have 100 000 values of %s', async (word) => {
    const keys = `columns: { v: { ${word}: k } }`;
    const rows = (count: number) => lines('k', ...repeatRow(count, String));
    expect((await select(LIST, keys, rows(100_000))).rows).toHaveLength(1);
    const error = await errorOf(select(LIST, keys, rows(100_001)));
    expect(error.code).toBe('SOURCE_TOO_LARGE');
    expect(error.details).toEqual([
      {
        message: `${word} has more than 100000 values`,
        hint: 'limit the rows with `where` or `window`, or aggregate the column in another way',
      },
    ]);
  });

  test('the percentiles of a selection may have 1 000 000 values together', async () => {
    const columns = Array.from({ length: 10 }, (_, index) => `v${index}: { percentile: ${index}, of: k }`);
    const keys = `columns: { ${columns.join(', ')} }`;
    const rows = (count: number) => lines('k', ...repeatRow(count, String));
    expect((await select(LIST, keys, rows(100_000))).rows).toHaveLength(1);
    const error = await errorOf(select(LIST, keys, rows(100_001)));
    expect(error.code).toBe('SOURCE_TOO_LARGE');
    expect(error.details).toEqual([
      { message: 'percentiles have more than 1000000 values', hint: 'narrow the window, or let SQL aggregate' },
    ]);
  });
});

describe('a list of selections', () => {
  const files = { 'a.csv': lines('k,n', 'a,1', 'b,2'), 'b.csv': lines('n,k', '3,c') };
  const feedList = (component: string, ...parts: readonly string[]) =>
    feed(`{ component: ${component}, csv: [${parts.join(', ')}] }`, files);

  test('a list of selections appends its rows in order, with one palette', async () => {
    const part = (file: string) =>
      `{ file: ${file}, columns: { name: k, value: n, color: { palette: ['#aaa', '#bbb', '#ccc'] } } }`;
    expect(await feedList('Core Metrics', part('a.csv'), part('b.csv'), part('a.csv'))).toMatchObject({
      series: [
        { name: 'a', color: '#aaa' },
        { name: 'b', color: '#bbb' },
        { name: 'c', color: '#ccc' },
        { name: 'a', color: '#aaa' },
        { name: 'b', color: '#bbb' },
      ],
    });
  });

  test('a list of selections may read some of its files by position', async () => {
    const body = await feedList('Map', '{ file: a.csv }', '{ file: b.csv, columns: { name: k, value: n } }');
    expect(body).toMatchObject({ series: [{ name: 'a', value: 1 }, { name: 'b' }, { name: 'c', value: 3 }] });
  });

  test('a list of selections for a free table needs the same columns in the same order', async () => {
    expect(await detailsOf(feedList('Paging List', '{ file: a.csv }', '{ file: b.csv }'))).toEqual([
      {
        file: 'b.csv',
        message: 'its columns are n, k, those of a.csv k, n',
        hint: 'give all files of the list the same columns in the same order',
      },
    ]);
  });
});

test('an error for a percentage of zero names the column that adds up to 0', async () => {
  const csv = lines('k,e,r', 'a,1,0', 'a,2,');
  expect(await sentencesOf(PAIRS, 'columns: { name: k, value: { percent: e, of: r } }', csv)).toEqual([
    expect.stringContaining(
      "line 2, column 2 (e), first of 2 rows: no rows of this group have a value above 0 in 'r', so the column value is blank",
    ),
  ]);
});

describe('values in dashboard.yml that a selection refuses', () => {
  const csv = lines('k,at,n', 'a,2026-11-21,1');

  test.each([
    ['columns: { name: k, value: { constant: x } }', "columns.value: 'x' is not a number"],
    ['columns: { name: k, value: n }, where: { at: { above: noon } }', "where: 'noon' is not a time"],
    [
      "columns: { name: k, value: n }, where: { n: { above: '20' } }",
      "'20' is not a time; write the number without quotes",
    ],
    ['columns: { name: k, value: { map: k, to: { a: x } } }', "line 2, column 1 (k): 'x' is not a number"],
  ])('a value in dashboard.yml is refused if it does not have the type of its column: %s', async (keys, sentence) => {
    expect(await sentencesOf(PAIRS, keys, csv)).toEqual([expect.stringContaining(sentence)]);
  });

  test('a bound in dashboard.yml may be a time in a usual form, or in the form of the file', async () => {
    const dated = lines('k,at', 'a,21.11.2026', 'b,22.11.2026');
    const keys = (bound: string) =>
      `dates: dd.MM.yyyy, where: { at: { above: ${bound} } }, columns: { series: k, x: { constant: 2026-11-21 }, y: { count: rows } }`;
    const expected = [['b', Date.parse('2026-11-21'), 1, null, null]];
    expect((await select(TIMES, keys('2026-11-21'), dated)).rows).toEqual(expected);
    expect((await select(TIMES, keys('21.11.2026'), dated)).rows).toEqual(expected);
  });
});

describe('numbers in a file with semicolons', () => {
  test.each([
    ['columns: { name: k, value: n }', 'a number cell'],
    ['columns: { name: k, value: { sum: n } }', 'an aggregated cell'],
    ['columns: { name: k, value: { count: rows } }, where: { n: { above: 5 } }', 'a compared cell'],
  ])('a number with one comma before three digits is refused in a file with semicolons: %s', async (keys) => {
    const [sentence] = await sentencesOf(PAIRS, keys, lines('k;n', 'a;1,234.5', 'a;1,234,567', 'a;1,234'));
    expect(sentence).toMatch(/^line 4, column 2 \(n\): '1,234' /);
  });
});
