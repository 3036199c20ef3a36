import { availableParallelism } from 'node:os';
import { clonePath } from '../../program/program-files.ts';
import { startThread, type Thread } from '../../program/thread.ts';
import type { Outcome } from './outcome.ts';
import { REGIONS, type Run, type Simulation, type Variant } from './simulation.ts';
import type { operations } from './worker.ts';

/** One variant after another, so that the thread loads and compiles the functions' code only once. */
interface Simulator {
  readonly thread: Thread<typeof operations>;
  simulations: number;
}

const idle: Simulator[] = [];

const startSimulator = (): Simulator => ({
  thread: startThread(clonePath('infra/lab/wall/worker.ts'), { env: {} }),
  simulations: 0,
});

/**
 * Simulates one variant in a separate thread, because a simulation replaces the clock, environment variables and
 * output.
 */
export const runVariant = async (simulation: Simulation, variant: Variant): Promise<Outcome> => {
  const simulator = idle.pop() ?? startSimulator();
  const { thread } = simulator;
  const region = REGIONS[simulator.simulations++] as string;
  let isReusable = false;
  try {
    const outcome = await thread.call('simulate', { simulation, variant, region });
    isReusable = simulator.simulations < REGIONS.length;
    return outcome;
  } finally {
    if (isReusable) idle.push(simulator);
    else await thread.terminate();
  }
};

/** Simulates variants, one for each processor at a time. Outcomes are in the order of the runs. */
export const runVariants = async (
  runs: readonly Run[],
  report: (variant: Variant) => void,
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = [];
  const waiting = runs.entries();
  const work = async (): Promise<void> => {
    for (const [index, { simulation, variant }] of waiting) {
      outcomes[index] = await runVariant(simulation, variant);
      report(variant);
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), runs.length) }, work));
  return outcomes;
};
