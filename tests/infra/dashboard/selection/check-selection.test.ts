import { describe, expect, test } from '@jest/globals';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const CSV = 'Region,Status,Amount,Created at\nEast,paid,7,2026-11-20 08:00\n';

/** Checks an endpoint whose definition is below `pie:`. Returns messages and hints, each with its line and column. */
const check = async (component: string, ...lines: readonly string[]): Promise<readonly string[]> => {
  const file = [
    'dashboard: ops',
    'endpoints:',
    '  pie:',
    `    component: ${component}`,
    ...lines.map((line) => `    ${line}`),
  ];
  const folder = await writeFolder({ 'dashboard.yml': `${file.join('\n')}\n`, 'data/orders.csv': CSV });
  const { errors, warnings } = await loadDashboard(folder);
  return [...errors, ...warnings].map((diagnostic) =>
    formatDiagnostic(diagnostic, '').replace(`pie (${component}): `, ''),
  );
};

const pie = (selection: string) => check('3D Pie Chart', `csv: { file: orders.csv, ${selection} }`);

const COLUMNS = 'columns: { name: Region, value: { sum: Amount } }';

describe('a selection', () => {
  test.each([
    COLUMNS,
    `${COLUMNS}, sort: [-value, name], limit: 6, rest: Others`,
    `${COLUMNS}, sort: 2`,
    'columns: { name: { map: Region, to: { East: E }, else: other }, value: { count: rows } }, limit: 3, rest: Others',
    'columns: { name: { map: Region, to: { East: E, Others: Rest } }, value: { count: rows } }, limit: 3, rest: Others',
    'columns: { name: $name, value: $value }, unpivot: [Amount]',
    'where: { 1: East }, sort: -value, limit: 3',
    'window: { of: Created at, last: today }, columns: { name: { hour: Created at }, value: { count: rows } }',
  ])('a selection with %s is valid', async (selection) => {
    expect(await pie(selection)).toEqual([]);
  });

  test.each([
    [`${COLUMNS}, limt: 6`, 'unknown key `csv.limt` (did you mean `limit`?)'],
    ['columns: { nam: Region, name: Region, value: Amount }', 'the component has no column nam (did you mean name?)'],
    [
      'columns: { name: Region }',
      '`columns` has no entry for value (say where each comes from: `columns: { value: ... }`)',
    ],
    [
      `${COLUMNS}, sort: -amount`,
      '`sort` names amount, which is not a column here (the component’s columns are name, value)',
    ],
    [`${COLUMNS}, sort: valu`, '`sort` names valu, which is not a column here (did you mean value?)'],
    [`${COLUMNS}, sort: 3`, '`sort` names 3, which is not a column here ('],
    [`${COLUMNS}, rest: Others`, '`rest` needs `limit` (add a limit such as `limit: 6`; '],
    [
      `${COLUMNS}, rest: Others, limit: 1`,
      '`rest` needs `limit: 2` or more (`rest` is one of the rows of `limit`: write at least 2)',
    ],
    [`${COLUMNS}, limit: 0`, '`csv.limit` cannot be 0 (write a whole number of rows, from 1)'],
    [
      'columns: { name: Region, value: Amount }, rest: Others, limit: 6',
      '`rest` needs an aggregate (make a column an aggregate, such as `{ sum: Amount }`, or leave `rest` out)',
    ],
    ['sort: -value, limit: 6, rest: Others', '`rest` needs `columns` (say what fills each column of the component'],
    [
      'columns: { name: Region, value: Amount, score: { sum: Amount } }, rest: Others, limit: 6',
      '`rest` cannot write Others into value, which is a number (',
    ],
    [
      'columns: { name: { map: Region, to: { East: E } }, value: { sum: Amount } }, rest: Others, limit: 6',
      'the map of name has no entry for Others, the value of `rest` (add Others to the map, or set `else`)',
    ],
    ['unpivot: [Amount]', '`unpivot` needs `columns` (say what fills each column of the component: '],
    [
      'columns: { name: { hour: Created at }, value: { sum: Amount } }',
      'name is the hour of the day: the same hour of two days is one group (limit the `window` to less than 24 hours',
    ],
    [
      'window: { of: Created at, last: 24h }, columns: { name: { hour: Created at }, value: { sum: Amount } }',
      'name is the hour of the day: ',
    ],
  ])('a selection with %s is reported', async (selection, expected) => {
    const diagnostics = await pie(selection);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toContain(expected);
  });

  test('a selection without an aggregate may use the hour of the day, because it keeps each row apart', async () => {
    expect(await pie('columns: { name: { hour: Created at }, value: Amount }')).toEqual([]);
  });

  test('an error of a selection has the line and column of the faulty key', async () => {
    const diagnostics = await check(
      '3D Pie Chart',
      'csv:',
      '  file: orders.csv',
      '  columns: { name: Region, value: { sum: Amount } }',
      '  sort: -amount',
    );
    expect(diagnostics).toEqual([expect.stringMatching(/^:8:13 {2}`sort` names amount/)]);
  });

  test('a selection for a component with free columns needs as many columns as the component reads', async () => {
    const diagnostics = await check('ECharts Pie Chart', 'csv: { file: orders.csv, columns: { East: Amount } }');
    expect(diagnostics).toEqual([
      expect.stringContaining('`columns` has 1 column; expected exactly 3 (each key of `columns` is'),
    ]);
  });

  test('the selections of several files for free columns must have the same keys in the same order', async () => {
    const diagnostics = await check(
      'Paging List',
      'csv:',
      '  - { file: orders.csv, columns: { Region: Region, Amount: Amount } }',
      '  - { file: orders.csv, columns: { Amount: Amount, Region: Region } }',
    );
    expect(diagnostics).toEqual([expect.stringMatching(/^:7:38 {2}`columns` has other keys than in the first file/)]);
  });

  test('an error in the selection of a named table has its place inside that table', async () => {
    const diagnostics = await check(
      '3D Sankey Diagram',
      'nodes: { csv: { file: orders.csv, columns: { id: Region, name: Region }, unique: true } }',
      'links: { csv: { file: orders.csv, columns: { from: Region, to: Status, weigth: { sum: Amount } } } }',
    );
    expect(diagnostics).toEqual([
      expect.stringMatching(/^:6:39 {2}`columns` has no entry for weight/),
      expect.stringMatching(/^:6:76 {2}the component has no column weigth \(did you mean weight\?\)/),
    ]);
  });

  test('a selection of rows in a JSON document is checked like that of a CSV file', async () => {
    const rows = 'file: orders.csv, rows: data.items';
    expect(await check('3D Pie Chart', `json: { ${rows}, columns: { name: region, vlue: { sum: amount } } }`)).toEqual([
      expect.stringContaining('`columns` has no entry for value'),
      expect.stringContaining('the component has no column vlue'),
    ]);
    expect(await check('3D Pie Chart', `json: { ${rows} }`)).toEqual([
      expect.stringContaining('`json.columns` is missing (add `columns`: a map from the component'),
    ]);
    expect(await check('3D Pie Chart', `json: { ${rows}, columns: { name: a, value: b }, header: 4 }`)).toEqual([
      expect.stringContaining('unknown key `json.header`'),
    ]);
  });
});

