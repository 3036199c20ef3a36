import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { Estimate } from '../create-estimate.ts';
import type { Savings } from '../savings/find-savings.ts';

/** The parts of a report of the command `cost`. */
export interface CostReport {
  readonly dashboard: Pick<LoadedDashboard, 'name' | 'region' | 'budget' | 'tags'>;
  readonly estimate: Estimate;
  readonly savings: Savings;
  /** True to print all that is known, in place of the short form. */
  readonly hasDetails: boolean;
  /** True to add the sum of twelve months. */
  readonly hasYear: boolean;
}

const MONTHS_PER_YEAR = 12;

/** Returns the total of twelve months, and the days that they count. */
export const yearOf = (
  total: number,
  { daysAMonth }: Estimate['assumptions'],
): { readonly total: number; readonly days: number } => ({
  total: Math.round(total * MONTHS_PER_YEAR * 10_000) / 10_000,
  days: daysAMonth * MONTHS_PER_YEAR,
});
