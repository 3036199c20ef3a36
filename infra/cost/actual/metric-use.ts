import type { Assumptions } from '../assumptions.ts';
import { createTraffic, type EndpointTraffic, type FunctionTraffic } from '../traffic.ts';
import { HEADER_BYTES, type WallEndpoint } from '../wall.ts';
import { nothing } from './count-lines.ts';
import type { EndpointUse, LogUse, Metered } from './log-use.ts';
import type { Period } from './measure-traffic.ts';

const MINUTE_MS = 60_000;

/** Returns the share of an endpoint in what CloudWatch counted of its function: that of its calls in the forecast. */
const useOf = (
  { calls, sourceReads, coldCalls, bodyBytes, logBytes, cacheSeconds, isShared }: EndpointTraffic,
  all: number,
  counted: { readonly calls: number; readonly ms: number },
): EndpointUse => {
  const share = all === 0 ? 0 : calls / all;
  const own = Math.round(counted.calls * share);
  const isAlways = cacheSeconds === 0 && !isShared;
  return {
    ...nothing(),
    calls: own,
    sourceReads: isAlways ? own : Math.min(own, sourceReads),
    coldCalls: Math.min(own, coldCalls),
    bytes: own * Math.max(0, bodyBytes - HEADER_BYTES),
    billedMs: counted.ms * share,
    logBytes: own * logBytes,
  };
};

const usesOf = ({ family, endpoints }: FunctionTraffic, { functions }: Metered) => {
  const all = endpoints.reduce((sum, { calls }) => sum + calls, 0);
  const counted = functions.get(family) ?? { calls: 0, ms: 0 };
  return endpoints.map((one) => [one.endpoint, useOf(one, all, counted)] as const);
};

/**
 * Returns the use of a dashboard by CloudWatch's metrics alone, which do not know endpoints: the calls of each function are
 * divided among its endpoints as in the forecast, and their bodies and lines are those of the forecast.
 */
export const useOfMetrics = (
  metered: Metered,
  wall: readonly WallEndpoint[],
  assumptions: Assumptions,
  periodFor: (times: Pick<LogUse, 'minutes' | 'from' | 'to'>) => Period,
): LogUse => {
  const { functions, gatewayCalls, times, periodMs } = metered;
  const minutes = times.map((time) => time / MINUTE_MS);
  const span = { minutes, from: times[0] ?? 0, to: (times.at(-1) ?? 0) + periodMs - 1 };
  const { hours, days } = periodFor(span);
  const traffic = createTraffic(wall, { ...assumptions, hoursADay: hours, daysAMonth: days });
  const calls = [...functions.values()].reduce((sum, one) => sum + one.calls, 0);
  return {
    endpoints: new Map(traffic.flatMap((one) => usesOf(one, metered))),
    strangers: { ...nothing(), gatewayCalls: Math.max(0, gatewayCalls - calls) },
    warmUps: nothing(),
    unfinished: { calls: 0, billedMs: 0 },
    lambdaBytes: 0,
    scans: { queries: 0, units: 0 },
    rhythms: [],
    ...span,
    stages: [],
    foreign: new Map(),
    skipped: { copies: 0, outside: 0, others: 0 },
    lines: 0,
    metered,
  };
};
