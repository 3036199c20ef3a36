import { describe, expect, test } from '@jest/globals';
import { checkDashboard, findUnusedColumns } from '../../../../infra/dashboard/check-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const ORDERS = [
  'Order,Created at,Status,Region,Amount',
  '1001,2026-11-18 10:05:00,paid,East,120.00',
  '1002,2026-11-19 14:20:00,paid,South,80.50',
  '1003,2026-11-20 08:03:00,paid,East,"1,200.00"',
  '1004,2026-11-20 08:15:00,cancelled,North,5x',
  '',
].join('\n');

const check = async (datasets: readonly string[], endpoints: readonly string[], orders = ORDERS) => {
  const lines = ['dashboard: shop', 'datasets:', ...datasets, 'endpoints:', ...endpoints, ''];
  const folder = await writeFolder({ 'dashboard.yml': lines.join('\n'), 'data/orders.csv': orders });
  const { dashboard, errors, warnings } = await checkDashboard(folder);
  return {
    dashboard,
    found: [...errors, ...warnings].map((one) => formatDiagnostic(one, one.file.slice(folder.length + 1))),
  };
};

const ALL = '  orders: { csv: orders.csv }';
const PAID = '  orders: { csv: { file: orders.csv, where: { Status: paid } } }';
const BY_REGION =
  '  orders: { csv: { file: orders.csv, where: { Status: paid }, columns: { Area: Region, Total: { sum: Amount } } } }';
const pie = (selection: string) => `  pie: { component: 3D Pie Chart, dataset: orders, ${selection} }`;

describe('the file of a dataset', () => {
  test.each([
    [PAID, 'columns: { name: Region, value: { sum: Amount } }'],
    [BY_REGION, 'columns: { name: Area, value: Total }, sort: -value'],
    [
      ALL,
      'where: { Status: { not: cancelled } }, window: { of: Created at, atMost: 1h }, columns: { name: Region, value: { sum: Amount } }',
    ],
  ])('the file of a dataset may be read: %s, by an endpoint with %s', async (dataset, selection) => {
    const { found } = await check([dataset], [pie(selection)]);
    expect(found.filter((line) => !line.includes('warning'))).toEqual([]);
  });

  test('the file of a dataset is checked with the selection of each endpoint, and errors name lines and columns of the file', async () => {
    const { found } = await check(
      [ALL],
      [
        pie('columns: { name: Region, value: { sum: Amount } }'),
        pie('columns: { name: region, value: { count: rows } }').replace('pie', 'name'),
        pie('window: Status, columns: { name: Region, value: { count: rows } }').replace('pie', 'time'),
      ],
    );
    expect(found.map((line) => line.replace(/ \(.*/, ''))).toEqual([
      'dashboard.yml:6:70  name',
      'data/orders.csv:2:3  time',
      'data/orders.csv:5:5  pie',
    ]);
    expect(found[0]).toContain("(3D Pie Chart): the dataset orders has no column 'region'; did you mean 'Region'?");
    expect(found[2]).toContain("(3D Pie Chart): Amount: '5x' is not a number (");
  });

  test('the file of a dataset is checked through the selection of the dataset', async () => {
    const lines = ORDERS.replace('80.50', '8o');
    const { found } = await check([PAID], [pie('columns: { name: Region, value: { sum: Amount } }')], lines);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("data/orders.csv:3:5  pie (3D Pie Chart): Amount: '8o' is not a number (");
  });

  test('an error of a dataset is reported once, and not for each of its endpoints', async () => {
    const endpoint = pie('columns: { name: Area, value: Total }');
    const dataset = BY_REGION.replace('Status', 'State');
    const { found } = await check([dataset], [endpoint, endpoint.replace('pie', 'pie2')]);
    expect(found).toEqual([
      "dashboard.yml:3:47  line 1 of data/orders.csv has no column 'State'; did you mean 'Status'?",
    ]);
  });

  test('the file of a dataset is checked even if no endpoint uses the dataset', async () => {
    const endpoint =
      '  pie: { component: 3D Pie Chart, csv: { file: orders.csv, columns: { name: Region, value: { count: rows } } } }';
    const { found } = await check([BY_REGION.replace('Amount', 'Amuont')], [endpoint]);
    expect(found).toEqual([
      "dashboard.yml:3:102  line 1 of data/orders.csv has no column 'Amuont'; did you mean 'Amount'?",
      'dashboard.yml:3:3  warning: no endpoint uses the dataset orders (write `dataset: orders` at an endpoint, or remove it)',
    ]);
  });

  test('the file of a dataset gets a warning if its newest row is older than the window of the dataset or of an endpoint', async () => {
    const old = ORDERS.replaceAll('2026-11', '2020-11');
    const windowed = '  orders: { csv: { file: orders.csv, window: { of: Created at, last: 24h } } }';
    const selection = 'where: { Status: paid }, columns: { name: Region, value: { sum: Amount } }';
    const { found } = await check([windowed], [pie(selection)], old);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(
      /^data\/orders\.csv:1:1 {2}warning: dataset orders: the newest row is from 2020-11-20 08:15:00, /,
    );
    const ofEndpoint = await check(
      [PAID],
      [pie('window: { of: Created at, last: 24h }, columns: { name: Region, value: { sum: Amount } }')],
      old,
    );
    expect(ofEndpoint.found).toHaveLength(1);
    expect(ofEndpoint.found[0]).toContain('warning: the newest row is from 2020-11-20 08:03:00, ');
  });
});

describe('the columns of a file that no endpoint uses', () => {
  const unusedOf = async (dataset: string, ...selections: readonly string[]) => {
    const endpoints = selections.map((selection, index) => pie(selection).replace('pie', `pie${index}`));
    const { dashboard } = await check([dataset], endpoints);
    return (await findUnusedColumns(dashboard)).map(({ message }) => message.replace('no endpoint uses ', ''));
  };

  test('the unused columns of a file are those that neither the dataset nor its endpoints name', async () => {
    const columns = 'columns: { name: Region, value: { sum: Amount } }';
    expect(await unusedOf(PAID, columns)).toEqual(['Order, Created at']);
    expect(await unusedOf(PAID, columns, `window: Created at, ${columns}`)).toEqual(['Order']);
    expect(await unusedOf(BY_REGION, 'columns: { name: Area, value: Total }')).toEqual(['Order, Created at']);
  });

  test('a file has no unused columns if an endpoint reads the dataset by position', async () => {
    const file = '  orders: { csv: { file: orders.csv, columns: { a: Region, b: Amount } } }';
    expect(
      await unusedOf(
        file.replace('columns: { a: Region, b: Amount }', 'limit: 1'),
        'columns: { name: 4, value: { count: rows } }',
        'sort: 1',
      ),
    ).toEqual([]);
  });
});
