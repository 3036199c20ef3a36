import type { Estimate } from './create-estimate.ts';
import { writeMoney } from './figures.ts';
import { priceOf } from './price-list.ts';

/** Calculates the monthly cost of compute on each architecture of Lambda, with the same times. */
export const compareArchitectures = ({ sum, prices }: Pick<Estimate, 'sum' | 'prices'>) => ({
  arm64: sum.compute,
  x86_64: (sum.compute * priceOf(prices, 'computeX86', 1)) / priceOf(prices, 'compute', 1),
});

/** Compares the cost of both architectures. Dashboards are deployed to arm64. */
export const describeArchitectures = (estimate: Estimate): string => {
  const { arm64, x86_64 } = compareArchitectures(estimate);
  return `Compute costs ${writeMoney(arm64)} a month on arm64, where functions run; the same times on x86_64 would cost ${writeMoney(x86_64)}.`;
};
