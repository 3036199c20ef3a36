import { serveThread } from '../../program/thread.ts';
import { simulateWall } from './simulate-wall.ts';
import type { Run } from './simulation.ts';

interface Order extends Run {
  readonly region: string;
}

export const operations = {
  simulate: ({ simulation, variant, region }: Order) => simulateWall(simulation, variant, region),
};

serveThread(operations);
