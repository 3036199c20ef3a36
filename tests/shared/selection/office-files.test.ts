import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { scanBytes, tableOf } from '../../../shared/csv/parse-csv.ts';
import { bindTable } from '../../../shared/sources/bind-table.ts';
import { findRows } from '../../../shared/sources/find-rows.ts';
import { openRows, type RowsSource, readJsonRows } from '../../../shared/sources/json-rows.ts';
import { unpackBytes } from '../../../shared/sources/s3/unpack.ts';
import { number, optional, text } from '../../../shared/tabular/column.ts';
import { table } from '../../../shared/tabular/define-table.ts';
import { detailsOf, select } from '../../support/folders/feed-selection.ts';

const SUM = 'columns: { name: k, value: { sum: v } }';
const pie = async (keys: string, csv: string) =>
  (await select('3D Pie Chart', keys, csv)).rows.map((row) => row.slice(0, 2));

describe('the keys of reading', () => {
  test('a cell with a text of the key `blank` counts as blank in all columns, even if the text is a number', async () => {
    const csv = 'k,v\na,N/A\na,5\n-,7\na,-999\n';
    const keys = "blank: [N/A, '-', '-999'], where: { k: { blank: false } }";
    expect(await pie(`${keys}, columns: { name: k, value: { average: v } }`, csv)).toEqual([['a', 5]]);
  });

  test('`units` multiply numbers exactly, and the longest unit that a cell ends with is used', async () => {
    const csv = 'k,v\na,1.2 s\na,300 ms\na,7\na,"1,000ms"\n';
    expect(await pie(`units: { ms: 1, s: 1000 }, ${SUM}`, csv)).toEqual([['a', 2507]]);
    expect(await pie(`units: { x: 1.1 }, ${SUM}`, 'k,v\na,1.1x\na,1.1x\n')).toEqual([['a', 2.42]]);
  });

  test('a unit with another letter case is refused', async () => {
    const [detail] = await detailsOf(pie(`units: { kg: 1 }, ${SUM}`, 'k,v\na,5 KG\n'));
    expect(detail).toMatchObject({ line: 2, column: 2, message: "'5 KG' is not a number" });
  });

  test.each([
    ['1:38:41', 'seconds', 5921],
    ['25:05:30', 'hours', 25.0916666667],
    ['90m', 'hours', 1.5],
    ['1h 30m', 'minutes', 90],
    ['2d 3h', 'hours', 51],
    ['1m 0.5s', 'milliseconds', 60500],
    ['PT1H', 'minutes', 60],
    ['P1DT2H', 'hours', 26],
    ['-0:30:00', 'minutes', -30],
    ['0', 'minutes', 0],
    ['1小时30分', 'minutes', 90],
    ['2天3小时', 'hours', 51],
    ['90 mins', 'hours', 1.5],
    ['2 hrs 30 mins', 'minutes', 150],
    ['1:38.5', 'seconds', 98.5],
  ])('the duration %s is read in %s as %s', async (cell, unit, value) => {
    const [row] = await pie(
      `durations: { v: ${unit} }, columns: { name: k, value: { average: v } }`,
      `k,v\na,${cell}\n`,
    );
    expect(row).toEqual(['a', value]);
  });

  test('the duration 1:38 is refused unless the key `form` says what it means', async () => {
    const [detail] = await detailsOf(pie(`durations: { v: minutes }, ${SUM}`, 'k,v\na,1:38\n'));
    expect(detail).toMatchObject({ line: 2, message: "'1:38' may be minutes and seconds, or hours and minutes" });
    expect(await pie(`durations: { v: { in: seconds, form: m:ss } }, ${SUM}`, 'k,v\na,1:38\n')).toEqual([['a', 98]]);
    expect(await pie(`durations: { v: { in: minutes, form: h:mm } }, ${SUM}`, 'k,v\na,1:38\n')).toEqual([['a', 98]]);
  });

  test.each([
    ['1:38.5', 98.5],
    ['98:41,5', 5921.5],
    ['98:41', 5921],
    ['1:02:03.25', 3723.25],
  ])('the case with the form m:ss, %s is %d seconds', async (cell, seconds) => {
    const rows = await pie(`durations: { v: { in: seconds, form: m:ss } }, ${SUM}`, `k,v\na,"${cell}"\n`);
    expect(rows).toEqual([['a', seconds]]);
  });

  test('a fraction is refused with the form h:mm', async () => {
    const [detail] = await detailsOf(pie(`durations: { v: { in: minutes, form: h:mm } }, ${SUM}`, 'k,v\na,1:38.5\n'));
    expect(detail).toMatchObject({
      line: 2,
      message: "'1:38.5' has a fraction of a second",
      hint: 'write `form: m:ss` in `durations`',
    });
  });

  test.each([
    ['name: k, value: { sum: v }', ''],
    ['name: k, value: { average: v }', ''],
    ['name: k, value: { max: v }', ''],
    ['name: k, value: v', ''],
    ['name: k, value: { formula: sum(v) / 2 }', ''],
    ['name: k, value: { count: rows }', 'where: { v: { above: 60 } }, '],
  ])('a number alone is no duration: columns { %s }', async (columns, where) => {
    const source = `durations: { v: minutes }, ${where}columns: { ${columns} }`;
    const [detail] = await detailsOf(pie(source, 'k,v\na,90\nb,0:01:30\n'));
    expect(detail).toMatchObject({
      line: 2,
      column: 2,
      message: "'90' is a number without a unit",
      hint: 'write the unit, such as 90m; numbers alone need no `durations`',
    });
  });

  test('durations are added in milliseconds and divided once', async () => {
    const three = 'k,v\na,0:20:00\na,0:20:00\na,0:20:00\n';
    expect(await pie(`durations: { v: hours }, ${SUM}`, three)).toEqual([['a', 1]]);
    const formula = 'columns: { name: k, value: { formula: sum(v) * 3 } }';
    expect(await pie(`durations: { v: hours }, ${formula}`, three)).toEqual([['a', 3]]);
    const many = `k,v\n${'a,0:00:01\n'.repeat(3600)}`;
    expect(await pie(`durations: { v: hours }, ${SUM}`, many)).toEqual([['a', 1]]);
    expect(await pie(`durations: { v: days }, columns: { name: k, value: { average: v } }`, three)).toEqual([
      ['a', 0.0138888888889],
    ]);
  });

  test('durations of several units, and 0, make one sum', async () => {
    const keys = 'unpivot: [v, w], durations: { v: hours, w: minutes }';
    const csv = 'k,v,w\na,0:20:00,0:20:00\na,0:40:00,0\n';
    expect(await pie(`${keys}, columns: { name: k, value: { sum: $value } }`, csv)).toEqual([['a', 21]]);
  });

  test('conditions compare durations and values with units as numbers', async () => {
    const csv = 'k,v\na,0:30:00\nb,2:00:00\n';
    expect(await pie(`durations: { v: minutes }, where: { v: { above: 60 } }, ${SUM}`, csv)).toEqual([['b', 120]]);
    expect(await pie(`durations: { v: minutes }, where: { v: 30 }, ${SUM}`, csv)).toEqual([['a', 30]]);
  });

  test('the key `dates` of one column leaves the other columns in the usual forms', async () => {
    const csv = 'k,v,at,on\na,1,26-Oct-26,2026-11-21\nb,2,27-Oct-26,2026-11-20\n';
    const keys = 'dates: { at: dd-MMM-yy }, where: { on: { atLeast: 2026-11-21 } }';
    expect(await pie(`${keys}, columns: { name: { day: at }, value: v }`, csv)).toEqual([['2026-10-26', 1]]);
  });

  test('comments are skipped between rows, also with quotes in them, and lines stay counted', async () => {
    const csv = '# "first\n\n#second\nk,v\na,1\n# it\'s "open\na,"2"\n#last';
    expect(await pie(`comments: '#', ${SUM}`, csv)).toEqual([['a', 3]]);
    const [detail] = await detailsOf(pie(`comments: '#', ${SUM}`, `${csv}\na,x\n`));
    expect(detail).toMatchObject({ line: 9, column: 2 });
  });

  test('a line inside of a quoted cell is no comment', async () => {
    expect(await pie(`comments: '#', ${SUM}`, 'k,v\n"a\n# b",1\n')).toEqual([['a\n# b', 1]]);
  });

  test.each([1, 2, 3, 5, 7])('comments are found in blocks of %i bytes', (blockBytes) => {
    const definition = table({ name: text, value: optional(number) });
    const source = {
      source: 'csv',
      key: '',
      comments: '//',
      selection: {
        columns: [
          { name: 'name', source: { from: 'cell', of: 'k' } },
          { name: 'value', source: { from: 'cell', of: 'v' } },
        ],
      },
    } as const;
    const [reader] = bindTable(source, definition, { timezone: 'UTC' }).readers;
    const csv = Buffer.from('// one\n//\nk,v\n/a,1\n// two "\n\n//x\nb,2\n//');
    const read = reader?.({ currentTime: 0, timePeriod: 1 });
    if (!read) throw new Error('there is no reader');
    expect(tableOf(scanBytes(csv, source, read, { blockBytes })).rows).toEqual([
      ['/a', 1],
      ['b', 2],
    ]);
  });

  test('fillDown repeats the cell above, even if `where` leaves out the row of that cell', async () => {
    const csv = 'k,s,v\na,x,1\n,y,2\nb,x,4\n,y,8\n';
    expect(await pie(`fillDown: [k], where: { s: y }, ${SUM}`, csv)).toEqual([
      ['a', 2],
      ['b', 8],
    ]);
  });

  test('the names in a header of two lines are joined, and `unpivot` gives both parts as `$name1` and `$name2`', async () => {
    const csv = 'k,Q1,,Q2,\n,Plan,Result,Plan,Result\na,1,2,4,8\n';
    expect(await pie("header: [1, 2], columns: { name: k, value: 'Q2 Plan' }", csv)).toEqual([['a', 4]]);
    const keys = "header: [1, 2], unpivot: ['Q1 Plan', 'Q1 Result', 'Q2 Plan', 'Q2 Result']";
    expect(await pie(`${keys}, columns: { name: $name1, value: { sum: $value } }`, csv)).toEqual([
      ['Q1', 3],
      ['Q2', 12],
    ]);
    expect(await pie(`${keys}, where: { $name2: Plan }, columns: { name: k, value: { sum: $value } }`, csv)).toEqual([
      ['a', 5],
    ]);
  });

  test('a second currency in one column of an aggregate is refused at its first cell', async () => {
    const csv = 'k,v\na,$5\na,7\nb,€ 6\n';
    const details = await detailsOf(pie(SUM, csv));
    expect(details).toEqual([
      expect.objectContaining({ line: 4, column: 2, message: expect.stringContaining('another currency') }),
    ]);
    expect(await pie('columns: { name: k, value: v }', csv)).toEqual([
      ['a', 5],
      ['a', 7],
      ['b', 6],
    ]);
  });
});

