import { expect, test } from '@jest/globals';
import { checkDashboard } from '../../../../infra/dashboard/check-dashboard.ts';
import { checkEndpointInThread, checkInThread } from '../../../../infra/local/session/check-in-thread.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const DASHBOARD = `dashboard: wall
endpoints:
  good: { component: 3D Pie Chart, csv: good.csv }
  bad: { component: 3D Pie Chart, csv: bad.csv }
`;

const writeDashboard = () =>
  writeFolder({
    'dashboard.yml': DASHBOARD,
    'data/good.csv': 'name,value,score,pv\na,1,,\n',
    'data/bad.csv': 'name,value,score,pv\na,1,,\nb,2x,,\n',
  });

test('a check in a worker thread finds the same as a check in the main thread', async () => {
  const folder = await writeDashboard();
  const { dashboard: _, ...found } = await checkDashboard(folder);
  expect(found.errors).toHaveLength(1);
  expect(await checkInThread(folder)).toEqual(found);
});

test('a check of one endpoint in a worker thread reads only the files of this endpoint', async () => {
  const folder = await writeDashboard();
  expect(await checkEndpointInThread(folder, 'good')).toEqual([]);
  expect(await checkEndpointInThread(folder, 'bad')).toMatchObject([{ endpoint: 'bad', line: 3, column: 2 }]);
});

test('a folder without dashboard.yml gets the same error in a worker thread as in the main thread', async () => {
  const folder = await writeFolder({});
  const { dashboard: _, ...found } = await checkDashboard(folder);
  expect(found.errors).toHaveLength(1);
  expect(await checkInThread(folder)).toEqual(found);
});

test('a check in a worker thread warns of a budget below the estimate, in the words of check', async () => {
  const folder = await writeFolder({
    'dashboard.yml': DASHBOARD.replace('endpoints:', 'budget: { amount: 1, email: ops@example.com }\nendpoints:'),
    'data/good.csv': 'name,value,score,pv\na,1,,\n',
    'data/bad.csv': 'name,value,score,pv\na,1,,\n',
  });
  const { warnings } = await checkInThread(folder);
  expect(warnings).toEqual([
    expect.objectContaining({
      line: 2,
      column: 19,
      message: expect.stringMatching(/^`budget.amount` is 1\.00 USD a month, and the estimate is \d+\.\d\d USD$/),
    }),
  ]);
});
