import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import type { Estimate } from './create-estimate.ts';
import { writeMoney, writeShare } from './figures.ts';
import { type PriceList, roundMoney } from './price-list.ts';

/** In the currency of the estimate. */
export interface BudgetComparison {
  readonly amount: number;
  readonly over: boolean;
  /** Below 0 if something is left. */
  readonly difference: number;
}

type Budgeted = Pick<LoadedDashboard, 'budget' | 'region'>;

/** Returns the currency of a budget: AWS bills in CNY in China, and in US dollars elsewhere. */
export const budgetCurrency = ({ region = '' }: Pick<Budgeted, 'region'>): string =>
  region.startsWith('cn-') ? 'CNY' : 'USD';

/** Returns the factor from the currency of the budget to that of the prices. Undefined if no rate is given. */
const factorOf = (dashboard: Budgeted, { currency, converted }: PriceList): number | undefined => {
  const unit = budgetCurrency(dashboard);
  if (unit === currency) return 1;
  return unit === converted?.from ? converted.rate : undefined;
};

/** Returns undefined if there is no budget, or no rate for its currency. */
export const compareBudget = (
  dashboard: Budgeted,
  { total, prices }: Pick<Estimate, 'total' | 'prices'>,
): BudgetComparison | undefined => {
  const factor = factorOf(dashboard, prices);
  if (!dashboard.budget || factor === undefined) return undefined;
  const amount = roundMoney(dashboard.budget.amount * factor);
  return { amount, over: total > amount, difference: roundMoney(total - amount) };
};

export const describeBudget = (dashboard: Budgeted, { total, prices }: Estimate): string | undefined => {
  if (!dashboard.budget) return undefined;
  const budget = compareBudget(dashboard, { total, prices });
  if (!budget) {
    const unit = budgetCurrency(dashboard);
    return `the budget of ${writeMoney(dashboard.budget.amount)} is in ${unit}, and the prices are in ${prices.currency}: add --currency ${unit} with --rate`;
  }
  const { amount, over, difference } = budget;
  const gap = `${writeMoney(Math.abs(difference))} (${writeShare(Math.abs(difference), amount)})`;
  return over
    ? `the budget of ${writeMoney(amount)} is exceeded by ${gap}`
    : `${gap} of the budget of ${writeMoney(amount)} is left`;
};
