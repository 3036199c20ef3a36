/** @jest-environment node */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { describeWall } from '../../../infra/cost/wall.ts';
import { type CheckedDashboard, checkDashboard } from '../../../infra/dashboard/check-dashboard.ts';
import { objectsOf } from '../../../infra/stack/sources.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { serveExamples } from '../../support/requests/serve-examples.ts';

const REQUEST = { currentTime: Date.parse('2026-11-20T09:00:00Z'), timePeriod: 60 };
const SALES = 'Region,Amount\nNorth,40\nSouth,50\nNorth,20\n';
const ITEMS = '{"items":[{"Region":"North","Amount":40},{"Region":"South","Amount":50}]}';
const SEED = `create table sales ("Region" text, "Amount" numeric, "Note" text);
insert into sales values ('North', 40, '1'), ('South', 50, 'few'), ('North', 20, '3');`;
const SELECTED =
  'join: { goals: { file: goals.csv, on: Region } }, columns: { name: goals.Title, value: { formula: sum(Amount) / max(goals.Goal) } }';

const FILE = `dashboard: wall
timezone: UTC
datasets:
  plain: { csv: sales.csv }
  joined: { csv: { file: sales.csv, join: { goals: { file: goals.csv, on: Region } }, columns: { Title: goals.Title, Amount: Amount } } }
endpoints:
  file: { component: 3D Pie Chart, csv: { file: sales.csv, ${SELECTED} } }
  rows: { component: 3D Pie Chart, json: { file: sales.json, rows: items, ${SELECTED} } }
  set: { component: 3D Pie Chart, dataset: plain, ${SELECTED} }
  query: { component: 3D Pie Chart, sql: 'select * from sales', ${SELECTED} }
  cells: { component: 3D Pie Chart, sql: 'select * from sales', columns: { name: Region, value: { sum: Note } } }
  of-set: { component: 3D Pie Chart, dataset: joined, columns: { name: Title, value: { sum: Amount } } }
  filled: { component: 3D Pie Chart, csv: { file: merged.csv, fillDown: [Region], where: { goals.Title: South side }, unpivot: [Amount, goals.Goal], join: { goals: { file: goals.csv, on: Region } }, columns: { name: $name, value: { sum: $value } } } }
`;

const BUDGETS = "budgets: { file: budgets.csv, on: Region, decimal: ','";
const addedUp = (slug: string, aggregate: string, keys = ''): string =>
  `  ${slug}: { component: 3D Pie Chart, csv: { file: sales.csv, join: { ${BUDGETS}${keys} } }, columns: { name: { constant: all }, value: { ${aggregate}: budgets.Goal } } } }\n`;

let folder: string;
let served: Awaited<ReturnType<typeof serveExamples>>;
let checked: CheckedDashboard;
beforeAll(async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  folder = await writeFolder({
    'dashboard.yml': `${FILE}${addedUp('sum', 'sum')}${addedUp('median', 'median')}${addedUp('units', 'sum', ', units: { pcs: 1, k: 1000 }')}`,
    'data/sales.csv': SALES,
    'data/sales.json': ITEMS,
    'data/sales.sql': SEED,
    'data/merged.csv': 'Region,Amount\nNorth,1\nSouth,2\n,4\n',
    'data/budgets.csv': 'Region;Goal;Title\nNorth;1,5;\nSouth;2,5;\n',
    'data/goals.csv': 'Region,Goal,Title\nNorth,20,North side\n South ,100,South side\n',
  });
  checked = await checkDashboard(folder);
  served = await serveExamples(folder, checked, REQUEST);
});
afterAll(async () => {
  await served.close();
});

const rowsOf = async (slug: string) => {
  const { data, details } = (await served.respond(slug)) as Record<'data' | 'details', readonly unknown[]>;
  return data ?? details;
};

const FEW = { file: 'goals.csv', line: 3, column: 2, columnName: 'Goal', message: "'few' is not a number" };

describe('a selection that joins a second file', () => {
  test.each([
    ['file', [3, 0.5]],
    ['rows', [2, 0.5]],
    ['set', [3, 0.5]],
    ['query', [3, 0.5]],
    ['of-set', [60, 50]],
  ])('the endpoint %s has the names and goals of the second file', async (slug, [north, south]) => {
    expect(await rowsOf(slug)).toEqual([
      { name: 'North side', value: north },
      { name: 'South side', value: south },
    ]);
  });

  test('a join follows fillDown and precedes unpivot and where', async () => {
    expect(await rowsOf('filled')).toEqual([
      { name: 'Amount', value: 6 },
      { name: 'goals.Goal', value: 200 },
    ]);
  });

  test('the role of the function may read the second file, and its reads are counted', async () => {
    expect(objectsOf(checked.dashboard).map(({ key }) => key)).toContain('wall/goals.csv');
    const wall = await describeWall(checked.dashboard, new Map(), {});
    expect(wall.find(({ endpoint }) => endpoint === 'file')).toMatchObject({ objects: 2 });
    expect(wall.find(({ endpoint }) => endpoint === 'query')).toMatchObject({ objects: 1, queries: 1 });
  });

  test('the role of a function that only queries a database may read the file that a query is joined with', () => {
    const endpoints = checked.dashboard.endpoints.filter(({ slug }) => slug === 'query');
    expect(objectsOf({ ...checked.dashboard, endpoints })).toEqual([{ key: 'wall/goals.csv' }]);
  });

  test('an error in the result of a query names the row and the column of the result', async () => {
    const message = "'few' is not a number";
    expect(await rowsOf('cells')).toMatchObject([{ row: 2, column: 3, columnName: 'Note', message }]);
  });

  test('a change of the second file shows in the next response, and an error in it names its place', async () => {
    const change = async (...rows: readonly string[]) => {
      await writeFile(join(folder, 'data/goals.csv'), ['Region,Goal,Title', ...rows].join('\n'));
      await served.refresh();
    };
    await change('North,30,North side', 'South,100,South');
    expect(await rowsOf('file')).toMatchObject([{ value: 2 }, { name: 'South' }]);
    await change('North,30,North side', 'South,few,South side');
    expect(await rowsOf('file')).toContainEqual(expect.objectContaining(FEW));
    expect(await rowsOf('rows')).toContainEqual(expect.objectContaining(FEW));
    expect(await rowsOf('query')).toContainEqual(expect.objectContaining(FEW));
    await change('North,30,North side', 'North,1,South side');
    expect(await rowsOf('file')).toMatchObject([{ file: 'goals.csv', line: 3, column: 1, columnName: 'Region' }]);
  });

  test('a second currency in a joined column is refused at its place in the second file, and `units` of this file are applied', async () => {
    const change = async (...goals: readonly string[]) => {
      const rows = goals.map((goal, index) => `${['North', 'South'][index]};${goal};`);
      await writeFile(join(folder, 'data/budgets.csv'), ['Region;Goal;Title', ...rows].join('\n'));
      await served.refresh();
    };
    await change('5,50 €', '100 €');
    expect(await rowsOf('sum')).toEqual([{ name: 'all', value: 111 }]);
    expect(await rowsOf('median')).toEqual([{ name: 'all', value: 5.5 }]);
    await change('5,50 €', '$7');
    const place = { file: 'budgets.csv', line: 3, column: 2, columnName: 'Goal' };
    for (const slug of ['sum', 'median'])
      expect(await rowsOf(slug)).toMatchObject([{ ...place, message: expect.stringContaining('another currency') }]);
    await change('5,50 pcs', '2 k');
    expect(await rowsOf('units')).toEqual([{ name: 'all', value: 2011 }]);
  });
});
