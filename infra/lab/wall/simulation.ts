import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { DatasetConfig } from '../../../shared/config/sources.ts';
import type { Assumptions } from '../../cost/assumptions.ts';

/** The settings of a simulation, besides the assumptions about costs. Durations are in seconds. */
export interface SimulationSettings {
  readonly length: number;
  readonly components: number;
  /** Time without a query after which the database pauses, and the time that it takes to resume. */
  readonly pause: number;
  readonly resume: number;
  /** Screens are on for `open`, then off for `closed`, in turns. They are always on if both are 0. */
  readonly open: number;
  readonly closed: number;
  /** Milliseconds within which the components of a screen send their requests, each at its own time. */
  readonly spread: number;
  readonly seed: number;
}

/** A component of the wall with the data of the catalogue's sample. */
export interface WallComponent {
  readonly endpoint: string;
  readonly family: string;
  readonly path: string;
  readonly config: EndpointConfig;
  readonly asksDatabase: boolean;
}

/** How responses are cached. Each variant is a column of the report. */
export interface Variant {
  /** The name for a sentence: `cache: 30s shared`. */
  readonly name: string;
  /**
   * `each` if components read the table separately, `dataset` if they select from one dataset. Absent in other reports.
   */
  readonly reads?: 'each' | 'dataset';
  readonly kept: 'not' | 'in memory' | 'shared';
  /** TTL in seconds. If absent, each endpoint keeps its TTL from the dashboard file. */
  readonly cache?: number;
  readonly stale?: number;
}

/** The result of a statement. A blank cell is NULL. */
export interface StatementResult {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** All inputs of a simulation. They are plain data, because another thread receives them. */
export interface Simulation {
  readonly dashboard: string;
  readonly timezone: string;
  /** Timeout of a function in milliseconds. */
  readonly timeout: number;
  readonly components: readonly WallComponent[];
  /** The datasets that components select from. */
  readonly datasets?: Readonly<Record<string, DatasetConfig>>;
  /** The objects of the bucket, by key. */
  readonly objects: Readonly<Record<string, string>>;
  /** The results of statements, by their text. */
  readonly results: Readonly<Record<string, StatementResult>>;
  /** Bytes that a query through Athena scans. */
  readonly scannedBytes?: number;
  /** The table that a host answers with. */
  readonly answer?: StatementResult;
  readonly settings: SimulationSettings;
  readonly assumptions: Assumptions;
}

/** A simulation with one of its variants. */
export interface Run {
  readonly simulation: Simulation;
  readonly variant: Variant;
}

/**
 * The regions of the simulations of a thread. Each has a region of its own, because functions keep the addresses of
 * services by region, and each simulation starts services of its own.
 */
export const REGIONS: readonly string[] = Array.from({ length: 10 }, (_, index) => `us-east-${index}`);
