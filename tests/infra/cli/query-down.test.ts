/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

test('wallfeed query says once why a server that the developer names does not answer', async () => {
  const folder = await writeFolder({
    'dashboard.yml': `dashboard: shop
database: { engine: mysql, local: env:WALLFEED_TEST_DOWN_URL }
datasets:
  all: { sql: 'select id from orders' }
endpoints:
  lines: { component: Rows, dataset: all }
`,
  });
  const env = { WALLFEED_TEST_DOWN_URL: 'mysql://root:sEcret-word@127.0.0.1:1/shop' };
  const { code, error } = await runCommand('query', ['all', '--local', '--dashboard', folder], { env });
  expect(code).toBe(1);
  expect(error.trim()).toMatch(
    /4:16 {2}The source refuses calls for now: the server of env:WALLFEED_TEST_DOWN_URL cannot be reached\. \(correct this on the machine that serves the dashboard\)$/,
  );
});
