import type { Assumptions } from './assumptions.ts';
import { type CacheTraffic, createCacheTraffic } from './cache-traffic.ts';
import { callsOf, livesADay } from './rounds.ts';
import type { WallEndpoint } from './wall.ts';

/** One endpoint's calls in a month. */
export interface EndpointTraffic extends WallEndpoint, CacheTraffic {
  readonly calls: number;
  /** Calls that start an environment. */
  readonly coldCalls: number;
}

/** One function's environments in a month. */
export interface FunctionTraffic {
  readonly family: string;
  readonly environments: number;
  readonly coldCalls: number;
  readonly endpoints: readonly EndpointTraffic[];
}

/** One call at a time: as many as are busy at once on average, and never fewer than are assumed. */
const environmentsOf = (endpoints: number, { environments, screens, refreshSeconds, readMs }: Assumptions): number =>
  Math.max(environments, Math.ceil((endpoints * screens * readMs) / 1000 / refreshSeconds));

/** Whole numbers that add up to the total, the first ones being one larger. */
const share = (total: number, parts: number, index: number): number =>
  Math.floor(total / parts) + (index < total % parts ? 1 : 0);

const trafficOf = (family: string, endpoints: readonly WallEndpoint[], assumptions: Assumptions): FunctionTraffic => {
  const calls = callsOf(assumptions);
  const environments = environmentsOf(endpoints.length, assumptions);
  const starts = environments * livesADay(assumptions) * assumptions.daysAMonth;
  const coldCalls = Math.min(calls * endpoints.length, starts);
  return {
    family,
    environments,
    coldCalls,
    endpoints: endpoints.map((endpoint, index) => ({
      ...endpoint,
      calls,
      coldCalls: share(coldCalls, endpoints.length, index),
      ...createCacheTraffic(endpoint, environments, assumptions),
    })),
  };
};

/** A month of a wall: the calls of each function, cold and warm, and what they ask of the sources. */
export const createTraffic = (wall: readonly WallEndpoint[], assumptions: Assumptions): readonly FunctionTraffic[] =>
  Array.from(
    Map.groupBy(wall, ({ family }) => family),
    ([family, endpoints]) => trafficOf(family, endpoints, assumptions),
  );
