import { expect, test } from '@jest/globals';
import { describeDashboard } from '../../../../infra/console/helper/describe-dashboard.ts';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const HOUR_MS = 60 * 60_000;
const SELECTED = 'dataset: orders, columns: { name: Region, value: { sum: Amount } }';

test('an endpoint shows its data as old from the age on that its dataset promises', async () => {
  const folder = await writeFolder({
    'dashboard.yml': `dashboard: tests
datasets:
  orders: { csv: orders.csv, expect: { newest: { of: At, within: 2h } } }
  plain: { csv: orders.csv }
endpoints:
  promised: { component: 3D Pie Chart, ${SELECTED} }
  plain: { component: 3D Pie Chart, ${SELECTED.replace('orders', 'plain')} }
  file: { component: 3D Pie Chart, csv: share.csv }
`,
    'data/orders.csv': 'Region,Amount,At\nEast,1,2026-11-20 08:00\n',
    'data/share.csv': 'name,value,score,pv\nA,1,,\n',
  });
  const dashboard = await loadDashboard(folder);
  expect(dashboard.errors).toEqual([]);
  const host = { mode: 'local', base: 'http://127.0.0.1:3000', shown: 'http://192.168.1.20:3000' } as const;
  const createReadSecret = async () => () => undefined;
  const { base, endpoints } = await describeDashboard({ ...host, dashboard: () => dashboard, createReadSecret });
  expect(endpoints.map(({ slug, oldFromMs }) => [slug, oldFromMs])).toEqual([
    ['promised', 2 * HOUR_MS],
    ['plain', undefined],
    ['file', undefined],
  ]);
  expect([base, endpoints[0]?.url]).toEqual([host.shown, `${host.shown}/pie/promised`]);
});

test('the console names the errors because of which the last change is not served', async () => {
  const folder = await writeFolder({
    'dashboard.yml': 'dashboard: tests\nendpoints:\n  share: { component: 3D Pie Chart, csv: share.csv }\n',
    'data/share.csv': 'name,value,score,pv\nA,1,,\n',
  });
  const dashboard = await loadDashboard(folder);
  const error = {
    file: `${folder}/dashboard.yml`,
    line: 3,
    column: 9,
    message: 'unknown key',
    severity: 'error',
  } as const;
  const { problems } = await describeDashboard({
    mode: 'local',
    base: '',
    dashboard: () => dashboard,
    rejected: () => [error],
    createReadSecret: async () => () => undefined,
  });
  expect(problems).toEqual([
    {
      sentence: 'The last change is not served, because it has an error. The previous version is still served.',
      details: [{ file: 'dashboard.yml', line: 3, column: 9, message: 'unknown key' }],
      tables: [],
    },
  ]);
});
