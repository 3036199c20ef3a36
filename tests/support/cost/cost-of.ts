import {
  type CostInput,
  type CostOptions,
  estimateDashboard,
  measureBodies,
} from '../../../infra/cost/estimate-dashboard.ts';
import { choosePrices } from '../../../infra/cost/price-list.ts';
import { findSavings } from '../../../infra/cost/savings/find-savings.ts';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { writeFolder } from '../folders/write-folder.ts';

export type Files = Readonly<Record<string, string>>;

export const inputOf = async (files: Files, options: CostOptions = {}): Promise<CostInput> => {
  const dashboard = await loadDashboard(await writeFolder(files));
  expectNone(dashboard.errors.map(({ message }) => message));
  const [prices, measured] = await Promise.all([choosePrices(), measureBodies(dashboard)]);
  return { dashboard, options, prices, ...measured };
};

const expectNone = (errors: readonly string[]): void => {
  if (errors.length > 0) throw new Error(errors.join('\n'));
};

export const estimateOf = async (files: Files, options: CostOptions = {}) =>
  estimateDashboard(await inputOf(files, options));

export const savingsOf = async (files: Files, options: CostOptions = {}) => {
  const input = await inputOf(files, options);
  const estimate = await estimateDashboard(input);
  return { ...(await findSavings(input, estimate)), estimate, input };
};