const A_NUMBER = "'few' is not a number (write a number such as 1234.5)";
const noBound = (word: string) =>
  `\`${word}\` cannot be 'few' (write a number, or a time: 13-digit milliseconds, ISO 8601, yyyy-MM-dd HH:mm:ss or yyyy/M/d HH:mm)`;

describe('constants and conditions of a selection', () => {
  test.each([
    ['few', 'columns: { name: Region, value: { constant: few } }', A_NUMBER],
    ['few', 'columns: { name: Region, value: { palette: [1, few] } }', A_NUMBER],
    ['few', 'columns: { name: Region, value: { map: Status, to: { paid: few } } }', A_NUMBER],
    ['few', 'columns: { name: Region, value: { map: Status, to: { paid: 1 }, else: few } }', A_NUMBER],
    ['few', `where: { Amount: { above: few } }, ${COLUMNS}`, noBound('above')],
    ['few', 'columns: { name: Region, value: { count: rows, where: { Amount: { below: few } } } }', noBound('below')],
  ])(
    'a value of the wrong type in a selection is reported at its place: %s in %s',
    async (value, selection, message) => {
      const column = `    csv: { file: orders.csv, ${selection}`.indexOf(value) + 1;
      expect(await pie(selection)).toEqual([`:5:${column}  ${message}`]);
    },
  );

  test('a time in a selection may have the form of the times in the file', async () => {
    const where = "dates: dd/MM/yyyy, where: { Created at: { above: '20/11/2026' } }";
    expect(await pie(`${where}, ${COLUMNS}`)).toEqual([]);
  });
});
