import { expect, test } from '@jest/globals';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { endpointsFile, writeFolder } from '../../../infra/lab/folders/write-folder.ts';
import { checkStatements } from '../../../infra/local/check-statements.ts';

test('a file of seeds that runs too long is an error at its place, and check ends', async () => {
  const folder = await writeFolder({
    'dashboard.yml': endpointsFile('  pie: { component: 3D Pie Chart, sql: select name, value from shares }'),
    'data/1-shares.sql': 'create table shares (name text, value int);',
    'data/2-slow.sql': 'select count(*) from generate_series(1, 1000000000000);',
  });
  expect(await checkStatements(await loadDashboard(folder), 5_000)).toEqual([
    {
      file: `${folder}/data/2-slow.sql`,
      line: 1,
      column: 1,
      severity: 'error',
      message: 'the file still runs after 5 s',
      hint: expect.stringMatching(/^correct the statement: .+ runs this file, too$/),
    },
  ]);
});
