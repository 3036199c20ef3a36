import { parentPort, workerData } from 'node:worker_threads';
import { simulateWall } from './simulate-wall.ts';
import type { Simulation, Variant } from './simulation.ts';

const { simulation, variant } = workerData as { readonly simulation: Simulation; readonly variant: Variant };
parentPort?.postMessage(await simulateWall(simulation, variant));
process.exit();
