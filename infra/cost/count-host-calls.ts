import type { Assumptions } from './assumptions.ts';
import { callsOfRead, type DatasetTraffic } from './price-dataset.ts';
import { createCacheTraffic, type FunctionTraffic, secondsADay } from './traffic.ts';

/** The calls of a wall to a host outside of AWS in a month. */
export interface HostTraffic {
  readonly host: string;
  readonly calls: number;
  /** True if `rate` of the host allows no more calls. */
  readonly isLimited: boolean;
}

/** The time for which a token is assumed to be valid. Its answer says how long it really is. */
const TOKEN_SECONDS = 3_600;

/** Counts the first calls that get tokens, if each environment needs one an hour. */
const loginsOf = (functions: readonly FunctionTraffic[], assumptions: Assumptions): number =>
  functions.reduce((sum, { environments, endpoints }) => {
    const refreshSeconds = Math.min(...endpoints.map((endpoint) => endpoint.refreshSeconds));
    const token = { cacheSeconds: TOKEN_SECONDS, isShared: false };
    return sum + createCacheTraffic(token, environments, { ...assumptions, refreshSeconds }).misses;
  }, 0);

const trafficOf = (
  [host, datasets]: readonly [string, readonly DatasetTraffic[]],
  functions: readonly FunctionTraffic[],
  assumptions: Assumptions,
): HostTraffic => {
  const names = new Set(datasets.map(({ dataset }) => dataset));
  const calling = functions.filter(({ endpoints }) =>
    endpoints.some((endpoint) => endpoint.datasets.some(({ dataset }) => names.has(dataset))),
  );
  const reads = datasets.reduce((sum, { sourceReads }) => sum + sourceReads, 0);
  const pages = datasets.reduce(
    (sum, { sourceReads, calls }) => sum + (calls ? sourceReads * callsOfRead(calls) : 0),
    0,
  );
  const { logsIn = false, intervalSeconds = 0 } = datasets[0]?.calls ?? {};
  const wanted = pages + (logsIn ? Math.min(reads, loginsOf(calling, assumptions)) : 0);
  if (intervalSeconds === 0) return { host, calls: wanted, isLimited: false };
  const environments = calling.reduce((sum, one) => sum + one.environments, 0);
  const most = Math.ceil((environments * secondsADay(assumptions) * assumptions.daysAMonth) / intervalSeconds);
  return { host, calls: Math.min(wanted, most), isLimited: most < wanted };
};

/** Counts the calls to each host in a month, in the order of the datasets. */
export const countHostCalls = (
  datasets: readonly DatasetTraffic[],
  functions: readonly FunctionTraffic[],
  assumptions: Assumptions,
): readonly HostTraffic[] => {
  const calling = datasets.filter(({ calls }) => calls !== undefined);
  return Array.from(
    Map.groupBy(calling, ({ calls }) => calls?.host ?? ''),
    (group) => trafficOf(group, functions, assumptions),
  );
};
