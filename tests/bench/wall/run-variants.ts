import { availableParallelism } from 'node:os';
import type { Outcome } from './outcome.ts';
import { runVariant } from './run-variant.ts';
import type { Simulation, Variant } from './simulation.ts';

/** Simulates variants, one for each processor at a time. Outcomes are in the order of the variants. */
export const runVariants = async (
  simulation: Simulation,
  variants: readonly Variant[],
  report: (variant: Variant) => void,
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  const waiting = variants.entries();
  const work = async (): Promise<void> => {
    for (const [index, variant] of waiting) {
      outcomes[index] = await runVariant(simulation, variant);
      report(variant);
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), variants.length) }, work));
  return outcomes;
};
