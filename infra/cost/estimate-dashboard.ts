import { commandLine } from '../build/command-line.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { Diagnostic } from '../dashboard/folder/diagnostic.ts';
import { readLakeOptions } from './change-datasets.ts';
import { createEstimate, type Estimate } from './create-estimate.ts';
import { writeMoney } from './figures.ts';
import { OWN_PRICES, type PriceList, readPriceList } from './price-list.ts';
import { assumeDashboard, openTimes, readAssumptions } from './read-assumptions.ts';
import { describeWall } from './wall.ts';

type Values = Parameters<typeof readAssumptions>[0] & Parameters<typeof readLakeOptions>[0];

/**
 * Estimates the monthly cost of a dashboard without errors.
 * @param values the options of the command `cost`; the defaults and the hours of dashboard.yml count for all others.
 */
export const estimateDashboard = async (
  dashboard: LoadedDashboard,
  values: Values,
  prices: PriceList,
): Promise<Estimate> => {
  const assumptions = {
    ...readAssumptions(values, dashboard.memory),
    ...(values.hours === undefined && openTimes(dashboard)),
    ...assumeDashboard(dashboard),
  };
  return createEstimate(readLakeOptions(values)(await describeWall(dashboard)), assumptions, prices);
};

/** Warns of a budget below the estimate of the command `cost`. */
export const checkBudget = async (dashboard: LoadedDashboard): Promise<readonly Diagnostic[]> => {
  const { budget, errors, written } = dashboard;
  if (!budget || errors.length > 0) return [];
  const { total } = await estimateDashboard(dashboard, {}, await readPriceList(OWN_PRICES));
  if (budget.amount >= total) return [];
  const message = `\`budget\` is ${writeMoney(budget.amount)} USD a month, and the estimate is ${writeMoney(total)} USD`;
  const hint = `${commandLine('cost')} shows what costs how much, and what saves; or raise \`amount\``;
  return [written.toDiagnostic({ path: ['budget'], message, hint, severity: 'warning' })];
};
