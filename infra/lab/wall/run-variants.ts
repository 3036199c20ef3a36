import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { compileCache } from '../../build/thread.ts';
import type { Outcome } from './outcome.ts';
import type { Simulation, Variant } from './simulation.ts';

/** Simulates one variant in a separate thread, because a simulation replaces the clock, environment variables and output. */
export const runVariant = async (simulation: Simulation, variant: Variant): Promise<Outcome> => {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { simulation, variant },
    env: compileCache(),
  });
  const ended = once(worker, 'exit').then(() => {
    throw new Error(`the simulation of ${variant.name} ended without an outcome`);
  });
  const [outcome] = (await Promise.race([once(worker, 'message'), ended])) as [Outcome];
  return outcome;
};

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
