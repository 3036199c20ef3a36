import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { compileCache } from '../../build/thread.ts';
import type { Outcome } from './outcome.ts';
import { REGIONS, type Simulation, type Variant } from './simulation.ts';

/** A thread that simulates one variant after another, so that it loads and compiles the functions' code only once. */
interface Thread {
  readonly worker: Worker;
  readonly ended: Promise<never>;
  simulations: number;
}

const idle: Thread[] = [];

const startThread = (): Thread => {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { env: compileCache() });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('the thread of a simulation ended without an outcome');
  });
  ended.catch(() => undefined);
  return { worker, ended, simulations: 0 };
};

/** Keeps a thread for the next variant. An idle thread does not keep this process running. */
const keep = (thread: Thread): void => {
  thread.worker.unref();
  if (thread.simulations < REGIONS.length) idle.push(thread);
  else void thread.worker.terminate();
};

/** Simulates one variant in a separate thread, because a simulation replaces the clock, environment variables and output. */
export const runVariant = async (simulation: Simulation, variant: Variant): Promise<Outcome> => {
  const thread = idle.pop() ?? startThread();
  const { worker, ended } = thread;
  worker.ref();
  worker.postMessage({ simulation, variant, region: REGIONS[thread.simulations] });
  thread.simulations += 1;
  const [outcome] = (await Promise.race([once(worker, 'message'), ended])) as [Outcome];
  keep(thread);
  return outcome;
};

/** A simulation with one of its variants. */
export interface Run {
  readonly simulation: Simulation;
  readonly variant: Variant;
}

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
