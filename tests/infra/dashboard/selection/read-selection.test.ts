import { describe, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import type { Selection } from '../../../../shared/config/selection.ts';
import type { CsvSource } from '../../../../shared/config/sources.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';

const DATA = { 'data/orders.csv': 'Region,Amount\nNorth,1\n' };

const load = async (component: string, csv: string) => {
  const file = endpointsFile(`  one: { component: ${component}, csv: ${csv} }`);
  return loadDashboard(await writeFolder({ 'dashboard.yml': file, ...DATA }));
};

const sourceOf = async (keys: string, component = 'Paging List'): Promise<CsvSource> => {
  const { endpoints, errors } = await load(component, `{ file: orders.csv, ${keys} }`);
  expect(errors).toEqual([]);
  return endpoints[0]?.config.tables.table as CsvSource;
};

const selectionOf = async (keys: string, component?: string): Promise<Selection | undefined> =>
  (await sourceOf(keys, component)).selection;

const columnOf = async (source: string) => (await selectionOf(`columns: { value: ${source} }`))?.columns?.[0]?.source;

describe('a selection of dashboard.yml', () => {
  test('a selection of dashboard.yml is absent for a file that is read by position', async () => {
    expect(await sourceOf("decimal: ','")).toEqual({ source: 'csv', key: 'ops-room/orders.csv', decimal: ',' });
  });

  test.each([
    ['Region', { from: 'cell', of: 'Region' }],
    ['3', { from: 'cell', of: 3 }],
    ["'3'", { from: 'cell', of: '3' }],
    ['{ sum: Amount }', { from: 'sum', of: 'Amount' }],
    ['{ average: 2 }', { from: 'average', of: 2 }],
    ['{ last: $value }', { from: 'last', of: '$value' }],
    ['{ first: state, by: at }', { from: 'first', of: 'state', by: 'at' }],
    ['{ count: rows }', { from: 'count' }],
    ['{ percentile: 99.9, of: ms }', { from: 'percentile', percent: 99.9, of: 'ms' }],
    ['{ median: ms, else: 0 }', { from: 'median', of: 'ms', else: 0 }],
    ['{ percent: errors, of: requests }', { from: 'percent', part: 'errors', of: 'requests' }],
    [
      '{ percent: rows, where: { Status: paid } }',
      { from: 'percentOfRows', where: [{ column: 'Status', tests: [{ is: 'any', of: ['paid'] }] }] },
    ],
    ['{ hour: Created at }', { from: 'bucket', unit: 'hour', of: 'Created at' }],
    ['{ time: 1 }', { from: 'bucket', unit: 'time', of: 1 }],
    ["{ map: state, to: { up: 0, '': x }, else: -1 }", { from: 'map', of: 'state', to: { up: 0, '': 'x' }, else: -1 }],
    ['{ constant: ¥ }', { from: 'constant', value: '¥' }],
    ["{ palette: ['#2f7ed8'] }", { from: 'palette', values: ['#2f7ed8'] }],
    ['{ list: [Category, 2] }', { from: 'list', of: ['Category', 2] }],
  ])('a selection reads the source %s', async (text, source) => {
    expect(await columnOf(text)).toEqual(source);
  });

  test('a selection keeps the order of its columns, even if their names are whole numbers', async () => {
    const selection = await selectionOf('columns: { Region: 1, 2026: 2, 2025: 3 }');
    expect(selection?.columns?.map(({ name }) => name)).toEqual(['Region', '2026', '2025']);
  });

  test.each([
    ['Status: paid', 'Status', [{ is: 'any', of: ['paid'] }]],
    ['3: 7', 3, [{ is: 'any', of: [7] }]],
    ["'3': '7'", '3', [{ is: 'any', of: ['7'] }]],
    ['Region: [North, 5, true]', 'Region', [{ is: 'any', of: ['North', 5, true] }]],
    ['Status: { not: [a, b] }', 'Status', [{ is: 'not', of: ['a', 'b'] }]],
    [
      'Amount: { below: 9, above: 1 }',
      'Amount',
      [
        { is: 'below', of: 9 },
        { is: 'above', of: 1 },
      ],
    ],
    ['at: { atLeast: 2026-11-20 }', 'at', [{ is: 'atLeast', of: '2026-11-20' }]],
    [
      'Channel: { blank: false, contains: x }',
      'Channel',
      [
        { is: 'blank', of: false },
        { is: 'contains', of: 'x' },
      ],
    ],
  ])('a selection reads the condition %s', async (where, column, tests) => {
    expect(await selectionOf(`where: { ${where} }`)).toEqual({ where: [{ column, tests }] });
  });

  test('a selection keeps the order of its conditions', async () => {
    const selection = await selectionOf('where: { b: 1, 2: 1, 1: 1 }');
    expect(selection?.where?.map(({ column }) => column)).toEqual(['b', 2, 1]);
  });

  test.each([
    ['Created at', { of: 'Created at' }],
    ['2', { of: 2 }],
    ['{ of: at, last: 24h }', { of: 'at', last: 86_400_000 }],
    ['{ of: at, last: today }', { of: 'at', last: 'today' }],
    ['{ of: at, atMost: 1d }', { of: 'at', atMost: 86_400_000 }],
  ])('a selection reads the window %s', async (text, window) => {
    expect(await selectionOf(`window: ${text}`)).toEqual({ window });
  });

  test('a selection reads the keys sort, limit, rest, unique, unpivot, header and dates', async () => {
    const keys =
      'columns: { name: b, 2026: { sum: a } }, sort: [-2026, name], limit: 6, rest: Others, unique: true, unpivot: [cpu, 4]';
    expect(await selectionOf(keys)).toMatchObject({
      sort: [
        { column: '2026', descending: true },
        { column: 'name', descending: false },
      ],
      limit: 6,
      rest: 'Others',
      unique: true,
      unpivot: ['cpu', 4],
    });
    expect(await selectionOf('sort: -2026')).toEqual({ sort: [{ column: '2026', descending: true }] });
    expect(await sourceOf('header: 4, dates: dd/MM/yyyy HH:mm')).toMatchObject({
      header: 4,
      dates: 'dd/MM/yyyy HH:mm',
    });
    expect(await sourceOf('header: none')).toMatchObject({ header: 'none' });
  });

  test('each file of a list may have its own selection', async () => {
    const { endpoints, errors } = await load('Paging List', '[{ file: orders.csv }, { file: orders.csv, limit: 1 }]');
    expect(errors).toEqual([]);
    expect(endpoints[0]?.config.tables.table).toEqual({
      source: 'list',
      of: [
        { source: 'csv', key: 'ops-room/orders.csv', file: 'orders.csv' },
        { source: 'csv', key: 'ops-room/orders.csv', file: 'orders.csv', selection: { limit: 1 } },
      ],
    });
  });
});

describe('a faulty selection of dashboard.yml', () => {
  test.each([
    ['columns: {}', '`csv.columns` is empty (write a map from the component'],
    [
      'columns: { value: { sum: a, average: b } }',
      '`csv.columns.value` has several sources: `sum`, `average` (keep one of them',
    ],
    [
      'columns: { value: { where: { a: 1 } } }',
      '`csv.columns.value` has no source (write a column of the file, or a map',
    ],
    [
      'columns: { value: { sum: a, by: b } }',
      '`csv.columns.value.by` cannot be beside `sum` (`sum` allows only `where`, `else` and `earlier` beside it',
    ],
    [
      'columns: { value: { constant: a, where: { b: 1 } } }',
      '`csv.columns.value.where` cannot be beside `constant` (`constant` allows no other key',
    ],
    [
      'columns: { value: { percent: a } }',
      '`csv.columns.value` does not say of what it is a percentage (write `{ percent:',
    ],
    ['columns: { value: { percent: rows, of: a } }', '`csv.columns.value` does not say of what it is a percentage'],
    ['columns: { value: { map: a } }', '`csv.columns.value.to` is missing (add `to`, a map from cells to values'],
    [
      'columns: { value: { percentile: ms } }',
      '`csv.columns.value.percentile` cannot be "ms" (write a number from 0 to 100, and the column in the key `of`',
    ],
    ['columns: { value: { percentile: 95 } }', '`csv.columns.value.of` is missing (name the column, such as'],
    [
      'columns: { value: { percentile: 950, of: ms } }',
      '`csv.columns.value.percentile` cannot be 950 (write a number from 0',
    ],
    [
      'columns: { value: { hour: at, else: 0 } }',
      '`csv.columns.value.else` cannot be beside `hour` (`else` belongs to an aggregate or a `map`)',
    ],
    ['columns: { value: { count: a } }', '`csv.columns.value.count` cannot be "a" (write the word `rows`'],
    ['columns: { value: 0 }', '`csv.columns.value` cannot be 0 (write the name of a column, its position from 1'],
    ['columns: { value: { summ: a } }', 'unknown key `csv.columns.value.summ` (did you mean `sum`?'],
    [
      'where: { a: null }',
      '`csv.where.a` cannot be empty (write a value, a list of values, or a map such as `{ above: 20 }`; for blank cells `{ blank: true }`',
    ],
    ['where: { a: { abov: 1 } }', 'unknown key `csv.where.a.abov` (did you mean `above`?'],
    ['where: { a: [] }', '`csv.where.a` is empty (write a list of at least one value'],
    ['where: { a: { not: null } }', '`csv.where.a.not` cannot be empty (write a value, a list of values'],
    ['window: { of: a, last: 24h, atMost: 2h }', '`window` has both `last` and `atMost` (keep `last`'],
    [
      'window: { of: a, last: yesterday }',
      '`csv.window.last` cannot be "yesterday" (write today, week, month or year, or a duration before',
    ],
    ['window: { last: 24h }', '`csv.window.of` is missing (add `of`: the column of the times'],
    ['limit: 0', '`csv.limit` cannot be 0 (write a whole number of rows, from 1'],
    ['header: 0', '`csv.header` cannot be 0 (write the line of the header, from 1, or `none`'],
    ['header: no', '`csv.header` cannot be "no" (write the line of the header, from 1, or `none`'],
    ['group: a', 'unknown key `csv.group`'],
  ])('a faulty selection of dashboard.yml is reported: %s', async (keys, message) => {
    const { errors } = await load('Paging List', `{ file: orders.csv, ${keys} }`);
    const lines = errors.map((error) => formatDiagnostic(error, 'dashboard.yml'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(message);
  });

  test('an error in a list of selections is placed in its entry', async () => {
    const { errors } = await load('Paging List', '[{ file: orders.csv }, { file: orders.csv, limit: 0 }]');
    expect(errors.map((error) => formatDiagnostic(error, ''))).toEqual([
      ':3:89  one (Paging List): `csv[1].limit` cannot be 0 (write a whole number of rows, from 1)',
    ]);
  });
});

describe('the date pattern of a file', () => {
  const errorsOf = async (dates: string) =>
    (await load('Paging List', `{ file: orders.csv, dates: "${dates}" }`)).errors
      .map((error) => formatDiagnostic(error, ''))
      .filter((line) => line.includes('dates'));

  test.each([
    ['DD/MM/YYYY hh:mm', "`dates` has 'DD' and 'YYYY', which are no parts of a time (write dd/MM/yyyy HH:mm)"],
    ['dd/mm/yyyy', '`dates` has minutes (mm) where the month (MM) belongs (write dd/MM/yyyy)'],
    ['yyyy-MM-dd HH:MM', '`dates` has the month twice (write yyyy-MM-dd HH:mm)'],
    ['yyyy-MM-dd um HH', "`dates` has 'um', which is no part of a time (the parts of a time are yyyy yy MM"],
    ['yyyy-MM-dd dd', '`dates` has the day twice (the parts of a time are'],
    ['dd HH:mm', '`dates` has the day without the month'],
    ['mm:ss', '`dates` has the minute without the hour'],
    ['T-Z', '`dates` has no part of a time'],
  ])('the date pattern %s of a file is refused: %s', async (dates, line) => {
    expect(await errorsOf(dates)).toEqual([expect.stringContaining(line)]);
  });

  test.each(['dd/MM/yyyy HH:mm', 'HH:mm', 'yyyy-MM-ddTHH:mm:ssZ', 'seconds', 'yyyy年M月d日'])(
    'the date pattern of a file may be %s',
    async (dates) => {
      expect(await errorsOf(dates)).toEqual([]);
    },
  );
});
