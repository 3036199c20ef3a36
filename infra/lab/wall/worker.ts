import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { Run } from './run-variants.ts';
import { simulateWall } from './simulate-wall.ts';

interface Order extends Run {
  readonly region: string;
}

parentPort?.on('message', async ({ simulation, variant, region }: Order) => {
  const outcome = await simulateWall(simulation, variant, region);
  // This thread ends with its process, which would lose the modules that it has compiled.
  flushCompileCache();
  parentPort?.postMessage(outcome);
});