describe('the currencies of one column', () => {
  test.each([
    ['¥5', '5元', '￥ 5', 'RMB 5', 'CNY 5'],
    ['¥5', 'JPY 5'],
    ['R$5', 'BRL 5'],
  ])('%s and %s are the same currency', async (...cells) => {
    const csv = `k,v\n${cells.map((cell) => `a,${cell}\n`).join('')}`;
    expect(await pie(SUM, csv)).toEqual([['a', 5 * cells.length]]);
  });

  test.each([
    ['¥5', 'JPY 5', '5元'],
    ['¥5', 'CNY 5', 'JPY 5'],
  ])('%s and %s are the same currency, and %s is another', async (...cells) => {
    const csv = `k,v\n${cells.map((cell) => `a,${cell}\n`).join('')}`;
    const details = await detailsOf(pie(SUM, csv));
    expect(details).toMatchObject([{ line: 4, column: 2 }]);
  });

  test.each(['sum', 'median'])('`units` convert currencies for %s', async (aggregate) => {
    const columns = `columns: { name: k, value: { ${aggregate}: v } }`;
    const expected = aggregate === 'sum' ? 20 : 10;
    expect(await pie(`units: { €: 2, $: 1 }, ${columns}`, 'k,v\na,5€\na,10 $\n')).toEqual([['a', expected]]);
  });
});

