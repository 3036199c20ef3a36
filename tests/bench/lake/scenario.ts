import type { Quotas } from './quotas.ts';

/** Walls that query one account's Athena. Times are in milliseconds. */
export interface Scenario {
  readonly name: string;
  readonly walls: number;
  /** Walls of one kind run the same queries, so that tokens make them share executions. */
  readonly kinds: number;
  readonly components: number;
  /** Lambda functions of a wall. Its components are spread over them. */
  readonly families: number;
  /** Number of datasets of a wall. It equals the number of components if each component has a query of its own. */
  readonly datasets: number;
  /** True if all environments of a wall share rows and leases in its cache table. */
  readonly isShared: boolean;
  readonly slotMs: number;
  /** True if slots start at different times, as in the product; false if all start at multiples of their length. */
  readonly isSpread: boolean;
  readonly refreshMs: number;
  /** Median time of a query. */
  readonly queryMs: number;
  readonly quotas: Quotas;
  readonly slots: number;
  readonly seed: number;
}
