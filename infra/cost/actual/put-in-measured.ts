import type { Assumptions } from '../assumptions.ts';
import { createTraffic, type EndpointTraffic } from '../traffic.ts';
import { HEADER_BYTES, type WallEndpoint } from '../wall.ts';
import type { EndpointUse, LogUse } from './log-use.ts';

const SECONDS_PER_HOUR = 3600;
const MAX_LIFE_SECONDS = 31 * 86_400;

/** Includes the requests that only the gateway logged. */
export interface FullUse extends EndpointUse {
  readonly all: number;
}

/**
 * Completes the use of an endpoint. With `log: summary`, the last hits of an environment may be missing in the log. If
 * the gateway logged more requests than the function, the missing requests are assumed to be like the logged requests.
 */
export const completeUse = (use: EndpointUse, lambdaBytes: number): FullUse => {
  const all = Math.max(use.calls, use.gatewayCalls);
  const factor = use.calls === 0 ? 1 : all / use.calls;
  return {
    ...use,
    all,
    bytes: use.bytes * factor,
    billedMs: use.billedMs * factor,
    logBytes: use.logBytes + lambdaBytes,
  };
};

/**
 * Completes the use of requests that no endpoint answers. Most of them reach no function, so that only the gateway
 * knows what it sent.
 */
export const completeStrangers = (use: EndpointUse): FullUse => {
  const full = completeUse(use, 0);
  return { ...full, bytes: Math.max(full.bytes, use.gatewayBytes) };
};

/** Returns the uses of all endpoints of a wall, each with its share of Lambda's own lines. */
export const completeUses = (wall: readonly WallEndpoint[], use: LogUse): ReadonlyMap<string, FullUse> => {
  const counted = [...use.endpoints.values(), use.strangers, use.warmUps];
  const lines = counted.reduce((sum, { calls }) => sum + calls, 0) + use.unfinished.calls;
  const ofACall = lines === 0 ? 0 : use.lambdaBytes / lines;
  return new Map(
    wall.flatMap(({ endpoint }) => {
      const own = use.endpoints.get(endpoint);
      return own ? [[endpoint, completeUse(own, own.calls * ofACall)]] : [];
    }),
  );
};

type Uses = ReadonlyMap<string, FullUse>;
type Change = (traffic: EndpointTraffic, use: FullUse) => Partial<EndpointTraffic>;

const changeEach = (traffic: readonly EndpointTraffic[], uses: Uses, change: Change): readonly EndpointTraffic[] =>
  traffic.map((one) => {
    const use = uses.get(one.endpoint);
    return use ? { ...one, ...change(one, use) } : one;
  });

const askedOf = ({ all, refused }: FullUse): number => all - refused;

/**
 * Replaces the calls of screens by the measured calls. The refresh in the model already leads to nearly the same
 * number.
 */
export const putCalls = (traffic: readonly EndpointTraffic[], uses: Uses) =>
  changeEach(traffic, uses, ({ cacheSeconds, isShared, misses, sourceReads, coldCalls }, use) => {
    const calls = askedOf(use);
    const isAlways = cacheSeconds === 0 && !isShared;
    return {
      calls,
      coldCalls: Math.min(coldCalls, calls),
      misses: isAlways ? calls : Math.min(misses, calls),
      sourceReads: isAlways ? calls : Math.min(sourceReads, calls),
    };
  });

/**
 * Adds refused requests to the calls, and subtracts failed requests from the reads of sources. Both have small bodies.
 */
export const putFailures = (traffic: readonly EndpointTraffic[], uses: Uses) =>
  changeEach(traffic, uses, ({ calls, misses, sourceReads, bodyBytes }, { refused, failed, failedBytes }) => {
    const rest = calls === 0 ? 0 : Math.max(0, 1 - failed / calls);
    const bytes = Math.max(0, calls - failed) * bodyBytes + failedBytes + (failed + refused) * HEADER_BYTES;
    return {
      calls: calls + refused,
      misses: misses * rest,
      sourceReads: sourceReads * rest,
      bodyBytes: calls + refused === 0 ? bodyBytes : bytes / (calls + refused),
    };
  });

