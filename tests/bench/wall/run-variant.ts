import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Outcome } from './outcome.ts';
import type { Simulation, Variant } from './simulation.ts';

/** Simulates one variant in a thread of its own, whose clock, environment and output are not this one's. */
export const runVariant = async (simulation: Simulation, variant: Variant): Promise<Outcome> => {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: { simulation, variant }, env: {} });
  const ended = once(worker, 'exit').then(() => {
    throw new Error(`the simulation of ${variant.name} ended without an outcome`);
  });
  const [outcome] = (await Promise.race([once(worker, 'message'), ended])) as [Outcome];
  return outcome;
};