describe('Chinese numbers and times in a selection', () => {
  test('conditions and windows read Chinese cells', async () => {
    const csv =
      'k,v,at\na,3.5万,2026年11月21日 上午11时30分\nb,1.2亿,2026年11月21日 11:45\nc,8000,2026/11/20 下午 3:05\n';
    expect(await pie('where: { v: { above: 30000 } }, columns: { name: k, value: v }', csv)).toEqual([
      ['a', 35_000],
      ['b', 120_000_000],
    ]);
    expect(await pie('where: { v: 35000 }, columns: { name: k, value: v }', csv)).toEqual([['a', 35_000]]);
    expect(await pie("where: { at: { below: '2026年11月21日 0时' } }, columns: { name: k, value: v }", csv)).toEqual([
      ['c', 8000],
    ]);
    expect(await pie('window: { of: at }, columns: { name: k, value: v }', csv)).toEqual([
      ['a', 35_000],
      ['b', 120_000_000],
    ]);
  });

  test('aggregates add Chinese numbers exactly, and refuse a second currency', async () => {
    expect(await pie(SUM, 'k,v\na,1.1万\na,¥0.00001万\na,7\n')).toEqual([['a', 11_007.1]]);
    expect(await pie('columns: { name: { day: at }, value: { max: v } }', 'at,v\n2026年11月20日 8点,3千万\n')).toEqual([
      ['2026-11-20', 30_000_000],
    ]);
    expect(await pie(`units: { 吨: 1 }, ${SUM}`, 'k,v\na,3.5万吨\na,5 吨\n')).toEqual([['a', 35_005]]);
    const [detail] = await detailsOf(pie(SUM, 'k,v\na,¥3万\na,$5万\n'));
    expect(detail).toMatchObject({ line: 3, column: 2, message: expect.stringContaining('another currency') });
  });

  test('a Chinese number or time that is refused is named at its cell', async () => {
    const [number] = await detailsOf(pie(SUM, 'k,v\na,3万\nb,约3万\n'));
    expect(number).toMatchObject({ line: 3, column: 2, hint: 'write 35000 or 3.5万' });
    const [time] = await detailsOf(pie(`window: { of: k }, ${SUM}`, 'k,v\n2026年11月20日 周四,3万\n'));
    expect(time).toMatchObject({ line: 2, column: 1, hint: expect.stringContaining('2026-11-20 is a Friday') });
    const [bound] = await detailsOf(pie(`where: { v: { above: 3.5万 } }, ${SUM}`, 'k,v\na,3万\n'));
    expect(bound).toMatchObject({ hint: 'write 35000' });
  });

  test('columns of text stay as written, and a unit in a header is never applied', async () => {
    const csv = '金额(万元),v\n3.5万,2\n';
    expect(await pie('columns: { name: 金额(万元), value: v }', csv)).toEqual([['3.5万', 2]]);
    expect(await pie('columns: { name: v, value: 金额(万元) }', '金额(万元),v\n3.5,2\n')).toEqual([['2', 3.5]]);
  });
});

