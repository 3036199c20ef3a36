import { expect, test } from '@jest/globals';
import { writeFolder } from '../../../../infra/lab/folders/write-folder.ts';
import { packageFolder } from '../../../../infra/lab/template/package-folder.ts';
import { checkResources } from '../../../../infra/lab/template/resource-schemas.ts';
import { breaches } from '../../../../infra/lab/template/rules.ts';

test('a dashboard with 1 000 endpoints can be packaged', async () => {
  const endpoint = (_: unknown, n: number) =>
    n % 2 === 0
      ? `  share-${n}: { component: 3D Pie Chart, csv: traffic.csv }`
      : `  orders-${n}: { component: Bar Chart, sql: 'select ${n}, 2, 3' }`;
  const lines = Array.from({ length: 1000 }, endpoint);
  const text = ['dashboard: large', 'endpoints:', ...lines, ''].join('\n');
  const folder = await writeFolder({ 'dashboard.yml': text, 'data/traffic.csv': 'a,b\nc,1\n' });
  const start = performance.now();
  const { template, functions } = await packageFolder(folder);
  console.info(`1 000 endpoints were packaged in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  expect(functions).toHaveLength(2);
  expect([...checkResources(template), ...breaches(template)]).toEqual([]);
});
