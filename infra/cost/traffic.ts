import type { Assumptions } from './assumptions.ts';
import { type CacheTraffic, callsOf, createCacheTraffic, livesADay } from './cache-traffic.ts';
import { fileTimeOf } from './file-time.ts';
import type { WallEndpoint } from './wall.ts';

/** Monthly calls of one endpoint. */
export interface EndpointTraffic extends WallEndpoint, CacheTraffic {
  readonly calls: number;
  /** Calls that start an environment. */
  readonly coldCalls: number;
}

/** Monthly calls and environments of one function. */
export interface FunctionTraffic {
  readonly family: string;
  readonly environments: number;
  readonly coldCalls: number;
  readonly endpoints: readonly EndpointTraffic[];
}

/** Returns the number of environments: the average of concurrent calls, but at least the assumed number. */
const environmentsOf = (endpoints: readonly WallEndpoint[], assumptions: Assumptions): number => {
  const { environments, screens, refreshSeconds, readMs } = assumptions;
  const roundMs = endpoints.reduce((sum, endpoint) => sum + readMs + fileTimeOf(endpoint, assumptions).warm, 0);
  return Math.max(environments, Math.ceil((screens * roundMs) / 1000 / refreshSeconds));
};

/** Returns one part of a total that is divided into integers. The first parts are larger by one. */
const share = (total: number, parts: number, index: number): number =>
  Math.floor(total / parts) + (index < total % parts ? 1 : 0);

const trafficOf = (family: string, endpoints: readonly WallEndpoint[], assumptions: Assumptions): FunctionTraffic => {
  const calls = callsOf(assumptions);
  const environments = environmentsOf(endpoints, assumptions);
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

/** Calculates a wall's calls in a month for each function: cold calls, warm calls, and reads of the sources. */
export const createTraffic = (wall: readonly WallEndpoint[], assumptions: Assumptions): readonly FunctionTraffic[] =>
  Array.from(
    Map.groupBy(wall, ({ family }) => family),
    ([family, endpoints]) => trafficOf(family, endpoints, assumptions),
  );
