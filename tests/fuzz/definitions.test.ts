import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkDashboard } from '../../infra/dashboard/check-dashboard.ts';
import { writeFiles } from '../../infra/program/write-files.ts';
import { writeFolder } from '../support/folders/write-folder.ts';
import { definition, LONG_NAME } from '../support/fuzz/definitions/draw-definition.ts';
import { readDraws } from '../support/fuzz/draw.ts';

const ORDERS = 'Region,Amount,At\nNorth,1,2026-11-20\nSouth,2,2026-11-20\n';
/** Requests for which one dashboard is checked, because a check takes as long as several requests. */
const REQUESTS_OF_A_DASHBOARD = 20;

const [{ seed, runs } = { seed: 0, runs: 0 }] = readDraws(process.env);

test(`generated dashboards are checked to their end, no matter what words and patterns they have: seed ${seed}`, async () => {
  const folder = await writeFolder({ 'data/orders.csv': ORDERS, [`data/${LONG_NAME}`]: ORDERS });
  const isChecked = fc.asyncProperty(definition, async (drawn) => {
    await writeFiles(folder, { 'dashboard.yml': JSON.stringify(drawn) });
    await expect(checkDashboard(folder)).resolves.toHaveProperty('errors');
  });
  await fc.assert(isChecked, { seed, numRuns: Math.ceil(runs / REQUESTS_OF_A_DASHBOARD) });
});