const withReads = (one: EndpointTraffic, sourceReads: number): Partial<EndpointTraffic> => ({
  sourceReads,
  misses: one.isShared ? Math.max(one.misses, sourceReads) : Math.max(sourceReads, one.coldCalls),
});

/** Returns the starts of a function's environments, by family. */
const startsOf = (traffic: readonly EndpointTraffic[], uses: Uses): ReadonlyMap<string, number> =>
  new Map(
    Array.from(
      Map.groupBy(traffic, ({ family }) => family),
      ([family, own]) => [family, own.reduce((sum, one) => sum + (uses.get(one.endpoint)?.coldCalls ?? 0), 0)] as const,
    ),
  );

/** Seconds. With this life, the model starts the measured number of environments. */
const lifeOf = (starts: number, environments: number, { hoursADay, daysAMonth }: Assumptions): number => {
  const openSeconds = hoursADay * SECONDS_PER_HOUR * daysAMonth;
  return starts === 0 ? MAX_LIFE_SECONDS : Math.min(MAX_LIFE_SECONDS, (environments * openSeconds) / starts);
};

/**
 * Returns, for each endpoint, how the number of reads of sources changes if environments start as often as measured,
 * because their memory is empty at first. Also returns the shortest life of an environment in seconds.
 */
export const readsOfStarts = (wall: readonly WallEndpoint[], assumptions: Assumptions, uses: Uses) => {
  const model = createTraffic(wall, assumptions);
  const starts = startsOf(
    model.flatMap(({ endpoints }) => endpoints),
    uses,
  );
  const reads = new Map<string, number>();
  const lives: number[] = [];
  for (const { family, environments, endpoints } of model) {
    const life = lifeOf(starts.get(family) ?? 0, environments, assumptions);
    lives.push(life);
    const own = wall.filter((one) => one.family === family);
    const [measured] = createTraffic(own, { ...assumptions, lifeSeconds: life });
    for (const [index, { endpoint, sourceReads }] of endpoints.entries())
      reads.set(endpoint, (measured?.endpoints[index]?.sourceReads ?? sourceReads) - sourceReads);
  }
  return { reads, lifeSeconds: Math.min(...lives) };
};

/**
 * Returns the part of a difference that a reason explains: at most the whole difference, and 0 if their signs differ.
 */
export const explained = (excess: number, reason: number): number =>
  Math.sign(excess) === Math.sign(reason) ? Math.sign(excess) * Math.min(Math.abs(excess), Math.abs(reason)) : 0;

/** Leaves the difference that the starts of environments explain. */
export const putSources = (
  traffic: readonly EndpointTraffic[],
  uses: Uses,
  ofStarts: ReadonlyMap<string, number>,
): readonly EndpointTraffic[] =>
  changeEach(traffic, uses, (one, use) => {
    const excess = use.sourceReads - one.sourceReads;
    return withReads(one, use.sourceReads - explained(excess, ofStarts.get(one.endpoint) ?? 0));
  });

export const putStarts = (traffic: readonly EndpointTraffic[], uses: Uses) =>
  changeEach(traffic, uses, (one, { coldCalls, sourceReads }) => ({
    ...withReads({ ...one, coldCalls }, sourceReads),
    coldCalls,
  }));

export const putBodies = (traffic: readonly EndpointTraffic[], uses: Uses) =>
  changeEach(traffic, uses, (_, { all, bytes }) => (all === 0 ? {} : { bodyBytes: bytes / all + HEADER_BYTES }));

export const putLogs = (traffic: readonly EndpointTraffic[], uses: Uses) =>
  changeEach(traffic, uses, (_, { all, logBytes }) => (all === 0 ? {} : { logBytes: logBytes / all }));
