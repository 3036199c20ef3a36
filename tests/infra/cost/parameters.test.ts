import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { estimateDashboard, measureBodies } from '../../../infra/cost/estimate-dashboard.ts';
import { formatReport } from '../../../infra/cost/report/format-report.ts';
import { findSavings } from '../../../infra/cost/savings/find-savings.ts';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { PRICES } from '../../support/cost/wall-of.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';

const dashboardOf = (cache: string) => `dashboard: shops
cache: ${cache}
watch: none
endpoints:
  shops:
    component: Rows
    parameters: { shop: { atLeast: 1, atMost: 20 } }
    csv: { file: orders.csv, where: { Shop: { parameter: shop } }, columns: { product: Product, total: { sum: Amount } } }
`;

const estimateOf = async (options: Readonly<Record<string, string>> = {}, cache = '1m') => {
  const files = { 'dashboard.yml': dashboardOf(cache), 'data/orders.csv': 'Shop,Product,Amount\n1,Bikes,520\n' };
  const dashboard = await loadDashboard(await writeFolder(files));
  expect(dashboard.errors).toEqual([]);
  const input = { dashboard, options, prices: PRICES, ...(await measureBodies(dashboard)) };
  return { input, estimate: await estimateDashboard(input) };
};

const MINUTES_A_MONTH = 60 * 24 * 30;
const CALLS = 3 * 6 * MINUTES_A_MONTH;

test('infra/cost/README.md has the estimate for a parameter with 20 values, a cache of one minute and 3 screens', async () => {
  const all = (await estimateOf()).estimate;
  const three = (await estimateOf({ combinations: '3' })).estimate;
  expect(all.endpoints[0]).toMatchObject({ calls: CALLS, combinations: 20, sourceReads: CALLS });
  expect(three.endpoints[0]).toMatchObject({ calls: CALLS, combinations: 3, sourceReads: 3 * MINUTES_A_MONTH });
  const readme = readFileSync(join(projectRoot, 'infra/cost/README.md'), 'utf8').replaceAll('\n', ' ');
  const sourceOf = ({ endpoints: [endpoint] }: typeof all) => `${(endpoint?.source ?? 0).toFixed(2)} dollars`;
  expect(readme).toContain(`each of the 777,600 requests of a month reads the file, for ${sourceOf(all)}`);
  expect(readme).toContain(`3 reads a minute, 129,600 a month, for ${sourceOf(three)}`);
});

test('--combinations counts no more combinations than an endpoint has', async () => {
  const { estimate } = await estimateOf({ combinations: '50' });
  expect(estimate.endpoints[0]?.combinations).toBe(20);
});

test('a shared cache is written for each combination', async () => {
  const { estimate } = await estimateOf({ combinations: '2' }, '{ ttl: 1m, shared: true }');
  expect(estimate.endpoints[0]).toMatchObject({ sourceReads: 2 * MINUTES_A_MONTH, refreshes: 2 * MINUTES_A_MONTH });
});

test('the report says how many combinations are counted, and --details names the endpoints', async () => {
  const { input, estimate } = await estimateOf();
  const report = { dashboard: input.dashboard, estimate, savings: await findSavings(input, estimate), hasYear: false };
  const text = (hasDetails: boolean) => formatReport({ ...report, hasDetails }).replaceAll(/\s+/g, ' ');
  expect(text(false)).toContain('Up to 20 combinations of parameters are shown at once (--combinations)');
  expect(text(true)).toContain('Combinations here: shops 20.');
});
