import type { Assumptions } from './assumptions.ts';
import { type CacheTraffic, callsOf, createCacheTraffic, livesADay } from './cache-traffic.ts';
import { fileTimeOf } from './file-time.ts';
import { ACCESS_LINE_BYTES } from './log-lines.ts';
import type { OwnInputs, WallEndpoint } from './wall.ts';

/** Returns the inputs of one endpoint: its own ones, or those of the wall. */
const inputsOf = (endpoint: WallEndpoint, assumptions: Assumptions): OwnInputs => {
  const { refreshSeconds, bodyBytes, logBytes } = { ...assumptions, ...endpoint };
  const isShort = assumptions.accessLog === 'none';
  return { refreshSeconds, bodyBytes, logBytes: isShort ? Math.max(0, logBytes - ACCESS_LINE_BYTES) : logBytes };
};

/** Monthly calls of one endpoint. */
export interface EndpointTraffic extends Omit<WallEndpoint, keyof OwnInputs>, OwnInputs, CacheTraffic {
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

/** Errors of floating point below this share of an environment do not add an environment. */
const ROUNDING = 1e-9;

/** Returns the number of environments: the average of concurrent calls, but at least the assumed number. */
const environmentsOf = (endpoints: readonly (WallEndpoint & OwnInputs)[], assumptions: Assumptions): number => {
  const { environments, screens, readMs } = assumptions;
  const atOnce = endpoints.map(
    (endpoint) => (screens * (readMs + fileTimeOf(endpoint, assumptions).warm)) / 1000 / endpoint.refreshSeconds,
  );
  const sum = atOnce.reduce((total, one) => total + one, 0);
  return Math.max(environments, Math.ceil(sum - ROUNDING));
};

/** Returns one part of a total that is divided into integers. The first parts are larger by one. */
const share = (total: number, parts: number, index: number): number =>
  Math.floor(total / parts) + (index < total % parts ? 1 : 0);

const trafficOf = (family: string, wall: readonly WallEndpoint[], assumptions: Assumptions): FunctionTraffic => {
  const endpoints = wall.map((endpoint) => ({ ...endpoint, ...inputsOf(endpoint, assumptions) }));
  const refreshSeconds = Math.min(...endpoints.map((endpoint) => endpoint.refreshSeconds));
  const environments = environmentsOf(endpoints, assumptions);
  const starts = environments * livesADay({ ...assumptions, refreshSeconds }) * assumptions.daysAMonth;
  const calls = endpoints.map((endpoint) => callsOf({ ...assumptions, refreshSeconds: endpoint.refreshSeconds }));
  const coldCalls = Math.min(
    calls.reduce((sum, count) => sum + count, 0),
    starts,
  );
  const traffic = endpoints.map((endpoint, index): EndpointTraffic => {
    const own = calls[index] ?? 0;
    const { bodyBytes } = endpoint;
    return {
      ...endpoint,
      calls: own,
      coldCalls: Math.min(own, share(coldCalls, endpoints.length, index)),
      ...createCacheTraffic(endpoint, environments, { ...assumptions, bodyBytes, refreshSeconds }, own),
    };
  });
  return {
    family,
    environments,
    coldCalls: traffic.reduce((sum, endpoint) => sum + endpoint.coldCalls, 0),
    endpoints: traffic,
  };
};

/** Calculates a wall's calls in a month for each function: cold calls, warm calls, and reads of the sources. */
export const createTraffic = (wall: readonly WallEndpoint[], assumptions: Assumptions): readonly FunctionTraffic[] =>
  Array.from(
    Map.groupBy(wall, ({ family }) => family),
    ([family, endpoints]) => trafficOf(family, endpoints, assumptions),
  );
