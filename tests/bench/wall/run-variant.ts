import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './outcome.ts';
import type { Simulation, Variant } from './simulation.ts';

/** Simulates one variant in a separate thread, because a simulation replaces the clock, environment variables and output. */
export const runVariant = async (simulation: Simulation, variant: Variant): Promise<Outcome> => {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: { simulation, variant }, env: {} });
  const ended = once(worker, 'exit').then(() => {
    throw new Error(`the simulation of ${variant.name} ended without an outcome`);
  });
  const [outcome] = (await Promise.race([once(worker, 'message'), ended])) as [Outcome];
  return outcome;
};
