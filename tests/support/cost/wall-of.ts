import type { Assumptions } from '../../../infra/cost/assumptions.ts';
import { createEstimate, type Estimate } from '../../../infra/cost/create-estimate.ts';
import { OWN_PRICES, readPriceList } from '../../../infra/cost/price-list.ts';
import { readAssumptions } from '../../../infra/cost/read-assumptions.ts';
import type { WallDataset, WallEndpoint } from '../../../infra/cost/wall.ts';

export const PRICES = await readPriceList(OWN_PRICES);

/** In a stack with `watch: none`. */
export const DEFAULTS: Assumptions = {
  ...readAssumptions({ read: '40ms', hit: '5ms', cold: '600ms', log: '1KB' }),
  memoryMb: 256,
  wakeSeconds: 0,
  watch: 'none',
  hasHours: false,
  accessLog: 'full',
  log: 'full',
  zones: 0,
};

export const csv = (endpoint: string, more: Partial<WallEndpoint> = {}): WallEndpoint => ({
  endpoint,
  component: '3D Pie Chart',
  family: 'pie',
  cacheSeconds: 0,
  isShared: false,
  objects: 1,
  queries: 0,
  ownQueries: 0,
  files: [],
  datasets: [],
  ...more,
});

export const sql = (endpoint: string, more: Partial<WallEndpoint> = {}): WallEndpoint =>
  csv(endpoint, { objects: 0, queries: 1, ownQueries: 1, ...more });

export const lake = (dataset: string, more: Partial<WallDataset> = {}): WallDataset => ({
  dataset,
  kind: 'athena',
  slotSeconds: 600,
  isShared: false,
  scannedBytes: 1_000_000_000,
  asksOwnDatabase: false,
  asksOwnWorkgroup: true,
  ...more,
});

export const selecting = (dataset: WallDataset, count: number, more: Partial<WallEndpoint> = {}) =>
  Array.from({ length: count }, (_, index) =>
    csv(`${dataset.dataset}-${index}`, {
      objects: 0,
      cacheSeconds: dataset.slotSeconds,
      isShared: dataset.isShared,
      datasets: [dataset],
      ...more,
    }),
  );

export const estimate = (wall: readonly WallEndpoint[], more: Partial<Assumptions> = {}): Estimate =>
  createEstimate(wall, { ...DEFAULTS, ...more }, PRICES);
