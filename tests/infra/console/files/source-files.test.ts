import { expect, test } from '@jest/globals';
import { affectedEndpoints } from '../../../../infra/console/create-local-console.ts';
import { listSourceFiles } from '../../../../infra/console/files/source-files.ts';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';

test('the files of an endpoint include those of its datasets', async () => {
  const columns = 'columns: { name: region, value: amount }';
  const file = endpointsFile(
    `  own: { component: 3D Pie Chart, csv: { file: other.csv, ${columns} } }`,
    `  through: { component: 3D Pie Chart, dataset: orders, ${columns} }`,
    `  query: { component: 3D Pie Chart, dataset: sales, ${columns} }`,
    'datasets:',
    '  orders: { csv: { file: orders.csv, delimiter: ";" } }',
    '  sales: { sql: "select region, amount from t" }',
  );
  const csv = 'region;amount\nEast;7\n';
  const folder = await writeFolder({ 'dashboard.yml': file, 'data/orders.csv': csv, 'data/other.csv': csv });
  const dashboard = await loadDashboard(folder);
  const files = dashboard.endpoints.map((endpoint) => listSourceFiles(endpoint, dashboard));
  expect(files).toMatchObject([
    [{ table: 'table', path: 'data/other.csv' }],
    [{ table: 'table', path: 'data/orders.csv', csv: { delimiter: ';' } }],
    [],
  ]);
  expect(affectedEndpoints(dashboard, ['data/orders.csv'])).toEqual(['through']);
});