describe('JSON as offices and services write it', () => {
  const read = (json: string, more: Partial<RowsSource>, columns: readonly string[]) => {
    const source = {
      source: 'jsonRows',
      key: 'a.json',
      rows: '',
      ...more,
      selection: { columns: columns.map((of, index) => ({ name: `c${index}`, source: { from: 'cell', of } })) },
    } as RowsSource & { readonly source: 'jsonRows' };
    const definition = table(Object.fromEntries(columns.map((_, index) => [`c${index}`, optional(text)])));
    const [reader] = bindTable(source as never, definition, { timezone: 'UTC' }).readers;
    if (!reader) throw new Error('there is no reader');
    return readJsonRows(openRows(Buffer.from(json), source), source, reader({ currentTime: 0, timePeriod: 1 }));
  };

  test('a map gives a row for each entry, with its key', () => {
    const json = '{ "sites": { "n": { "v": 1 }, "s": { "v": 2 } } }';
    expect(read(json, { rows: 'sites.*' }, ['$key', 'v']).rows).toEqual([
      ['n', '1'],
      ['s', '2'],
    ]);
    expect(findRows(JSON.parse('{ "n": {} }'), '*').rows).toEqual([{ value: {}, path: 'n', key: 'n' }]);
  });

  test('unnest gives a row for each entry of a list, and keeps the other keys', () => {
    const json = '[{ "m": { "h": "a" }, "values": [[1, "x"], [2, "y"]] }, { "m": { "h": "b" }, "values": [] }]';
    const found = read(json, { unnest: 'values' }, ['m.h', 'values.0', 'values.1']);
    expect(found.rows).toEqual([
      ['a', '1', 'x'],
      ['a', '2', 'y'],
    ]);
    expect(found.locate(1, 2)).toMatchObject({ path: '[0].values[1][1]' });
    expect(found.locate(1, 0)).toMatchObject({ path: '[0].m.h' });
  });

  test('unnest gives a row for each entry of a map', () => {
    const json = '[{ "h": "a", "disks": { "c": { "gb": 1 }, "d": { "gb": 2 } } }]';
    expect(read(json, { unnest: 'disks.*' }, ['h', '$key', 'disks.gb']).rows).toEqual([
      ['a', 'c', '1'],
      ['a', 'd', '2'],
    ]);
  });

  test('a file of JSON lines may be larger than a response, but a JSON document may not', () => {
    const line = `{"v":"x","long":"${'y'.repeat(1024 * 1024)}"}`;
    const lines = (count: number): string => `${line}\n`.repeat(count);
    expect(read(lines(7), { key: 'a.ndjson' }, ['v']).rows).toHaveLength(7);
    const refused = (code: string) => expect.objectContaining({ code });
    expect(() => read(lines(16), { key: 'a.ndjson' }, ['v'])).toThrow(refused('SOURCE_TOO_LARGE'));
    expect(() => read(`[${Array(7).fill(line)}]`, {}, ['v'])).toThrow(refused('BODY_TOO_LARGE'));
  });

  test('a file of JSON lines has a row on each line, and is recognized by its name or its second line', () => {
    const json = '{ "v": 1 }\n\n{ "v": [7, 8] }\n';
    expect(read(json, {}, ['v']).rows).toEqual([['1'], ['7|8']]);
    const found = read(json, { key: 'a.ndjson' }, ['v.1']);
    expect(found.rows).toEqual([[null], ['8']]);
    expect(found.locate(1, 0)).toMatchObject({ line: 3 });
    expect(() => read('{ "v": 1 }\n{ "v": }\n', {}, ['v'])).toThrow(
      expect.objectContaining({ code: 'SOURCE_INVALID', details: [expect.objectContaining({ line: 2 })] }),
    );
  });
});

test('bytes of gzip are unpacked, and damaged ones are refused', () => {
  const packed = gzipSync('a,b\n1,2\n');
  expect(Buffer.from(unpackBytes(packed)).toString()).toBe('a,b\n1,2\n');
  const refused = expect.objectContaining({ code: 'SOURCE_INVALID' });
  expect(() => unpackBytes(packed.subarray(0, 12))).toThrow(refused);
  packed[12] = 0xff;
  expect(() => unpackBytes(packed)).toThrow(refused);
});
