import { type Assumptions, DEFAULT_MEMORY_MB } from './assumptions.ts';
import { createEstimate, type Estimate } from './create-estimate.ts';
import type { PriceList } from './price-list.ts';
import { readAssumptions } from './read-assumptions.ts';
import type { WallEndpoint } from './wall.ts';

/** A table of Parquet files, one partition for each day. */
export interface LakeTable {
  readonly bytes: number;
  /** Number of days whose rows the table has. */
  readonly days: number;
}

/** Share of a row's bytes in the columns that a query names, such as 3 of 40. Parquet is read by columns. */
export const COLUMN_SHARE = 0.075;

/** Returns the bytes that a query of the last day scans: the columns that it names, in one partition. */
export const scannedBytesOf = ({ bytes, days }: LakeTable): number => (bytes / days) * COLUMN_SHARE;

const BYTES_PER_GB = 1_000_000_000;

/** Tables of growing size, with slots that fit them. */
export const LAKE_TABLES: readonly (LakeTable & { readonly name: string; readonly slotSeconds: number })[] = [
  { name: '1 GB of 30 days', bytes: BYTES_PER_GB, days: 30, slotSeconds: 30 },
  { name: '100 GB of 30 days', bytes: 100 * BYTES_PER_GB, days: 30, slotSeconds: 30 },
  { name: '10 TB of 365 days', bytes: 10_000 * BYTES_PER_GB, days: 365, slotSeconds: 600 },
];

/** Number of components of the example's wall. */
export const EXAMPLE_COMPONENTS = 20;

const component = (index: number, bytes: number, slotSeconds: number): WallEndpoint => ({
  endpoint: `component-${index}`,
  component: 'Bar Chart',
  family: 'bar',
  cacheSeconds: slotSeconds,
  isShared: true,
  objects: 0,
  queries: 0,
  ownQueries: 0,
  files: [],
  datasets: [
    {
      dataset: 'sales',
      kind: 'athena',
      slotSeconds,
      isShared: true,
      scannedBytes: bytes,
      asksOwnDatabase: false,
    },
  ],
});

/** A wall that is always on. */
export const EXAMPLE_ASSUMPTIONS: Assumptions = {
  ...readAssumptions({}),
  memoryMb: DEFAULT_MEMORY_MB,
  wakeSeconds: 0,
  watch: 'none',
  hasHours: false,
  accessLog: 'full',
  zones: 0,
};

/** Estimates a wall whose components select from one table of a lake. */
export const estimateExample = (table: LakeTable & { readonly slotSeconds: number }, prices: PriceList): Estimate => {
  const bytes = scannedBytesOf(table);
  const wall = Array.from({ length: EXAMPLE_COMPONENTS }, (_, index) => component(index, bytes, table.slotSeconds));
  return createEstimate(wall, EXAMPLE_ASSUMPTIONS, prices);
};
